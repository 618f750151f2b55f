// People of an account other than its owner, and what befalls them. Written straight into the database.

import type pg from 'pg'
import { newId, randomText } from '../src/platform/ids.ts'

export interface MadeUser {
  accountId: number
  userId: string
  userName: string
}

export async function insertUser(
  superuser: pg.Client,
  { accountId, role = 'standard' }: { accountId: number; role?: 'administrator' | 'standard' },
): Promise<MadeUser> {
  const user = {
    accountId,
    userId: newId('usr'),
    userName: `user-${randomText(8).toLowerCase()}@example.com`,
  }
  await superuser.query(
    `insert into users (account_id, id, user_name, name, email, country, time_zone, role)
     values ($1, $2, $3, 'Sam Standard', $3, 'ES', 'UTC', $4)`,
    [accountId, user.userId, user.userName, role],
  )
  await superuser.query('insert into directory_users (user_name, account_id, user_id) values ($3, $1, $2)', [
    accountId,
    user.userId,
    user.userName,
  ])
  return user
}

/** What ends a user's access, by name. */
export const misfortunes = {
  disabled: 'disabled = true',
  expired: "expires_at = now() - interval '1 minute'",
  'not yet valid': "valid_from = now() + interval '1 day'",
} as const

export async function strike(
  superuser: pg.Client,
  userId: string,
  misfortune: keyof typeof misfortunes,
): Promise<void> {
  await superuser.query(`update users set ${misfortunes[misfortune]} where id = $1`, [userId])
}
