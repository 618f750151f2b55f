// Closing the days of an account in its cell, and reporting them to the reseller tree.

import type { AccountDb, Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { livesIn } from '../cell.queries.ts'
import type { ClosedDay } from './usage.types.ts'

/** Counters may change for some days after theirs was closed, such as by a refused message. The next day takes it. */
const settledAfterDays = 7

export function listDue(directory: Db, now: Date, limit: number): Promise<{ accountId: number }[]> {
  return directory<{ accountId: number }>`
    select account_id from usage_cursors where due_at <= ${now} order by due_at limit ${limit}`
}

/** Locks the cursor. Undefined if another process closes the day, or has closed it. */
export async function lockCursor(db: AccountDb, now: Date): Promise<{ day: string } | undefined> {
  const [row] = await db<{ day: string }>`
    select day::text from usage_cursors
    where account_id = ${db.accountId} and due_at <= ${now} for update skip locked`
  return row
}

/**
 * The licenses are locked, and the row of the day in `license_days` exists. Billed is what the counters of the last days are
 * more than those of the same days were at the last closing (`counted`). If they are less, the rest stays in `counted`.
 */
export async function closeDay(db: AccountDb, day: string, now: Date): Promise<void> {
  await db`
    with span as (
      select ${day}::date - ${settledAfterDays}::int as first, ${day}::date as day),
    counters as (
      select 'emails' as meter, s.starts_on as on_day, s.emails::bigint as amount from spending s, span
      where s.account_id = ${db.accountId} and s.period = 'day' and s.starts_on >= span.first and s.starts_on <= span.day
      union all
      select 'apiUnits', u.day, u.units from api_usage u, span
      where u.account_id = ${db.accountId} and u.day >= span.first and u.day <= span.day
      union all
      select 'locations', l.day, l.stored from location_days l, span
      where l.account_id = ${db.accountId} and l.day >= span.first and l.day <= span.day
      union all
      select 'sms ' || s.prefix, s.day, s.messages from sms_days s, span
      where s.account_id = ${db.accountId} and s.day >= span.first and s.day <= span.day),
    now_counted as (
      select meter, sum(amount) as amount, sum(amount) filter (where on_day < span.day) as before_day,
        sum(amount) filter (where on_day > span.first) as of_next
      from counters, span group by meter),
    cursor as (
      select counted from usage_cursors where account_id = ${db.accountId}),
    billed as (
      select meter, coalesce(n.of_next, 0) as of_next,
        coalesce(n.amount, 0) - coalesce(b.value::bigint, case when cursor.counted is null then n.before_day end, 0) as amount
      from cursor cross join (
        now_counted n full join (
          select c.key as meter, c.value from cursor, jsonb_each_text(cursor.counted) as c) as b using (meter))),
    counted as (
      update usage_cursors set counted = (
        select coalesce(jsonb_object_agg(meter, of_next + greatest(0, -amount)), '{}') from billed
        where of_next + greatest(0, -amount) <> 0)
      where account_id = ${db.accountId})
    insert into usage_days (account_id, day, ends_at, licenses_peak, licenses_granted, emails, sms, sms_prefixes, api_units,
      locations, closed_at)
    select a.account_id, span.day, start_of_day(span.day + 1, a.time_zone), coalesce(l.peak, 0), coalesce(l.granted, 0),
      used.emails, used.sms, used.prefixes, used.api_units, used.locations, ${now}
    from accounts a cross join span cross join (
      select coalesce(sum(amount) filter (where meter = 'emails'), 0) as emails,
        coalesce(sum(amount) filter (where meter = 'apiUnits'), 0) as api_units,
        coalesce(sum(amount) filter (where meter = 'locations'), 0) as locations,
        coalesce(sum(amount) filter (where meter like 'sms %'), 0) as sms,
        coalesce(jsonb_object_agg(substr(meter, 5), amount order by meter) filter (where meter like 'sms %'), '{}') as prefixes
      from billed where amount > 0) as used
      left join license_days l on l.account_id = ${db.accountId} and l.day = span.day
    where a.account_id = ${db.accountId}
    on conflict do nothing`
}

/** The next day is due an hour after its end. Counters that no later day reads are deleted. */
export async function moveCursor(db: AccountDb, day: string): Promise<void> {
  await db`
    with old_licenses as (
      delete from license_days where account_id = ${db.accountId} and day < ${day}::date),
    old_sms as (
      delete from sms_days where account_id = ${db.accountId} and day < ${day}::date - ${settledAfterDays}::int),
    old_locations as (
      delete from location_days where account_id = ${db.accountId} and day < ${day}::date - ${settledAfterDays}::int)
    update usage_cursors c set day = ${day}::date + 1, due_at = start_of_day(${day}::date + 2, a.time_zone) + interval '1 hour'
    from accounts a where c.account_id = ${db.accountId} and a.account_id = c.account_id`
}

/** In all accounts of the cell. */
export function listUnreported(directory: Db, limit: number): Promise<ClosedDay[]> {
  return directory<ClosedDay>`
    select account_id as account_number, day::text, ends_at, licenses_peak, licenses_granted, emails, sms, sms_prefixes,
      api_units, locations, closed_at
    from usage_days where not is_reported order by account_id, day limit ${limit}`
}

/** Up to 100,000. */
export async function countUnreported(directory: Db): Promise<number> {
  const [row] = await directory<{ count: number }>`
    select count(*)::int as count from (select from usage_days where not is_reported limit 100000) as unreported`
  return row!.count
}

/** Reported twice they change nothing. Accounts that the tree does not have yet are left out. */
export async function keepInTree(tree: Db, days: ClosedDay[]): Promise<void> {
  await tree`
    insert into node_usage_days (account_number, day, account, path, ends_at, licenses_peak, licenses_granted, emails,
      sms, sms_prefixes, api_units, locations, closed_at, is_emitted)
    select n.account_number, d.day, n.id, n.path, d."endsAt", d."licensesPeak", d."licensesGranted", d.emails, d.sms,
      d."smsPrefixes", d."apiUnits", d.locations, d."closedAt",
      n.is_staff or not exists (select from nodes s where s.parent = n.parent and s.is_staff)
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d ("accountNumber" int, day date, "endsAt" timestamptz,
      "licensesPeak" int, "licensesGranted" int, emails bigint, sms bigint, "smsPrefixes" jsonb, "apiUnits" bigint,
      locations bigint, "closedAt" timestamptz)
    join nodes n on n.account_number = d."accountNumber"
    order by n.account_number, d.day
    on conflict do nothing`
}

export function listReported(tree: Db, days: ClosedDay[]): Promise<{ accountNumber: number; day: string }[]> {
  return tree<{ accountNumber: number; day: string }>`
    select d.account_number, d.day::text
    from unnest(${days.map((one) => one.accountNumber)}::int[], ${days.map((one) => one.day)}::date[])
      as d (account_number, day)
    join node_usage_days u on u.account_number = d.account_number and u.day = d.day`
}

export async function markReported(db: AccountDb, days: string[]): Promise<void> {
  await db`
    update usage_days set is_reported = true
    where account_id = ${db.accountId} and day = any(${days}::date[]) and not is_reported`
}

export interface PendingEvent {
  staffNumber: number
  accountNumber: number
  json: object
  account: string
  day: string
  closedAt: Date
}

/** With the account whose people manage the reseller directly above, if that account lives in this cell. */
export function listPendingEvents(
  tree: Db,
  cell: number | undefined,
  limit: number,
): Promise<PendingEvent[]> {
  return tree<PendingEvent>`
    select s.account_number as staff_number, u.account_number, u.account, u.day::text, u.closed_at,
      json_build_object('accountId', u.account, 'day', u.day, 'licensesPeak', u.licenses_peak,
        'licensesGranted', u.licenses_granted, 'emails', u.emails, 'sms', u.sms, 'apiUnits', u.api_units,
        'locations', u.locations) as json
    from node_usage_days u, lateral (
      select s.account_number from nodes p join nodes s on s.parent = p.number and s.is_staff
      where p.path = left(u.path, -9) and p.kind <> 'account' order by s.number limit 1) as s
    where not u.is_emitted ${livesIn(sql`s.account_number`, cell)}
    order by u.path, u.day limit ${limit}`
}

export async function markEmitted(tree: Db, days: { accountNumber: number; day: string }[]): Promise<void> {
  await tree`
    update node_usage_days u set is_emitted = true
    from unnest(${days.map((one) => one.accountNumber)}::int[], ${days.map((one) => one.day)}::date[])
      as d (account_number, day)
    where u.account_number = d.account_number and u.day = d.day`
}
