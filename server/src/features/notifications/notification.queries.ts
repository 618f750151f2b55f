import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readNewest } from '../../platform/db/paging.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AlertToNotify, ContactsToNotify, NotificationState } from './notification.types.ts'

/**
 * One row per contact of the rules of the alerts, also unverified ones, whose row then records why nothing was sent;
 * idempotent. Runs in the scope of the recorder or the
 * account. The identifier has the 122 random bits of a UUID, in letters and digits.
 */
export async function insertNotifications(db: Db, alerts: AlertToNotify[], now: Date): Promise<void> {
  await db`
    insert into notifications (account_id, id, alert_number, device_number, contact_number, channel, address, language,
      topic, urgent, state, due_at, created_at, traceparent)
    select given.account_id,
      'ntf_' || translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', 'Zz'),
      given.alert_number, given.device_number, c.number, c.channel, c.address, c.language, given.topic,
      coalesce((
        select a.severity = 'critical' from alerts a
        where a.account_id = given.account_id and a.number = given.alert_number), false),
      'waiting', ${now}::timestamptz, ${now}::timestamptz, given.traceparent
    from unnest(
      ${alerts.map(({ accountId }) => accountId)}::int[], ${alerts.map(({ alertNumber }) => alertNumber)}::bigint[],
      ${alerts.map(({ deviceNumber }) => deviceNumber)}::int[],
      ${alerts.map(({ ruleNumber }) => ruleNumber)}::int[], ${alerts.map(({ topic }) => topic)}::text[],
      ${alerts.map(({ traceparent = null }) => traceparent)}::text[])
      as given (account_id, alert_number, device_number, rule_number, topic, traceparent)
    join rule_contacts rc on rc.account_id = given.account_id and rc.rule_number = given.rule_number
    join contacts c on c.account_id = rc.account_id and c.number = rc.contact_number
    on conflict (account_id, alert_number, channel, address) do nothing`
}

export interface ContactNotification {
  notificationNumber: number
  contactId: string
  contactName: string
  channel: string
  address: string
}

/** Deleted contacts are skipped. Notifications are locked in order of their contacts. */
export function notifyContacts(
  db: AccountDb,
  { alertNumber, deviceNumber, topic, contactIds }: ContactsToNotify,
  now: Date,
): Promise<ContactNotification[]> {
  return db<ContactNotification>`
    with known as materialized (
      select c.number, c.id, c.name, c.channel, c.address, c.language from contacts c
      where c.account_id = ${db.accountId} and c.id = any(${contactIds}::text[])),
    notified as (
      insert into notifications as n (account_id, id, alert_number, device_number, contact_number, channel, address,
        language, topic, urgent, state, due_at, created_at, is_escalated)
      select ${db.accountId}::int,
        'ntf_' || translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', 'Zz'),
        ${alertNumber}::bigint, ${deviceNumber}::int, k.number, k.channel, k.address, k.language, ${topic},
        (select a.severity = 'critical' from alerts a where a.account_id = ${db.accountId} and a.number = ${alertNumber}),
        'waiting', ${now}::timestamptz, ${now}::timestamptz, true
      from known k order by k.number
      on conflict (account_id, alert_number, channel, address) do update set
        is_escalated = true, contact_number = excluded.contact_number, language = excluded.language,
        state = case when n.state = 'sending' then n.state else 'waiting' end,
        attempts_before = case when n.state in ('sent', 'failed', 'suppressed') then n.attempts else n.attempts_before end,
        reason = case when n.state in ('sent', 'failed', 'suppressed') then null else n.reason end,
        cap = case when n.state in ('sent', 'failed', 'suppressed') then null else n.cap end,
        due_at = case when n.state = 'sending' then n.due_at else ${now}::timestamptz end, budget_wait_until = null
      returning n.number, n.contact_number, n.channel, n.address)
    select notified.number as notification_number, k.id as contact_id, k.name as contact_name, notified.channel,
      notified.address
    from notified join known k on k.number = notified.contact_number
    order by notified.number`
}

const notificationJson = (showsAddress: boolean) => sql`json_build_object(
  'id', n.id,
  'alertId', (select a.id from alerts a where a.account_id = n.account_id and a.number = n.alert_number),
  'alertName', (select a.name from alerts a where a.account_id = n.account_id and a.number = n.alert_number),
  'channel', n.channel, 'to', ${showsAddress ? sql`n.address` : sql`mask_address(n.address)`},
  'contactId', (select c.id from contacts c where c.account_id = n.account_id and c.number = n.contact_number),
  'state', n.state, 'reason', n.reason, 'cap', n.cap, 'receipt', n.receipt,
  'createdAt', iso_time(n.created_at), 'sentAt', iso_time(n.sent_at),
  'attempts', coalesce((
    select json_agg(json_build_object('startedAt', iso_time(t.began_at), 'endedAt', iso_time(t.ended_at),
      'outcome', t.outcome, 'error', t.error, 'day', t.day) order by t.attempt)
    from notification_attempts t
    where t.account_id = n.account_id and t.notification_number = n.number), '[]'))`

export function listOfDevice(
  db: AccountDb,
  deviceNumber: number,
  state: NotificationState | undefined,
  showsAddress: boolean,
  cursor: PageCursor,
): Promise<Page> {
  const isWanted = state === undefined ? sql`true` : sql`n.state = ${state}`
  return readNewest(db, cursor, {
    table: sql`notifications`,
    alias: sql`n`,
    where: sql`n.device_number = ${deviceNumber} and ${isWanted}`,
    json: notificationJson(showsAddress),
  })
}
