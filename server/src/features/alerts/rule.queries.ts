import type { AccountDb } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readPage } from '../../platform/db/paging.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ListFilter } from '../../platform/db/updated-since.ts'
import { isUpdatedSince } from '../../platform/db/updated-since.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { RuleDocument, StoredRule } from './rule.types.ts'

const groupIds = sql`array(
  select t.group_id from rule_targets t
  where t.account_id = r.account_id and t.rule_number = r.number and t.group_id is not null order by t.group_id)`
const deviceIds = sql`array(
  select d.id from rule_targets t join devices d on d.account_id = t.account_id and d.number = t.device_number
  where t.account_id = r.account_id and t.rule_number = r.number order by d.number)`
const geofenceIds = sql`array(
  select f.id from rule_geofences t join geofences f on f.account_id = t.account_id and f.number = t.geofence_number
  where t.account_id = r.account_id and t.rule_number = r.number order by f.number)`
const contactIds = sql`array(
  select c.id from rule_contacts t join contacts c on c.account_id = t.account_id and c.number = t.contact_number
  where t.account_id = r.account_id and t.rule_number = r.number order by c.number)`

const ruleJson = sql`json_build_object(
  'id', r.id, 'name', r.name, 'type', r.kind, 'enabled', r.enabled, 'severity', r.severity, 'settings', r.settings,
  'conditions', r.conditions, 'groups', ${groupIds}, 'devices', ${deviceIds}, 'geofences', ${geofenceIds},
  'contacts', ${contactIds}, 'escalation', r.escalation, 'createdAt', iso_time(r.created_at), 'modifiedAt', iso_time(r.modified_at))`

export async function findRule(
  db: AccountDb,
  id: string,
): Promise<{ version: number; json: string } | undefined> {
  const [row] = await db<{ version: number; json: string }>`
    select r.version, ${ruleJson}::text as json
    from alert_rules r where r.account_id = ${db.accountId} and r.id = ${id}`
  return row
}

export function listRules(
  db: AccountDb,
  scope: DeviceScope,
  filter: ListFilter,
  cursor: PageCursor,
): Promise<Page> {
  return readPage(db, cursor, {
    numbers: sql`
      select r.number from alert_rules r
      where r.account_id = ${db.accountId} and r.number > ${cursor.after}::bigint
        and ${scope.kind === 'all'}::boolean and position(lower(${filter.search ?? ''}) in lower(r.name)) > 0
        and ${isUpdatedSince(sql`r.modified_at`, filter)}`,
    records: sql`
      select r.number, ${ruleJson} as json
      from page join alert_rules r on r.account_id = ${db.accountId} and r.number = page.number`,
  })
}

export async function lockRule(db: AccountDb, id: string): Promise<StoredRule | undefined> {
  const [row] = await db<StoredRule>`
    select r.id, r.number, r.version, r.name, r.kind as type, r.enabled, r.severity, r.settings, r.conditions,
      ${groupIds} as groups, ${deviceIds} as devices, ${geofenceIds} as geofences, ${contactIds} as contacts, r.escalation
    from alert_rules r where r.account_id = ${db.accountId} and r.id = ${id}
    for no key update of r`
  return row
}

export async function countRules(db: AccountDb): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from alert_rules where account_id = ${db.accountId}`
  return row!.count
}

/** Whether there is a rule of the kind, or one of the name. */
export async function hasRule(db: AccountDb, kind: string, name: string): Promise<boolean> {
  const rows = await db`
    select from alert_rules where account_id = ${db.accountId} and (kind = ${kind} or name = ${name}) limit 1`
  return rows.length > 0
}

export async function insertRule(
  db: AccountDb,
  id: string,
  rule: Required<RuleDocument>,
  now: Date,
): Promise<number> {
  const [row] = await db<{ number: number }>`
    insert into alert_rules (account_id, id, name, kind, enabled, severity, settings, conditions, applies_to, escalation, created_at,
      modified_at)
    values (${db.accountId}, ${id}, ${rule.name}, ${rule.type}, ${rule.enabled}, ${rule.severity},
      ${JSON.stringify(rule.settings)}::jsonb, ${JSON.stringify(rule.conditions)}::jsonb, ${appliesTo(rule)}, ${rule.escalation},
      ${now}, ${now})
    returning number`
  return row!.number
}

export async function updateRule(
  db: AccountDb,
  number: number,
  rule: Required<RuleDocument>,
  now: Date,
): Promise<void> {
  await db`
    update alert_rules set name = ${rule.name}, kind = ${rule.type}, enabled = ${rule.enabled},
      severity = ${rule.severity}, settings = ${JSON.stringify(rule.settings)}::jsonb,
      conditions = ${JSON.stringify(rule.conditions)}::jsonb, applies_to = ${appliesTo(rule)}, escalation = ${rule.escalation}, version = version + 1,
      modified_at = ${now}
    where account_id = ${db.accountId} and number = ${number}`
}

export async function deleteRule(db: AccountDb, number: number): Promise<void> {
  await db`
    update alerts set rule_number = null where account_id = ${db.accountId} and rule_number = ${number}`
  await db`delete from alert_rules where account_id = ${db.accountId} and number = ${number}`
}

function appliesTo({ groups, devices }: RuleDocument): string {
  if (devices && devices.length > 0) return 'devices'
  return groups && groups.length > 0 ? 'groups' : 'all'
}

export type Linked = 'groups' | 'devices' | 'geofences' | 'contacts'

const known = {
  groups: sql`select id, 0 as number from groups`,
  devices: sql`select id, number from devices`,
  geofences: sql`select id, number from geofences`,
  contacts: sql`select id, number from contacts`,
}

/** The identifiers that exist in the account, with their numbers. */
export function findLinked(
  db: AccountDb,
  what: Linked,
  ids: string[],
): Promise<{ id: string; number: number }[]> {
  return db<{ id: string; number: number }>`
    ${known[what]} where account_id = ${db.accountId} and id = any(${ids}::text[])`
}

export async function isPolicy(db: AccountDb, id: string): Promise<boolean> {
  const rows = await db`select from escalation_policies where account_id = ${db.accountId} and id = ${id}`
  return rows.length > 0
}

/** Replaces the links of the rule. */
export async function setLinks(
  db: AccountDb,
  rule: number,
  links: { groups: string[]; devices: number[]; geofences: number[]; contacts: number[] },
): Promise<void> {
  await db`delete from rule_targets where account_id = ${db.accountId} and rule_number = ${rule}`
  await db`
    insert into rule_targets (account_id, rule_number, group_id, device_number)
    select ${db.accountId}::int, ${rule}::int, group_id, null::int from unnest(${links.groups}::text[]) as given (group_id)
    union all
    select ${db.accountId}::int, ${rule}::int, null, number from unnest(${links.devices}::int[]) as given (number)`
  await db`delete from rule_geofences where account_id = ${db.accountId} and rule_number = ${rule}`
  await db`
    insert into rule_geofences (account_id, rule_number, geofence_number)
    select ${db.accountId}::int, ${rule}::int, number from unnest(${links.geofences}::int[]) as given (number)`
  await db`delete from rule_contacts where account_id = ${db.accountId} and rule_number = ${rule}`
  await db`
    insert into rule_contacts (account_id, rule_number, contact_number)
    select ${db.accountId}::int, ${rule}::int, number from unnest(${links.contacts}::int[]) as given (number)`
}
