// Announcements wait here for whoever publishes them.

import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { Announcement } from './event.types.ts'

export async function insertAnnouncements(db: AccountDb, outbox: Announcement[]): Promise<void> {
  const column = <K extends keyof Announcement>(name: K) => outbox.map((one) => one[name])
  await db`
    insert into outbox (account_id, id, type, at, device_number, device_id, data)
    select ${db.accountId}, * from unnest(${column('id')}::text[], ${column('type')}::text[],
      ${column('at')}::timestamptz[], ${column('deviceNumber')}::int[], ${column('deviceId')}::text[],
      ${outbox.map(({ data }) => JSON.stringify(data))}::jsonb[])`
}

export interface ClaimedAnnouncement {
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

/** Told apart from other advisory locks. */
const lockSpace = 7_302

/**
 * The oldest, in order. Of an account that somebody else is at, none: what happened first is told first. In a transaction,
 * since only one may choose at a time.
 */
export async function claimAnnouncements(
  db: Db,
  now: Date,
  leasedUntil: Date,
  most: number,
): Promise<ClaimedAnnouncement[]> {
  const [lock] = await db<{ taken: boolean }>`select pg_try_advisory_xact_lock(${lockSpace}, 0) as taken`
  if (!lock?.taken) return []
  return db<ClaimedAnnouncement>`
    with due as materialized (
      select a.account_id, a.number from outbox a
      where (a.leased_until is null or a.leased_until < ${now})
        and not exists (
          select from outbox o
          where o.account_id = a.account_id and o.number < a.number and o.leased_until >= ${now})
      order by a.number limit ${most}),
    claimed as (
      update outbox a set leased_until = ${leasedUntil}
      from due where a.account_id = due.account_id and a.number = due.number
      returning a.*)
    select account_id, number, id, type, iso_time(at) as at, device_number, device_id, latitude, longitude,
      data::text as data
    from claimed order by number`
}

export async function deleteAnnouncements(db: Db, told: ClaimedAnnouncement[]): Promise<void> {
  await db`
    delete from outbox a
    using unnest(${told.map((one) => one.accountId)}::int[], ${told.map((one) => one.number)}::bigint[])
      as told (account_id, number)
    where a.account_id = told.account_id and a.number = told.number`
}

export async function releaseAnnouncements(db: Db, untold: ClaimedAnnouncement[]): Promise<void> {
  await db`
    update outbox a set leased_until = null
    from unnest(${untold.map((one) => one.accountId)}::int[], ${untold.map((one) => one.number)}::bigint[])
      as untold (account_id, number)
    where a.account_id = untold.account_id and a.number = untold.number`
}

/** When that happened which waits longest to be told. */
export async function findOldestUntold(db: Db): Promise<Date | undefined> {
  const [row] = await db<{ at: Date }>`select at from outbox order by number limit 1`
  return row?.at
}
