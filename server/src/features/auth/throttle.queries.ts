import type { Db } from '../../platform/db/db.ts'

export interface Throttle {
  subject: string
  failures: number
  freeAt: Date
  lastFailureAt: Date
  lastSuccessAt: Date | null
}

export function listThrottles(db: Db, subjects: string[]): Promise<Throttle[]> {
  return db<Throttle>`
    select subject, failures, free_at, last_failure_at, last_success_at
    from throttles where subject = any(${subjects})`
}

/**
 * Counts one failure for each subject. Beyond the allowance each failure doubles the wait, from 1 s to 15 min;
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
    from counted order by subject
    on conflict (subject) do update set
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

/** Failures of all names per minute: the window is part of the subject. */
export async function countOverall(db: Db, subject: string, now: Date): Promise<void> {
  await db`
    insert into throttles as t (subject, failures, last_failure_at, free_at)
    values (${subject}, 1, ${now}, 'epoch')
    on conflict (subject) do update set failures = t.failures + 1, last_failure_at = excluded.last_failure_at`
}

export async function resetFailures(db: Db, subjects: string[], now: Date): Promise<void> {
  await db`
    insert into throttles (subject, failures, last_failure_at, free_at, last_success_at)
    select subject, 0, ${now}::timestamptz, 'epoch', ${now}::timestamptz
    from unnest(${subjects}::text[]) as subject order by subject
    on conflict (subject) do update set failures = 0, free_at = 'epoch', last_success_at = excluded.last_success_at`
}

/** Failures matter for a day; a success from an address is kept longer. */
export async function deleteThrottles(
  db: Db,
  before: { lastFailure: Date; lastSuccess: Date },
): Promise<void> {
  await db`
    delete from throttles
    where last_failure_at < ${before.lastFailure}
      and (last_success_at is null or last_success_at < ${before.lastSuccess})`
}
