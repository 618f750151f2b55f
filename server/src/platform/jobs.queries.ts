// How the queue of jobs stands, for who examines it.

import type { Db } from './db.ts'

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
