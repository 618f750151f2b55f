import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { LastIdentityMail } from './identity-mail.types.ts'
import type { Language } from './mail/mail.types.ts'

export interface MailToQueue {
  accountId: number
  userId: string | null
  /** Null: the verified addresses of the user. */
  address: string | null
  /** Also to verified contacts of the user. */
  toContacts: boolean
  kind: string
  language: Language | null
  sealed: Buffer
  /** The limit counts e-mails of this kind only. */
  isCountedApart: boolean
  maxADay: number
  now: Date
}

/** One row per address. Returns how many; 0 over the daily limit, or without a verified address. */
export async function insertMails(db: Db, mail: MailToQueue): Promise<number> {
  const { accountId, userId, address, toContacts, kind, language, sealed, isCountedApart, maxADay, now } =
    mail
  const dayAgo = new Date(now.getTime() - 86_400_000)
  const ofRecipient = userId === null ? sql`m.address = ${address}` : sql`m.user_id = ${userId}`
  const rows = await db`
    insert into identity_mails (account_id, user_id, address, kind, language, sealed, created_at, due_at)
    select ${accountId}::int, ${userId}::text, a.address, ${kind}::text, ${language}::text, ${sealed}::bytea,
      ${now}::timestamptz, ${now}::timestamptz
    from (
      select ${address}::text where ${address}::text is not null
      union
      select u.email from users u
      where u.account_id = ${accountId} and u.id = ${userId} and u.email_verified_at is not null
        and ${address}::text is null
      union
      select c.address from contacts c
      where c.account_id = ${accountId} and c.user_id = ${userId} and c.channel = 'email'
        and c.verified_at is not null and ${address}::text is null and ${toContacts}::boolean
    ) as a (address)
    where (
      select count(*) from identity_mails m
      where m.account_id = ${accountId} and ${ofRecipient} and m.created_at > ${dayAgo}
        and (not ${isCountedApart}::boolean or m.kind = ${kind})) < ${maxADay}
    returning number`
  return rows.length
}

/** E-mails of a kind to a user since then, sent or not. */
export async function countMails(
  db: Db,
  accountId: number,
  userId: string,
  kind: string,
  since: Date,
): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from identity_mails
    where account_id = ${accountId} and user_id = ${userId} and kind = ${kind} and created_at > ${since}`
  return row!.count
}

export async function findLastMail(
  db: AccountDb,
  userId: string,
  kind: string,
): Promise<LastIdentityMail | undefined> {
  const [row] = await db<LastIdentityMail>`
    select address, state, attempts, reason, created_at from identity_mails
    where account_id = ${db.accountId} and user_id = ${userId} and kind = ${kind}
    order by created_at desc, number desc limit 1`
  return row
}

/** Limits look back a day. */
export async function deleteOldMails(db: Db, accountId: number, before: Date): Promise<void> {
  await db`
    delete from identity_mails
    where account_id = ${accountId} and state <> 'waiting' and created_at < ${before}`
}

export function listDue(
  directory: Db,
  now: Date,
  limit: number,
): Promise<{ accountId: number; number: number }[]> {
  return directory<{ accountId: number; number: number }>`
    select account_id, number from identity_mails
    where state = 'waiting' and due_at <= ${now} order by due_at limit ${limit}`
}

export interface LeasedMail {
  number: number
  address: string
  kind: string
  sealed: Buffer
  attempts: number
  createdAt: Date
  /** Of the mail, or else of the user. */
  language: Language | null
  /** Null without a user. */
  name: string | null
  userName: string | null
  country: string | null
  timeZone: string | null
  accountName: string | null
}

/** Only one process gets it, until the lease ends. */
export async function leaseMail(
  db: AccountDb,
  number: number,
  now: Date,
  leaseUntil: Date,
): Promise<LeasedMail | undefined> {
  const [row] = await db<LeasedMail>`
    with leased as (
      update identity_mails set due_at = ${leaseUntil}, attempts = attempts + 1
      where account_id = ${db.accountId} and number = ${number} and state = 'waiting' and due_at <= ${now}
      returning account_id, number, user_id, address, kind, language, sealed, attempts, created_at)
    select m.number, m.address, m.kind, m.sealed, m.attempts, m.created_at, coalesce(m.language, u.language) as language,
      u.name, u.user_name, u.country, u.time_zone, a.name as account_name
    from leased m
    left join users u on u.account_id = m.account_id and u.id = m.user_id
    left join accounts a on a.account_id = m.account_id`
  return row
}

/** The secrets in it are of no use any more. */
export async function settleMail(
  db: AccountDb,
  number: number,
  state: 'sent' | 'failed',
  reason: string | null,
): Promise<void> {
  await db`
    update identity_mails set state = ${state}, reason = ${reason}, sealed = null
    where account_id = ${db.accountId} and number = ${number}`
}

export async function postponeMail(
  db: AccountDb,
  number: number,
  dueAt: Date,
  reason: string,
): Promise<void> {
  await db`
    update identity_mails set due_at = ${dueAt}, reason = ${reason}
    where account_id = ${db.accountId} and number = ${number} and state = 'waiting'`
}
