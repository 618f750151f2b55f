import type { AccountDb, Db } from '../../platform/db/db.ts'
import { historyOf } from '../../platform/db/history.ts'
import { isDeviceSeen } from '../../platform/db/scope.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Caller, DeviceScope } from '../../platform/http/caller.ts'
import { mayReadAddresses } from '../../platform/http/caller.ts'
import type { AlertCursor, AlertFilter } from './alert.types.ts'
import type { Severity } from './rules/rulebook.types.ts'
import { appliesTo } from './targets.queries.ts'

const dayMs = 86_400_000

const state = sql`case when a.withdrawn_at is not null then 'withdrawn' when a.resolved_at is not null then 'resolved'
  when a.acknowledged_at is not null then 'acknowledged' else 'open' end`

type Viewer = Pick<Caller, 'scope' | 'role' | 'privileges'>

/** Needs `n`, the notification. */
function addressOf(viewer: Viewer) {
  return mayReadAddresses(viewer) ? sql`n.address` : sql`mask_address(n.address)`
}

/** Needs `a`, the alert, and `d`, its device. */
const alertJson = (viewer: Viewer) => sql`json_build_object(
  'id', a.id, 'deviceId', d.id, 'dateTime', iso_time(a.at), 'raisedAt', iso_time(a.raised_at), 'name', a.name,
  'severity', a.severity, 'text', a.text, 'latitude', a.latitude / 1e7::float8, 'longitude', a.longitude / 1e7::float8,
  'locatedAt', a.explanation->>'locatedAt',
  'ruleId', (select r.id from alert_rules r where r.account_id = a.account_id and r.number = a.rule_number),
  'state', ${state}, 'late', a.late, 'delayedSeconds', a.delayed_seconds,
  'acknowledgedAt', iso_time(a.acknowledged_at), 'acknowledgedBy', a.acknowledged_by,
  'acknowledgedByContact', a.acknowledged_by_contact,
  'resolvedAt', iso_time(a.resolved_at), 'resolvedBy', a.resolved_by, 'withdrawnAt', iso_time(a.withdrawn_at),
  'note', a.note,
  'notifications', coalesce((
    select json_agg(json_build_object('channel', n.channel, 'to', ${addressOf(viewer)}, 'state', n.state,
      'reason', n.reason)
      order by n.number)
    from notifications n where n.account_id = a.account_id and n.alert_number = a.number), '[]'))`

export interface FoundAlert {
  number: number
  version: number
  json: string
  explanation: object | null
}

export async function findAlert(db: AccountDb, viewer: Viewer, id: string): Promise<FoundAlert | undefined> {
  const [row] = await db<FoundAlert>`
    select a.number, a.version, ${alertJson(viewer)}::text as json, a.explanation
    from alerts a join devices d on d.account_id = a.account_id and d.number = a.device_number
    where a.account_id = ${db.accountId} and a.id = ${id} and ${isDeviceSeen(viewer.scope)}`
  return row
}

export interface AlertChunk {
  json: string | null
  count: number
  last: string[] | null
}

/** Newest first, after `after`. */
export async function listAlerts(
  db: AccountDb,
  viewer: Viewer,
  filter: AlertFilter,
  after: AlertCursor | undefined,
  limit: number,
): Promise<AlertChunk> {
  const { from, to, deviceId, groupId, ruleId, name, severity, state: wanted } = filter
  const [row] = await db<AlertChunk>`
    select string_agg(one.json::text, ',' order by one.at desc, one.number desc) as json, count(*) as count,
      min(array[to_char(one.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), lpad(one.number::text, 19, '0')])
        filter (where one.ordinal = ${limit}) as last
    from (
      select a.at, a.number, ${alertJson(viewer)} as json, row_number() over (order by a.at desc, a.number desc) as ordinal
      from alerts a join devices d on d.account_id = a.account_id and d.number = a.device_number
      where a.account_id = ${db.accountId} and ${isDeviceSeen(viewer.scope)}
        ${after ? sql`and (a.at, a.number) < (${after.at}::timestamptz, ${after.number}::bigint)` : sql``}
        ${from ? sql`and a.at >= ${from}` : sql``} ${to ? sql`and a.at < ${to}` : sql``}
        ${deviceId ? sql`and d.id = ${deviceId} and a.device_number = (select number from devices where account_id = ${db.accountId} and id = ${deviceId})` : sql``}
        ${groupId ? sql`and exists (select from group_devices g where g.account_id = a.account_id and g.group_id = ${groupId} and g.device_number = a.device_number)` : sql``}
        ${ruleId ? sql`and a.rule_number = (select number from alert_rules where account_id = ${db.accountId} and id = ${ruleId})` : sql``}
        ${name ? sql`and a.name = ${name}` : sql``} ${severity ? sql`and a.severity = ${severity}` : sql``}
        ${wanted === 'open' ? sql`and a.resolved_at is null` : sql``}
        ${wanted ? sql`and ${state} = ${wanted}` : sql``}
      order by a.at desc, a.number desc limit ${limit}) as one`
  return row!
}

export async function findDevice(
  db: AccountDb,
  scope: DeviceScope,
  id: string,
): Promise<{ number: number; expiresAt: Date | null } | undefined> {
  const [row] = await db<{ number: number; expiresAt: Date | null }>`
    select d.number, d.expires_at from devices d
    where d.account_id = ${db.accountId} and d.id = ${id} and ${isDeviceSeen(scope)}`
  return row
}

/** The last known location at a time: the newest one, or for a past time the last one of the day before it. */
export async function findLocationAt(
  db: AccountDb,
  deviceNumber: number,
  at: Date,
): Promise<{ latitude: number; longitude: number; fixedAt: Date } | undefined> {
  const toMs = at.getTime() + 1
  const history = await historyOf(db, { deviceNumbers: [deviceNumber], fromMs: toMs - dayMs, toMs })
  const [row] = await db<{ latitude: number; longitude: number; fixedAt: Date }>`
    select latitude, longitude, fixed_at from (
      (select latitude, longitude, fixed_at from newest_locations
        where account_id = ${db.accountId} and device_number = ${deviceNumber} and fixed_at <= ${at})
      union all
      (select latitude, longitude, fixed_at from ${history} l
        where account_id = ${db.accountId} and device_number = ${deviceNumber} and latitude is not null
          and fixed_at > ${at}::timestamptz - interval '1 day' and fixed_at <= ${at}
        order by fixed_at desc limit 1)) as known
    where latitude is not null order by fixed_at desc limit 1`
  return row
}

export interface LockedAlert {
  number: number
  version: number
  acknowledgedAt: Date | null
  resolvedAt: Date | null
  note: string | null
}

export async function lockAlert(
  db: AccountDb,
  scope: DeviceScope,
  id: string,
): Promise<LockedAlert | undefined> {
  const [row] = await db<LockedAlert>`
    select a.number, a.version, a.acknowledged_at, a.resolved_at, a.note
    from alerts a join devices d on d.account_id = a.account_id and d.number = a.device_number
    where a.account_id = ${db.accountId} and a.id = ${id} and ${isDeviceSeen(scope)}
    for no key update of a`
  return row
}

export interface Handling {
  acknowledgedAt?: Date
  acknowledgedBy?: string
  resolvedAt?: Date
  resolvedBy?: string
  note: string | null
}

/** The first acknowledgement and resolution are kept. */
export async function handleAlert(db: AccountDb, number: number, handling: Handling): Promise<void> {
  const { acknowledgedAt, acknowledgedBy, resolvedAt, resolvedBy, note } = handling
  await db`
    update alerts set acknowledged_at = coalesce(acknowledged_at, ${acknowledgedAt ?? null}),
      acknowledged_by = coalesce(acknowledged_by, ${acknowledgedBy ?? null}),
      resolved_at = coalesce(resolved_at, ${resolvedAt ?? null}), resolved_by = coalesce(resolved_by, ${resolvedBy ?? null}),
      note = ${note}, version = version + 1
    where account_id = ${db.accountId} and number = ${number}`
}

export interface ReportedAlert {
  id: string
  deviceNumber: number
  ruleNumber: number | null
  name: string
  severity: Severity
  text: string | null
  at: Date
  latitude: number | null
  longitude: number | null
  cause: string
  explanation: object
}

/** Returns undefined if an alert with the same cause exists. */
export async function insertAlert(
  db: AccountDb,
  alert: ReportedAlert,
  now: Date,
): Promise<number | undefined> {
  const [row] = await db<{ number: number }>`
    insert into alerts (account_id, device_number, id, rule_number, name, severity, text, at, raised_at, latitude,
      longitude, cause, explanation)
    values (${db.accountId}, ${alert.deviceNumber}, ${alert.id}, ${alert.ruleNumber}, ${alert.name}, ${alert.severity},
      ${alert.text}, ${alert.at}, ${now}, ${alert.latitude}, ${alert.longitude}, ${alert.cause},
      ${JSON.stringify(alert.explanation)}::jsonb)
    on conflict (account_id, device_number, cause) do nothing
    returning number`
  return row?.number
}

export interface TimedRule {
  accountId: number
  number: number
  id: string
  name: string
  version: number
  severity: Severity
  settings: Record<string, unknown>
}

/** The enabled rules of a kind that apply to a device. */
export function listRulesFor(
  db: Db,
  accountId: number,
  kind: string,
  deviceNumber: number,
): Promise<TimedRule[]> {
  return db<TimedRule>`
    select r.account_id, r.number, r.id, r.name, r.version, r.severity, r.settings
    from alert_rules r
    where r.account_id = ${accountId} and r.kind = ${kind} and r.enabled and ${appliesTo(sql`${deviceNumber}::int`)}
    order by r.number`
}
