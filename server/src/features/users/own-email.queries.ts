import type { AccountDb } from '../../platform/db/db.ts'

export interface UserEmail {
  email: string
  emailVerifiedAt: Date | null
}

export async function lockEmail(db: AccountDb, userId: string): Promise<UserEmail | undefined> {
  const [row] = await db<UserEmail>`
    select email, email_verified_at from users
    where account_id = ${db.accountId} and id = ${userId}
    for no key update`
  return row
}

export async function setVerifiedEmail(
  db: AccountDb,
  userId: string,
  email: string,
  now: Date,
): Promise<void> {
  await db`
    update users set email = ${email}, email_verified_at = ${now}, version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and id = ${userId}`
}
