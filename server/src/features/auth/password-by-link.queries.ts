import type { AccountDb } from '../../platform/db/db.ts'
import type { Language } from './mail/mail.types.ts'

export interface LinkedUser {
  userName: string
  name: string
  email: string
  accountName: string
  hasPassword: boolean
}

export async function findLinkedUser(db: AccountDb, userId: string): Promise<LinkedUser | undefined> {
  const [row] = await db<LinkedUser>`
    select u.user_name, u.name, u.email, a.name as account_name, u.password_hash is not null as has_password
    from users u join accounts a on a.account_id = u.account_id
    where u.account_id = ${db.accountId} and u.id = ${userId}`
  return row
}

/** The link was received at this address, so the user reads it. Does nothing if the user has another by now. */
export async function verifyEmail(db: AccountDb, userId: string, email: string, now: Date): Promise<void> {
  await db`
    update users set email_verified_at = coalesce(email_verified_at, ${now})
    where account_id = ${db.accountId} and id = ${userId} and email = ${email}`
}

export async function setLanguage(db: AccountDb, userId: string, language: Language): Promise<void> {
  await db`
    update users set language = ${language} where account_id = ${db.accountId} and id = ${userId}`
}
