import type { Db } from '../../platform/db.ts'

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
 * Counts one failure for each subject. Beyond its allowance each further failure doubles the wait, from 1 s to 15 min;
 * after a day without a failure the count begins anew.
 */
export async function countFailures(
  db: Db,
  subjects: string[],
  allowances: number[],
  now: Date,
): Promise<void> {
  await db`
    insert into throttles as t (subject, failures, last_failure_at, free_at)
    select subject, 1, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${subjects}::text[]) as subject order by subject
    on conflict (subject) do update set
      failures = case when t.last_failure_at < ${now}::timestamptz - interval '1 day' then 1 else t.failures + 1 end,
      last_failure_at = ${now}::timestamptz,
      free_at = ${now}::timestamptz + case
        when t.failures + 1 < (${allowances}::int[])[array_position(${subjects}::text[], t.subject)] then interval '0'
        else least(
          interval '15 minutes',
          interval '1 second' * power(2, least(20,
            t.failures + 1 - (${allowances}::int[])[array_position(${subjects}::text[], t.subject)])))
      end`
}

/** The failures of everybody, per minute: the window is part of the subject. */
export async function countOverall(db: Db, subject: string, now: Date): Promise<void> {
  await db`
    insert into throttles as t (subject, failures, last_failure_at, free_at)
    values (${subject}, 1, ${now}, ${now})
    on conflict (subject) do update set failures = t.failures + 1, last_failure_at = ${now}`
}

export async function forgetFailures(db: Db, subjects: string[], now: Date): Promise<void> {
  await db`
    insert into throttles (subject, failures, last_failure_at, free_at, last_success_at)
    select subject, 0, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${subjects}::text[]) as subject order by subject
    on conflict (subject) do update set failures = 0, free_at = ${now}, last_success_at = ${now}`
}

export async function deleteThrottlesBefore(db: Db, instant: Date): Promise<void> {
  await db`delete from throttles where last_failure_at < ${instant} and coalesce(last_success_at, ${instant}) <= ${instant}`
}
