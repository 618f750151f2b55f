// What the operator should know of the store. Nothing here reads more than a few rows.

import type { Db } from '../../platform/db/db.ts'

/** Partitions of this week and the two that come. */
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

/** Counts no further than `most`. */
export async function countDeadLetters(db: Db, most: number): Promise<number> {
  const [row] = await db<{ letters: number }>`
    select count(*) as letters from (select from dead_letters order by id limit ${most}) as counted`
  return row!.letters
}

/** Trackers that nobody has registered, heard since. */
export async function countStrangers(db: Db, since: Date, most: number): Promise<number> {
  const [row] = await db<{ strangers: number }>`
    select count(*) as strangers from (select from quarantine where last_seen_at > ${since} limit ${most}) as counted`
  return row!.strangers
}
