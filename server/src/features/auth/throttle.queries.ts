import type { Db } from '../../platform/db/db.ts'

export interface Subjects {
  name: string
  address: string
  pair: string
  overall: string
}

export interface Reservation {
  /** Above 0 if failures have to be waited for. */
  waitMs: number
  /** As many attempts as allowed are not judged yet. */
  isBusy: boolean
  /** The address has signed in to this name before. */
  isKnown: boolean
}

/** Counts an attempt before it is judged. */
export async function reserveAttempt(
  db: Db,
  { name, address, pair, overall }: Subjects,
  allowances: { perName: number; perAddress: number; perMinute: number },
  now: Date,
): Promise<Reservation> {
  const { perName, perAddress, perMinute } = allowances
  const [row] = await db<Reservation>`
    select wait_ms, is_busy, is_known from reserve_attempt(
      ${name}, ${address}, ${pair}, ${overall}, ${perName}, ${perAddress}, ${perMinute}, ${now})`
  return row!
}

/** For an attempt that could not be judged. */
export async function giveBack(db: Db, subjects: Subjects): Promise<void> {
  await db`
    insert into throttles as t (subject, last_failure_at, free_at)
    select subject, 'epoch', 'epoch'
    from unnest(${Object.values(subjects)}::text[]) as subject, set_config('synchronous_commit', 'off', true)
    order by subject
    on conflict (subject) do update set reserved = greatest(0, t.reserved - 1)`
}

export async function findFreeAt(db: Db, subject: string): Promise<Date | undefined> {
  const [row] = await db<{ freeAt: Date }>`select free_at from throttles where subject = ${subject}`
  return row?.freeAt
}

/** Returns the count, this use included. */
export async function countUse(db: Db, subject: string, now: Date): Promise<number> {
  const [row] = await db<{ failures: number }>`
    insert into throttles as t (subject, failures, last_failure_at, free_at)
    values (${subject}, 1, ${now}, 'epoch')
    on conflict (subject) do update set failures = t.failures + 1, last_failure_at = excluded.last_failure_at
    returning failures`
  return row!.failures
}

/** Subjects of failures in a row, which time does not reset. */
export const inRowPrefix = 'password:'

/** Returns the count, this failure included. */
export async function countInRow(db: Db, subject: string, now: Date): Promise<number> {
  const [row] = await db<{ failures: number }>`
    insert into throttles as t (subject, failures, last_failure_at, free_at)
    select ${subject}::text, 1, ${now}::timestamptz, 'epoch' from set_config('synchronous_commit', 'off', true)
    on conflict (subject) do update set failures = t.failures + 1, last_failure_at = excluded.last_failure_at
    returning failures`
  return row!.failures
}

export async function deleteThrottle(db: Db, subject: string): Promise<void> {
  await db`delete from throttles where subject = ${subject}`
}

/**
 * Counts one failure for each subject in place of its reservation. Beyond the allowance each failure doubles the wait, from 1 s to 15 min;
 * a day without a failure resets the count. Without a wait, free_at is 'epoch' and not now, which would still be in
 * the future for a concurrent call or a clock that is behind.
 */
export async function countFailures(
  db: Db,
  subjects: string[],
  allowances: number[],
  now: Date,
): Promise<void> {
  await db`
    with counted as (
      select subject, allowance from unnest(${subjects}::text[], ${allowances}::int[]) as c (subject, allowance))
    insert into throttles as t (subject, failures, last_failure_at, free_at)
    select subject, 1, ${now}::timestamptz,
      case when allowance > 1 then 'epoch' else ${now}::timestamptz + interval '1 second' end
    from counted, set_config('synchronous_commit', 'off', true) order by subject
    on conflict (subject) do update set
      reserved = greatest(0, t.reserved - 1),
      last_failure_at = excluded.last_failure_at,
      (failures, free_at) = (
        select n, case
          when n < allowance then 'epoch'
          else excluded.last_failure_at
            + least(interval '15 minutes', interval '1 second' * power(2, least(20, n - allowance)))
        end
        from counted, lateral (select case
          when t.last_failure_at < excluded.last_failure_at - interval '1 day' then 1
          else t.failures + 1
        end) as counting (n)
        where counted.subject = t.subject)`
}

/** The failures of all names stay counted. */
export async function countSuccess(db: Db, subjects: Subjects, now: Date): Promise<void> {
  const { overall } = subjects
  await db`
    insert into throttles as t (subject, failures, last_failure_at, free_at, last_success_at)
    select subject, 0, ${now}::timestamptz, 'epoch', case when subject <> ${overall} then ${now}::timestamptz end
    from unnest(${Object.values(subjects)}::text[]) as subject, set_config('synchronous_commit', 'off', true)
    order by subject
    on conflict (subject) do update set
      reserved = greatest(0, t.reserved - 1),
      failures = case when t.subject = ${overall} then t.failures else 0 end,
      free_at = 'epoch', last_success_at = excluded.last_success_at`
}

/** Failures matter for a day; a success from an address is kept longer, and so are several failures in a row. */
export async function deleteThrottles(
  db: Db,
  before: { lastFailure: Date; lastSuccess: Date; lastInRow: Date },
): Promise<void> {
  await db`
    delete from throttles
    where last_failure_at < ${before.lastFailure}
      and (last_success_at is null or last_success_at < ${before.lastSuccess})
      and (failures < 5 or subject not like ${`${inRowPrefix}%`} or last_failure_at < ${before.lastInRow})`
}
