// The delivery log, for reading and redelivery.

import type { AccountDb } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readNewest } from '../../platform/db/paging.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Attempt, DeliveryState } from './webhook.types.ts'

const deliveryJson = sql`json_build_object(
  'id', d.id, 'eventId', d.event_id, 'type', d.event_type,
  'deviceId', (select v.id from devices v where v.account_id = d.account_id and v.number = d.device_number),
  'state', d.state, 'redelivery', d.is_redelivery,
  'dueAt', case when d.state = 'waiting' then (
    select iso_time(l.due_at) from webhook_queues l where l.account_id = d.account_id
      and l.webhook_number = d.webhook_number and l.device_number = d.device_number) end,
  'request', d.body, 'attempts', d.log, 'createdAt', iso_time(d.created_at), 'endedAt', iso_time(d.ended_at))`

export function listDeliveries(
  db: AccountDb,
  webhook: number,
  state: DeliveryState | undefined,
  cursor: PageCursor,
): Promise<Page> {
  const isWanted = state === undefined ? sql`true` : sql`d.state = ${state}`
  return readNewest(db, cursor, {
    table: sql`webhook_deliveries`,
    alias: sql`d`,
    where: sql`d.webhook_number = ${webhook} and ${isWanted}`,
    json: deliveryJson,
  })
}

export async function findDelivery(db: AccountDb, webhook: number, id: string): Promise<string | undefined> {
  const [row] = await db<{ json: string }>`
    select ${deliveryJson}::text as json from webhook_deliveries d
    where d.account_id = ${db.accountId} and d.webhook_number = ${webhook} and d.id = ${id}`
  return row?.json
}

/** A test is not queued: it is recorded when it is done, unless the webhook was deleted meanwhile. */
export async function insertTest(
  db: AccountDb,
  webhook: number,
  test: { id: string; eventId: string; body: string; isDelivered: boolean; attempt: Attempt; now: Date },
): Promise<void> {
  await db`
    insert into webhook_deliveries (account_id, id, webhook_number, event_id, event_type, body, is_redelivery, state, attempts,
      log, created_at, ended_at)
    select ${db.accountId}::int, ${test.id}::text, w.number, ${test.eventId}::text, 'webhook.test', ${test.body}::text,
      false, case when ${test.isDelivered}::boolean then 'delivered' else 'failed' end, 1,
      ${JSON.stringify([test.attempt])}::jsonb, ${test.now}::timestamptz, ${test.now}::timestamptz
    from webhooks w where w.account_id = ${db.accountId} and w.number = ${webhook}
    for key share`
}

/** Back into its queue, as the oldest delivery of its device. A waiting delivery only becomes due at once. */
export async function requeue(
  db: AccountDb,
  webhook: number,
  id: string,
  now: Date,
): Promise<'queued' | 'test' | undefined> {
  const [row] = await db<{ deviceNumber: number | null }>`
    with found as materialized (
      select number, device_number, state from webhook_deliveries
      where account_id = ${db.accountId} and webhook_number = ${webhook} and id = ${id}
      for update),
    queued as (
      update webhook_deliveries d set state = 'waiting', attempts = 0, ended_at = null
      from found f where d.account_id = ${db.accountId} and d.number = f.number and f.device_number is not null),
    queue as (
      insert into webhook_queues as q (account_id, webhook_number, device_number, waiting, due_at)
      select ${db.accountId}::int, ${webhook}::int, device_number, (state <> 'waiting')::int, ${now}::timestamptz
      from found where device_number is not null
      on conflict (account_id, webhook_number, device_number) do update set
        waiting = q.waiting + excluded.waiting,
        due_at = case when q.lease_until > ${now}::timestamptz then q.due_at else excluded.due_at end)
    select device_number from found`
  if (!row) return undefined
  return row.deviceNumber === null ? 'test' : 'queued'
}
