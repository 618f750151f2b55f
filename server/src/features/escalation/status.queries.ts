import type { AccountDb } from '../../platform/db/db.ts'
import { isDeviceSeen } from '../../platform/db/scope.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { Step } from './policy.types.ts'

export interface StoredEscalation {
  policyId: string
  policyName: string
  steps: Step[]
  startedAt: Date
  endedAt: Date | null
  outcome: string | null
  next: { step: number; round: number; dueAt: string | null } | null
  rounds: {
    step: number
    round: number
    dueAt: string
    doneAt: string
    notices: {
      contactId: string
      name: string
      channel: string
      to: string
      state: string | null
      reason: string | null
      settledAt: string | null
    }[]
  }[]
}

/** The alert if it is visible, with its escalation if it has one. */
export async function findEscalation(
  db: AccountDb,
  { scope, showsAddress }: { scope: DeviceScope; showsAddress: boolean },
  alertId: string,
): Promise<{ escalation: StoredEscalation | null } | undefined> {
  const address = showsAddress ? sql`n.address` : sql`mask_address(n.address)`
  const [row] = await db<Omit<StoredEscalation, 'policyId'> & { policyId: string | null }>`
    select e.policy_id, e.policy_name, e.steps, e.started_at, e.ended_at, e.outcome,
      (select json_build_object('step', t.step, 'round', t.round,
          'dueAt', case when t.due_at > '-infinity' then iso_time(t.due_at) end)
        from escalation_timers t where t.account_id = a.account_id and t.alert_number = a.number) as next,
      coalesce((
        select json_agg(json_build_object('step', r.step, 'round', r.round, 'dueAt', iso_time(r.due_at),
          'doneAt', iso_time(r.done_at),
          'notices', coalesce((
            select json_agg(json_build_object('contactId', n.contact_id, 'name', n.contact_name, 'channel', n.channel,
              'to', ${address}, 'state', n.state, 'reason', n.reason, 'settledAt', iso_time(n.settled_at))
              order by n.notification_number)
            from escalation_notices n
            where n.account_id = r.account_id and n.alert_number = r.alert_number and n.step = r.step
              and n.round = r.round), '[]')) order by r.step, r.round)
        from escalation_rounds r where r.account_id = a.account_id and r.alert_number = a.number), '[]') as rounds
    from alerts a join devices d on d.account_id = a.account_id and d.number = a.device_number
    left join escalations e on e.account_id = a.account_id and e.alert_number = a.number
    where a.account_id = ${db.accountId} and a.id = ${alertId} and ${isDeviceSeen(scope)}`
  if (!row) return undefined
  const { policyId, ...rest } = row
  return { escalation: policyId === null ? null : { policyId, ...rest } }
}

export function findContactNames(db: AccountDb, ids: string[]): Promise<{ id: string; name: string }[]> {
  return db<{ id: string; name: string }>`
    select id, name from contacts where account_id = ${db.accountId} and id = any(${ids}::text[]) order by number`
}
