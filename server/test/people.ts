// Changes of users, written directly into the database.

import type pg from 'pg'

/** What ends a user's access. */
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
