import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readPage } from '../../platform/db/paging.queries.ts'
import { devicesIn } from '../../platform/db/scope.queries.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import { isUpdatedSince } from '../../platform/db/updated-since.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type {
  GeofenceDocument,
  GeofenceFilter,
  GeofenceType,
  StoredGeofence,
  StoredShape,
} from './geofence.types.ts'
import { ruleTypesWithGeofences } from './geofence.types.ts'

/** As in the API, or as a GeoJSON Feature. */
export type Form = 'record' | 'feature'

const forms: Record<Form, Fragment> = {
  record: sql`json_build_object(
    'id', f.id, 'name', f.name, 'description', f.description, 'type', f.kind, 'geometry', f.geometry,
    'radius', f.radius_m, 'color', f.color, 'tags', f.tags,
    'createdAt', iso_time(f.created_at), 'modifiedAt', iso_time(f.modified_at))`,
  feature: sql`json_build_object(
    'type', 'Feature', 'id', f.id, 'geometry', f.geometry,
    'properties', json_build_object(
      'name', f.name, 'description', f.description, 'type', f.kind, 'radius', f.radius_m, 'color', f.color,
      'tags', f.tags,
      'createdAt', iso_time(f.created_at), 'modifiedAt', iso_time(f.modified_at)))`,
}

/** The geofences that a caller sees: all of the account, or those that rules use for devices in the scope. */
export type GeofenceScope = { kind: 'all' } | { kind: 'ruled'; devices: DeviceScope }

function isGeofenceSeen(db: AccountDb, scope: GeofenceScope): Fragment {
  if (scope.kind === 'all') return sql`true`
  const devices = devicesIn(db, scope.devices)
  const isForDevice = sql`(r.applies_to = 'all' or exists (
    select from rule_targets t
    where t.account_id = r.account_id and t.rule_number = r.number
      and (t.device_number in (${devices}) or t.group_id in (
        select gd.group_id from group_devices gd
        where gd.account_id = ${db.accountId} and gd.device_number in (${devices})))))`
  const named = sql`select rg.geofence_number
    from rule_geofences rg join alert_rules r on r.account_id = rg.account_id and r.number = rg.rule_number
    where rg.account_id = ${db.accountId} and ${isForDevice}`
  const usesAll = sql`select from alert_rules r
    where r.account_id = ${db.accountId} and r.kind = any(${[...ruleTypesWithGeofences]}::text[]) and ${isForDevice}
      and not exists (
        select from rule_geofences rg where rg.account_id = r.account_id and rg.rule_number = r.number)`
  return sql`(f.number in (${named}) or exists (${usesAll}))`
}

export async function findGeofence(
  db: AccountDb,
  scope: GeofenceScope,
  form: Form,
  id: string,
): Promise<{ version: number; json: string } | undefined> {
  const [row] = await db<{ version: number; json: string }>`
    select f.version, ${forms[form]}::text as json
    from geofences f where f.account_id = ${db.accountId} and f.id = ${id} and ${isGeofenceSeen(db, scope)}`
  return row
}

export async function findNumber(
  db: AccountDb,
  scope: GeofenceScope,
  id: string,
): Promise<number | undefined> {
  const [row] = await db<{ number: number }>`
    select f.number from geofences f
    where f.account_id = ${db.accountId} and f.id = ${id} and ${isGeofenceSeen(db, scope)}`
  return row?.number
}

/** The numbers of those that a caller sees. */
export function geofencesSeen(db: AccountDb, scope: GeofenceScope): Fragment {
  return sql`select f.number from geofences f where f.account_id = ${db.accountId} and ${isGeofenceSeen(db, scope)}`
}

export async function listSeenNumbers(db: AccountDb, scope: GeofenceScope): Promise<number[]> {
  const rows = await db<{ number: number }>`${geofencesSeen(db, scope)}`
  return rows.map(({ number }) => number)
}

/** By name. */
export function listNames(
  db: AccountDb,
  scope: GeofenceScope,
): Promise<{ number: number; id: string; name: string }[]> {
  return db<{ number: number; id: string; name: string }>`
    select f.number, f.id, f.name from geofences f
    where f.account_id = ${db.accountId} and ${isGeofenceSeen(db, scope)}
    order by lower(f.name), f.number`
}

export function listGeofences(
  db: AccountDb,
  scope: GeofenceScope,
  form: Form,
  filter: GeofenceFilter,
  cursor: PageCursor,
): Promise<Page> {
  return readPage(db, cursor, {
    numbers: sql`
      select f.number from geofences f
      where f.account_id = ${db.accountId} and f.number > ${cursor.after}::bigint and ${matches(filter)}
        and ${isGeofenceSeen(db, scope)}`,
    records: sql`
      select f.number, ${forms[form]} as json
      from page join geofences f on f.account_id = ${db.accountId} and f.number = page.number`,
  })
}

export interface FoundGeofence {
  id: string
  name: string
  latitude: number
  longitude: number
}

/** By a part of their name, each with its first position: a geometry has up to ten thousand. */
export function findGeofencesNamed(
  db: AccountDb,
  scope: GeofenceScope,
  search: string,
  limit: number,
): Promise<FoundGeofence[]> {
  return db<FoundGeofence>`
    select id, name, (first ->> 1)::float8 as latitude, (first ->> 0)::float8 as longitude
    from (
      select f.id, f.name, f.number, f.geometry #> case f.geometry ->> 'type'
        when 'Point' then '{coordinates}'::text[]
        when 'LineString' then '{coordinates,0}'
        when 'Polygon' then '{coordinates,0,0}'
        else '{coordinates,0,0,0}' end as first
      from geofences f
      where f.account_id = ${db.accountId} and ${matches({ search })} and ${isGeofenceSeen(db, scope)}
      order by f.number limit ${limit}) as named
    order by number`
}

function matches(filter: GeofenceFilter): Fragment {
  const { search, tag } = filter
  const named = sql`position(lower(${search ?? ''}) in lower(f.name)) > 0
    and ${isUpdatedSince(sql`f.modified_at`, filter)}`
  if (tag === undefined) return named
  const [name, ...value] = tag.split(':')
  if (value.length > 0) return sql`${named} and f.tags ->> ${name} = ${value.join(':')}`
  return sql`${named} and f.tags ? ${name}`
}

/** All shapes of an account, for evaluating locations. */
/** All of the account if `numbers` is null. */
export function listShapes(db: Db, accountId: number, numbers: number[] | null): Promise<StoredShape[]> {
  return db<StoredShape>`
    select number, kind as type, geometry, radius_m from geofences
    where account_id = ${accountId} and (${numbers}::int[] is null or number = any(${numbers}::int[]))
    order by number`
}

export async function countPositions(db: Db, accountId: number, numbers: number[] | null): Promise<number> {
  const [row] = await db<{ positions: number }>`
    select coalesce(sum(positions), 0)::int as positions from geofences
    where account_id = ${accountId} and (${numbers}::int[] is null or number = any(${numbers}::int[]))`
  return row!.positions
}

export async function lockGeofence(db: AccountDb, id: string): Promise<StoredGeofence | undefined> {
  const [row] = await db<StoredGeofence>`
    select id, number, version, name, description, kind as type, geometry, positions, radius_m as radius, color, tags
    from geofences where account_id = ${db.accountId} and id = ${id}
    for no key update`
  return row
}

/** The totals of an account; locks out concurrent changes until the transaction ends. */
export async function lockTotals(db: AccountDb): Promise<{ count: number; positions: number }> {
  await db`select from accounts where account_id = ${db.accountId} for no key update`
  const [row] = await db<{ count: number; positions: number }>`
    select count(*) as count, coalesce(sum(positions), 0)::bigint as positions
    from geofences where account_id = ${db.accountId}`
  return row!
}

export type Columns = Required<Omit<GeofenceDocument, 'type'>> & { type: GeofenceType; positions: number }

export async function insertGeofence(db: AccountDb, id: string, of: Columns, now: Date): Promise<void> {
  await db`
    insert into geofences (account_id, id, name, description, kind, geometry, positions, radius_m, color, tags,
      created_at, modified_at)
    values (${db.accountId}, ${id}, ${of.name}, ${of.description}, ${of.type}, ${JSON.stringify(of.geometry)},
      ${of.positions}, ${of.radius}, ${of.color}, ${JSON.stringify(of.tags)}, ${now}, ${now})`
}

export async function updateGeofence(db: AccountDb, id: string, of: Columns, now: Date): Promise<void> {
  await db`
    update geofences
    set name = ${of.name}, description = ${of.description}, kind = ${of.type},
      geometry = ${JSON.stringify(of.geometry)}, positions = ${of.positions}, radius_m = ${of.radius},
      color = ${of.color}, tags = ${JSON.stringify(of.tags)}, version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and id = ${id}`
}

export async function deleteGeofence(db: AccountDb, id: string): Promise<void> {
  await db`delete from geofences where account_id = ${db.accountId} and id = ${id}`
}

/** The name of a rule that uses the geofence. */
export async function findRuleOf(db: AccountDb, number: number): Promise<string | undefined> {
  const [row] = await db<{ name: string }>`
    select r.name from rule_geofences rg
    join alert_rules r on r.account_id = rg.account_id and r.number = rg.rule_number
    where rg.account_id = ${db.accountId} and rg.geofence_number = ${number}
    order by r.number limit 1`
  return row?.name
}

/** Why PostGIS considers a polygon invalid, and where. */
export async function findFlaw(
  db: AccountDb,
  geoJson: string,
): Promise<{ reason: string; longitude: number | null; latitude: number | null } | undefined> {
  const [row] = await db<{ reason: string; longitude: number | null; latitude: number | null }>`
    select d.reason, st_x(d.location) as longitude, st_y(d.location) as latitude
    from st_isvaliddetail(st_geomfromgeojson(${geoJson}::text)) as d where not d.valid`
  return row
}
