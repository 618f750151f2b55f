// Fills and drains, as the API reads and changes them.

import type { AccountDb } from '../../platform/db/db.ts'
import { devicesIn, devicesOfGroups, isDeviceSeen } from '../../platform/db/scope.queries.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import { toTimestamp } from '../../platform/db/timestamp.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import { includesGroup } from '../../platform/http/caller.ts'
import type { FuelEventKind } from './detection/fuel.types.ts'

export interface FuelEventRow {
  number: number
  id: string
  deviceId: string
  sensorId: string
  kind: FuelEventKind
  fromMs: number
  toMs: number
  beforeMl: number
  afterMl: number
  ml: number
  latitude: number
  longitude: number
  confirmedAt: Date | null
  confirmedBy: string | null
  confirmedMl: number | null
  note: string | null
  version: number
}

/** Of an event `e` of a device `d`. */
const columns = sql`e.number, e.id, d.id as device_id,
  (select f.id from fuel_sensors f where f.account_id = e.account_id and f.number = e.sensor_number) as sensor_id, e.kind,
  round(date_part('epoch', e.from_at) * 1000) as from_ms, round(date_part('epoch', e.to_at) * 1000) as to_ms, e.before_ml,
  e.after_ml, e.ml, e.latitude, e.longitude, e.confirmed_at, e.confirmed_by, e.confirmed_ml, e.note, e.version`

export interface EventFilter {
  deviceNumber: number | undefined
  groupId: string | undefined
  kind: FuelEventKind | undefined
  fromMs: number
  toMs: number
}

/** A place in the list: the events that follow began before, or at once and have a lower number. */
export interface EventKey {
  fromMs: number
  number: number
}

function devicesOf(
  db: AccountDb,
  scope: DeviceScope,
  { deviceNumber, groupId }: EventFilter,
): Fragment | undefined {
  if (deviceNumber !== undefined) return sql`select ${deviceNumber}::int`
  if (groupId === undefined) return scope.kind === 'all' ? undefined : devicesIn(db, scope)
  return includesGroup(scope, groupId) ? devicesOfGroups(db, [groupId]) : sql`select null::int where false`
}

/** Newest first. The caller has checked that a device that is named is seen. */
export function listEvents(
  db: AccountDb,
  scope: DeviceScope,
  filter: EventFilter,
  after: EventKey,
  limit: number,
): Promise<FuelEventRow[]> {
  const until = toTimestamp(Math.min(filter.toMs, after.fromMs + 1))
  const ofKind = filter.kind === undefined ? sql`` : sql`and e.kind = ${filter.kind}`
  const isWanted = sql`e.account_id = ${db.accountId} and e.from_at >= ${toTimestamp(filter.fromMs)}::timestamptz
    and e.from_at < ${until}::timestamptz
    and (e.from_at, e.number) < (${toTimestamp(after.fromMs)}::timestamptz, ${after.number}::bigint) ${ofKind}`
  const inOrder = sql`order by e.from_at desc, e.number desc limit ${limit}`
  const devices = devicesOf(db, scope, filter)
  const found = devices
    ? sql`select one.* from (${devices}) as v (number) cross join lateral (
        select * from fuel_events e where ${isWanted} and e.device_number = v.number ${inOrder}) as one`
    : sql`select * from fuel_events e where ${isWanted} ${inOrder}`
  return db<FuelEventRow>`
    select ${columns} from (${found}) as e
    join devices d on d.account_id = ${db.accountId} and d.number = e.device_number ${inOrder}`
}

export async function findEvent(
  db: AccountDb,
  scope: DeviceScope,
  id: string,
): Promise<FuelEventRow | undefined> {
  const [row] = await db<FuelEventRow>`
    select ${columns} from fuel_events e join devices d on d.account_id = e.account_id and d.number = e.device_number
    where e.account_id = ${db.accountId} and e.id = ${id} and ${isDeviceSeen(scope)}`
  return row
}

export async function lockEvent(
  db: AccountDb,
  scope: DeviceScope,
  id: string,
): Promise<FuelEventRow | undefined> {
  const [row] = await db<FuelEventRow>`
    select ${columns} from fuel_events e join devices d on d.account_id = e.account_id and d.number = e.device_number
    where e.account_id = ${db.accountId} and e.id = ${id} and ${isDeviceSeen(scope)}
    for no key update of e`
  return row
}

export async function confirmEvent(
  db: AccountDb,
  number: number,
  given: { at: Date | null; by: string | null; ml: number | null; note: string | null },
): Promise<void> {
  await db`
    update fuel_events set confirmed_at = ${given.at}, confirmed_by = ${given.by}, confirmed_ml = ${given.ml},
      note = ${given.note}, version = version + 1
    where account_id = ${db.accountId} and number = ${number}`
}
