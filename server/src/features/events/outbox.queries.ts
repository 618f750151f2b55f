// The outbox table: events that are not published yet.

import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { OutboxEvent } from './event.types.ts'

export async function insertEvents(db: AccountDb, events: OutboxEvent[]): Promise<void> {
  const column = <K extends keyof OutboxEvent>(name: K) => events.map((one) => one[name])
  await db`
    insert into outbox (account_id, id, type, at, device_number, device_id, data)
    select ${db.accountId}, * from unnest(${column('id')}::text[], ${column('type')}::text[],
      ${column('at')}::timestamptz[], ${column('deviceNumber')}::int[], ${column('deviceId')}::text[],
      ${events.map(({ data }) => JSON.stringify(data))}::jsonb[])`
}

export interface LeasedEvent {
  accountId: number
  number: number
  id: string
  type: string
  at: string
  deviceNumber: number
  deviceId: string
  latitude: number | null
  longitude: number | null
  data: string
}

/** Keeps this lock apart from other advisory locks. */
const lockSpace = 7_302

/**
 * Leases the oldest events, in order. Skips accounts of which another process has leased events, to keep their order.
 * Run it in a transaction: the advisory lock admits one process at a time.
 */
export async function leaseEvents(db: Db, now: Date, leasedUntil: Date, max: number): Promise<LeasedEvent[]> {
  const [lock] = await db<{ taken: boolean }>`select pg_try_advisory_xact_lock(${lockSpace}, 0) as taken`
  if (!lock?.taken) return []
  return db<LeasedEvent>`
    with due as materialized (
      select a.account_id, a.number from outbox a
      where (a.leased_until is null or a.leased_until < ${now})
        and not exists (
          select from outbox o
          where o.account_id = a.account_id and o.number < a.number and o.leased_until >= ${now})
      order by a.number limit ${max}),
    leased as (
      update outbox a set leased_until = ${leasedUntil}
      from due where a.account_id = due.account_id and a.number = due.number
      returning a.*)
    select account_id, number, id, type, iso_time(at) as at, device_number, device_id, latitude, longitude,
      data::text as data
    from leased order by number`
}

export async function deleteEvents(db: Db, published: LeasedEvent[]): Promise<void> {
  await db`
    delete from outbox a
    using unnest(${published.map((one) => one.accountId)}::int[], ${published.map((one) => one.number)}::bigint[])
      as published (account_id, number)
    where a.account_id = published.account_id and a.number = published.number`
}

export async function releaseEvents(db: Db, unpublished: LeasedEvent[]): Promise<void> {
  await db`
    update outbox a set leased_until = null
    from unnest(${unpublished.map((one) => one.accountId)}::int[], ${unpublished.map((one) => one.number)}::bigint[])
      as unpublished (account_id, number)
    where a.account_id = unpublished.account_id and a.number = unpublished.number`
}

/** When the oldest unpublished event happened. */
export async function findOldestUnpublished(db: Db): Promise<Date | undefined> {
  const [row] = await db<{ at: Date }>`select at from outbox order by number limit 1`
  return row?.at
}
