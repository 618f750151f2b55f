// The state of the job queues, for the doctor and for metrics. The tables belong to pg-boss.

import type { Db } from '../db/db.ts'

export interface JobsState {
  /** The requested kinds without a queue. */
  missing: string[]
  /** When the queues were last monitored; null if never. */
  monitoredAt: Date | null
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
      (select max(monitor_on) from pgboss.queue) as monitored_at`
  return row!
}

export interface FailedJobs {
  kind: string
  jobs: number
  /** The error of the newest one. */
  why: string | null
}

/** Jobs that will not be retried. Counts up to `limit`. */
export function listFailedJobs(db: Db, kinds: string[], limit: number): Promise<FailedJobs[]> {
  return db<FailedJobs>`
    select name as kind, count(*) as jobs, (array_agg(output ->> 'message' order by completed_on desc))[1] as why
    from (
      select name, output, completed_on from pgboss.job
      where name = any (${kinds}::text[]) and state = 'failed' limit ${limit}) as failed
    group by name order by name`
}

export interface WaitingJobs {
  queue: string
  count: number
  oldestSeconds: number
}

/** Every queue, including empty ones. */
export function listWaitingJobs(directory: Db): Promise<WaitingJobs[]> {
  return directory<WaitingJobs>`
    select q.name as queue, count(j.id)::int as count,
      coalesce(extract(epoch from now() - min(j.start_after)), 0)::float8 as oldest_seconds
    from pgboss.queue q left join pgboss.job j
      on j.name = q.name and j.state in ('created', 'retry') and j.start_after <= now()
    where q.name not like '\_\_pgboss%'
    group by q.name`
}
