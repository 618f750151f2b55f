// How the queues of jobs stand, for who examines or measures them. The tables are pg-boss's.

import type { Db } from '../db/db.ts'

export interface JobsState {
  /** Of the kinds asked for, those without a queue. */
  missing: string[]
  /** When somebody last looked after the queues; null where nobody did. */
  lookedAfterAt: Date | null
}

export async function hasJobs(db: Db): Promise<boolean> {
  const [row] = await db<{ yes: boolean }>`
    select coalesce(has_table_privilege(to_regclass('pgboss.queue'), 'select'), false) as yes`
  return row!.yes
}

export async function findJobs(db: Db, kinds: string[]): Promise<JobsState> {
  const [row] = await db<JobsState>`
    select
      array(select kind from unnest(${kinds}::text[]) as kind where kind not in (select name from pgboss.queue)) as missing,
      (select max(monitor_on) from pgboss.queue) as looked_after_at`
  return row!
}

export interface FailedJobs {
  kind: string
  jobs: number
  /** What the newest of them said. */
  why: string | null
}

/** Those that will not be tried again. Counts no further than `most`. */
export function listFailedJobs(db: Db, kinds: string[], most: number): Promise<FailedJobs[]> {
  return db<FailedJobs>`
    select name as kind, count(*) as jobs, (array_agg(output ->> 'message' order by completed_on desc))[1] as why
    from (
      select name, output, completed_on from pgboss.job
      where name = any (${kinds}::text[]) and state = 'failed' limit ${most}) as failed
    group by name order by name`
}

export interface WaitingJobs {
  queue: string
  count: number
  oldestSeconds: number
}

/** Every queue there is, those that are empty too. */
export function listWaitingJobs(directory: Db): Promise<WaitingJobs[]> {
  return directory<WaitingJobs>`
    select q.name as queue, count(j.id)::int as count,
      coalesce(extract(epoch from now() - min(j.start_after)), 0)::float8 as oldest_seconds
    from pgboss.queue q left join pgboss.job j
      on j.name = q.name and j.state in ('created', 'retry') and j.start_after <= now()
    where q.name not like '\_\_pgboss%'
    group by q.name`
}
