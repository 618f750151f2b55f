import { isAccountActive } from '../../../platform/db/account-status.queries.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/**
 * Over all active accounts: schedules that should have started before `dueBefore`. A failing start postpones the instant
 * and not the day, so a day before `dayBefore` is late too. The epoch means: to be computed by the next poll.
 */
export async function findLate(
  directory: Db,
  { dueBefore, dayBefore }: { dueBefore: Date; dayBefore: string },
): Promise<{ count: number; oldestOn: string | null }> {
  const [row] = await directory<{ count: number; oldestOn: string | null }>`
    select count(*) as count, min(s.next_on)::text as oldest_on from report_schedules s
    where s.enabled and ${isAccountActive(sql`s`)}
      and ((s.next_due_at < ${dueBefore} and s.next_due_at > to_timestamp(0)) or s.next_on < ${dayBefore}::date)`
  return row!
}

export interface FailingSchedule {
  account: string
  schedule: string
  reason: string | null
}

/** Over all active accounts: schedules whose last runs all sent nothing, though there was something to send. */
export function listFailing(
  directory: Db,
  { runs, limit }: { runs: number; limit: number },
): Promise<FailingSchedule[]> {
  return directory<FailingSchedule>`
    select o.public_id as account, s.id as schedule, last.reason
    from report_schedules s
    join directory_accounts o on o.account_id = s.account_id and o.effective_status = 'active'
    cross join lateral (
      select count(*) filter (where bad.is_bad) as bad, (array_agg(bad.reason order by bad.number desc))[1] as reason
      from (
        select r.number, coalesce(r.reason, unsent.reason) as reason,
          r.state = 'failed' or (r.state = 'sending' and unsent.count > 0 and unsent.others = 0) as is_bad
        from report_schedule_runs r
        cross join lateral (
          select count(*) filter (where e.state in ('failed', 'suppressed')) as count,
            count(*) filter (where e.state not in ('failed', 'suppressed')) as others, min(e.reason) as reason
          from report_emails e where e.account_id = r.account_id and e.run_number = r.number) as unsent
        where r.account_id = s.account_id and r.schedule_number = s.number and r.occurs_on is not null
        order by r.number desc limit ${runs}) as bad) as last
    where s.enabled and last.bad >= ${runs}
    order by s.account_id, s.number limit ${limit}`
}
