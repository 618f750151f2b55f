import type { AccountDb } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CountedPeriod } from './driver.types.ts'

/** Of a row `t`. */
export const tagJson = sql`json_build_object(
  'id', t.id, 'tag', t.tag, 'from', case when t.counts_from > '-infinity' then iso_time(t.counts_from) end,
  'to', case when t.counts_until < 'infinity' then iso_time(t.counts_until) end, 'createdAt', iso_time(t.created_at))`

export interface StoredTag extends CountedPeriod {
  id: string
  number: number
  tag: string
}

const bounds = ({ from, to }: CountedPeriod) => ({ from: from ?? '-infinity', until: to ?? 'infinity' })

export async function readTags(db: AccountDb, driverNumber: number): Promise<string[]> {
  const rows = await db<{ json: string }>`
    select ${tagJson}::text as json from driver_tags t
    where t.account_id = ${db.accountId} and t.driver_number = ${driverNumber} order by t.number`
  return rows.map(({ json }) => json)
}

export async function findTag(
  db: AccountDb,
  driverNumber: number,
  id: string,
): Promise<StoredTag | undefined> {
  const [row] = await db<StoredTag>`
    select id, number, tag, nullif(counts_from, '-infinity') as from, nullif(counts_until, 'infinity') as to
    from driver_tags
    where account_id = ${db.accountId} and driver_number = ${driverNumber} and id = ${id} for update`
  return row
}

export async function countTags(db: AccountDb, driverNumber: number): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from driver_tags
    where account_id = ${db.accountId} and driver_number = ${driverNumber}`
  return row!.count
}

/** The name of the driver who has the tag at some time of the period. `except`: the number of the tag that is changed. */
export async function findOwnerDuring(
  db: AccountDb,
  tag: string,
  period: CountedPeriod,
  except: number | null,
): Promise<string | undefined> {
  const { from, until } = bounds(period)
  const [row] = await db<{ name: string }>`
    select p.name from driver_tags t
    join drivers p on p.account_id = t.account_id and p.number = t.driver_number
    where t.account_id = ${db.accountId} and t.tag = ${tag} and t.counts_from < ${until}::timestamptz
      and t.counts_until > ${from}::timestamptz and t.number is distinct from ${except}::bigint
    order by p.deleted_at nulls first limit 1`
  return row?.name
}

/** When the last deleted driver had the tag no more; undefined if none had it. */
export async function findFreeSince(db: AccountDb, tag: string): Promise<Date | undefined> {
  const [row] = await db<{ at: Date | null }>`
    select max(t.counts_until) as at from driver_tags t
    join drivers p on p.account_id = t.account_id and p.number = t.driver_number
    where t.account_id = ${db.accountId} and t.tag = ${tag} and p.deleted_at is not null`
  return row?.at ?? undefined
}

/** Those that a driver has at any time, without deleted drivers. */
export async function listTaken(db: AccountDb, tags: string[]): Promise<string[]> {
  const rows = await db<{ tag: string }>`
    select distinct t.tag from driver_tags t
    join drivers p on p.account_id = t.account_id and p.number = t.driver_number
    where t.account_id = ${db.accountId} and t.tag = any(${tags}::text[]) and p.deleted_at is null`
  return rows.map(({ tag }) => tag)
}

export async function insertTag(
  db: AccountDb,
  id: string,
  driverNumber: number,
  { tag, ...period }: { tag: string } & CountedPeriod,
  now: Date,
): Promise<void> {
  const { from, until } = bounds(period)
  await db`
    insert into driver_tags (account_id, id, driver_number, tag, counts_from, counts_until, created_at)
    values (${db.accountId}, ${id}, ${driverNumber}, ${tag}, ${from}, ${until}, ${now})`
}

export async function updateTag(
  db: AccountDb,
  number: number,
  { tag, ...period }: { tag: string } & CountedPeriod,
): Promise<void> {
  const { from, until } = bounds(period)
  await db`
    update driver_tags set tag = ${tag}, counts_from = ${from}, counts_until = ${until}
    where account_id = ${db.accountId} and number = ${number}`
}

export async function deleteTag(db: AccountDb, number: number): Promise<void> {
  await db`delete from driver_tags where account_id = ${db.accountId} and number = ${number}`
}

/** The identifiers of the drivers, in the order given; null where a tag is of nobody then. */
export async function findOwners(
  db: AccountDb,
  wanted: { tag: string; at: Date }[],
): Promise<(string | null)[]> {
  const rows = await db<{ id: string | null }>`
    select p.id
    from unnest(${wanted.map(({ tag }) => tag)}::text[], ${wanted.map(({ at }) => at.toISOString())}::timestamptz[])
      with ordinality as given (tag, at, place)
    left join driver_tags t on t.account_id = ${db.accountId} and t.tag = given.tag and t.counts_from <= given.at
      and t.counts_until > given.at
    left join drivers p on p.account_id = t.account_id and p.number = t.driver_number
    order by given.place`
  return rows.map(({ id }) => id)
}
