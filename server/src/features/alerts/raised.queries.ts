import type { AccountDb } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Severity } from './rules/rulebook.types.ts'
import { appliesTo } from './targets.queries.ts'

export interface RuleOfDevice {
  deviceNumber: number
  ruleNumber: number
  id: string
  name: string
  version: number
  severity: Severity
  settings: Record<string, unknown>
  latitude: number | null
  longitude: number | null
}

/** The enabled rules of a kind that apply to these devices, with the newest location of each device. */
export function listRulesOf(db: AccountDb, kind: string, deviceNumbers: number[]): Promise<RuleOfDevice[]> {
  return db<RuleOfDevice>`
    select given.device_number, r.number as rule_number, r.id, r.name, r.version, r.severity, r.settings, n.latitude,
      n.longitude
    from unnest(${deviceNumbers}::int[]) as given (device_number)
    join alert_rules r on r.account_id = ${db.accountId} and r.kind = ${kind} and r.enabled
      and ${appliesTo(sql`given.device_number`)}
    left join newest_locations n on n.account_id = ${db.accountId} and n.device_number = given.device_number
    order by given.device_number, r.number`
}

/** Alerts of a device whose cause contains a text. */
export async function resolveAlerts(
  db: AccountDb,
  deviceNumber: number,
  causePart: string,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await db`
    update alerts set acknowledged_at = coalesce(acknowledged_at, ${now}),
      acknowledged_by = coalesce(acknowledged_by, ${by}), resolved_at = ${now}, resolved_by = ${by}, version = version + 1
    where account_id = ${db.accountId} and device_number = ${deviceNumber} and resolved_at is null
      and withdrawn_at is null and position(${causePart} in cause) > 0`
}
