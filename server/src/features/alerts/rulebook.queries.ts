import type { Db } from '../../platform/db/db.ts'
import type { Conditions } from './rule.types.ts'
import type { Severity } from './rules/rulebook.types.ts'

export interface RuleRow {
  accountId: number
  number: number
  id: string
  name: string
  version: number
  type: string
  severity: Severity
  settings: object
  conditions: Conditions
  appliesTo: 'all' | 'groups' | 'devices'
  timeZone: string
  /** Null if the rule applies to all devices. */
  devices: number[] | null
  areas: number[] | null
}

/** The enabled rules of some accounts, with their devices and geofences. */
export function listRules(db: Db, accountIds: number[]): Promise<RuleRow[]> {
  return db<RuleRow>`
    select r.account_id, r.number, r.id, r.name, r.version, r.kind as type, r.severity, r.settings, r.conditions, r.applies_to,
      a.time_zone,
      case when r.applies_to <> 'all' then array(
        select t.device_number from rule_targets t
        where t.account_id = r.account_id and t.rule_number = r.number and t.device_number is not null
        union
        select g.device_number from rule_targets t
        join group_devices g on g.account_id = t.account_id and g.group_id = t.group_id
        where t.account_id = r.account_id and t.rule_number = r.number) end as devices,
      (select array_agg(f.geofence_number) from rule_geofences f
        where f.account_id = r.account_id and f.rule_number = r.number) as areas
    from alert_rules r join accounts a using (account_id)
    where r.account_id = any(${accountIds}::int[]) and r.enabled
    order by r.account_id, r.number`
}

export interface ExpiryRow {
  accountId: number
  number: number
  expiresAt: Date
}

export function listExpiries(db: Db, accountIds: number[]): Promise<ExpiryRow[]> {
  return db<ExpiryRow>`
    select account_id, number, expires_at from devices
    where account_id = any(${accountIds}::int[]) and expires_at is not null`
}

export function listAreaNames(
  db: Db,
  accountId: number,
  wanted: ReadonlySet<number> | 'all',
): Promise<{ number: number; name: string }[]> {
  const numbers = wanted === 'all' ? null : [...wanted]
  return db<{ number: number; name: string }>`
    select number, name from geofences
    where account_id = ${accountId} and (${numbers}::int[] is null or number = any(${numbers}::int[]))`
}

/** Recent changes of rules, by account. */
export function listChanges(db: Db, seconds: number): Promise<{ number: number; accountId: number }[]> {
  return db<{ number: number; accountId: number }>`
    select number, account_id from rulebook_changes where at > now() - make_interval(secs => ${seconds})`
}
