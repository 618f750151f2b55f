import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AlertFacts, Channel, Language } from './notification.types.ts'

/** An open alert, and the contact that a message about it was sent to. */
export interface LinkedAlert extends AlertFacts {
  alertNumber: number
  contactNumber: number
  contactId: string
  contactName: string
  contactUserId: string | null
  channel: Channel
  language: Language
  acknowledgedAt: Date | null
  acknowledgedBy: string | null
}

/** Not of an alert that is over, nor of a contact that was deleted or has another address now. */
const linked = sql`
  select a.number as alert_number, c.number as contact_number, c.id as contact_id, c.name as contact_name,
    c.user_id as contact_user_id, n.channel, c.language, a.acknowledged_at,
    coalesce(a.acknowledged_by_contact->>'name', u.name, a.acknowledged_by) as acknowledged_by,
    a.id as alert_id, a.name as alert_name, a.severity, a.text, a.at, a.latitude / 1e7::float8 as latitude,
    a.longitude / 1e7::float8 as longitude, a.explanation, d.id as device_id, d.name as device_name,
    o.name as account_name, o.time_zone
  from notifications n
  join alerts a on a.account_id = n.account_id and a.number = n.alert_number
  join devices d on d.account_id = n.account_id and d.number = n.device_number
  join accounts o on o.account_id = n.account_id
  join contacts c on c.account_id = n.account_id and c.number = n.contact_number and c.address = n.address
  left join users u on u.account_id = a.account_id and u.id = a.acknowledged_by
  where a.resolved_at is null and a.withdrawn_at is null`

export async function findLinkedAlert(
  db: AccountDb,
  secretHash: Buffer,
  now: Date,
): Promise<(LinkedAlert & { notificationNumber: number; expiresAt: Date }) | undefined> {
  const [row] = await db<LinkedAlert & { notificationNumber: number; expiresAt: Date }>`
    select known.*, l.notification_number, l.expires_at
    from acknowledge_links l, lateral (
      ${linked} and n.account_id = l.account_id and n.number = l.notification_number) as known
    where l.account_id = ${db.accountId} and l.secret_hash = ${secretHash} and l.expires_at > ${now}`
  return row
}

export async function findNotifiedAlert(
  db: AccountDb,
  notificationNumber: number,
): Promise<LinkedAlert | undefined> {
  const [row] = await db<LinkedAlert>`
    ${linked} and n.account_id = ${db.accountId} and n.number = ${notificationNumber}`
  return row
}

/** False if it was acknowledged before, or is over. */
export async function acknowledge(
  db: AccountDb,
  { alertNumber, contactId, contactName, contactUserId, channel }: LinkedAlert,
  now: Date,
): Promise<boolean> {
  const rows = await db`
    update alerts set acknowledged_at = ${now}, acknowledged_by = ${contactUserId}, version = version + 1,
      acknowledged_by_contact = ${JSON.stringify({ id: contactId, name: contactName, channel })}::jsonb
    where account_id = ${db.accountId} and number = ${alertNumber} and acknowledged_at is null and resolved_at is null
      and withdrawn_at is null
    returning number`
  return rows.length > 0
}

/** Accounts with links that expired. */
export async function listAccountsWithExpired(directory: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await directory<{ accountId: number }>`
    select distinct account_id from (
      select account_id from acknowledge_links where expires_at <= ${now} order by expires_at limit ${limit}) as old`
  return rows.map(({ accountId }) => accountId)
}

export async function deleteExpired(db: AccountDb, now: Date): Promise<void> {
  await db`delete from acknowledge_links where account_id = ${db.accountId} and expires_at <= ${now}`
}
