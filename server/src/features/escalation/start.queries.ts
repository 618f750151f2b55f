import type { Db } from '../../platform/db/db.ts'
import type { AlertToEscalate } from './escalation.types.ts'

/** While an account has this many, further alerts notify only the contacts of their rules. */
export const maxRunning = 1_000

/** In the scope of the recorder or the account; idempotent. A policy that a rule names comes before a default. */
export async function startEscalations(db: Db, alerts: AlertToEscalate[], now: Date): Promise<number> {
  const rows = await db`
    with given as (
      select * from unnest(
        ${alerts.map(({ accountId }) => accountId)}::int[], ${alerts.map(({ alertNumber }) => alertNumber)}::bigint[],
        ${alerts.map(({ ruleNumber }) => ruleNumber)}::int[], ${alerts.map(({ topic }) => topic)}::text[])
        as given (account_id, alert_number, rule_number, topic)),
    started as (
      insert into escalations (account_id, alert_number, policy_id, policy_name, steps, topic, started_at)
      select distinct on (g.account_id, g.alert_number) g.account_id, g.alert_number, p.id, p.name, p.steps, g.topic,
        ${now}::timestamptz
      from given g
      join alerts a on a.account_id = g.account_id and a.number = g.alert_number
      left join alert_rules r on r.account_id = g.account_id and r.number = g.rule_number
      join escalation_policies p on p.account_id = g.account_id and case
        when coalesce(r.escalation, 'default') = 'default' then a.severity = any(p.default_for)
        else p.id = r.escalation end
      where (select count(*) from (
        select from escalation_timers t where t.account_id = g.account_id limit ${maxRunning}) as running) < ${maxRunning}
      order by g.account_id, g.alert_number, (p.id = r.escalation) desc nulls last, g.rule_number
      on conflict (account_id, alert_number) do nothing
      returning account_id, alert_number, (steps->0->>'afterMinutes')::int as after_minutes)
    insert into escalation_timers (account_id, alert_number, step, round, due_at)
    select account_id, alert_number, 0, 0, ${now}::timestamptz + make_interval(mins => after_minutes) from started
    returning alert_number`
  return rows.length
}
