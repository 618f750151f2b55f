// Checks of the location store. No statement reads more than a few rows, or a bounded number.

import type { Db } from '../../platform/db/db.ts'

/** Missing partitions of this week and the next two. */
export async function listMissingWeeks(db: Db, now: Date): Promise<string[]> {
  const rows = await db<{ name: string }>`
    select format('locations_%s_%s', r.name, to_char(week, 'YYYYMMDD')) as name
    from retention_classes r,
      generate_series(date_trunc('week', ${now}::timestamptz at time zone 'UTC'),
        (${now}::timestamptz at time zone 'UTC') + interval '14 days', interval '7 days') as week
    where to_regclass(format('locations_%s_%s', r.name, to_char(week, 'YYYYMMDD'))) is null
    order by 1`
  return rows.map(({ name }) => name)
}

export async function hasUnplaced(db: Db): Promise<boolean> {
  const [row] = await db<{ yes: boolean }>`
    select exists (select from locations_short_default) or exists (select from locations_standard_default) as yes`
  return row!.yes
}

/** Counts up to `max`. */
export async function countDeadLetters(db: Db, max: number): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from (select from dead_letters order by id limit ${max}) as counted`
  return row!.count
}

/** Counts unregistered trackers that reported since, up to `max`. */
export async function countUnknownTrackers(db: Db, since: Date, max: number): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from (select from quarantine where last_seen_at > ${since} limit ${max}) as counted`
  return row!.count
}
