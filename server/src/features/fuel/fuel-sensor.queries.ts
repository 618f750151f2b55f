import type { AccountDb } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readPage } from '../../platform/db/paging.queries.ts'
import { isDeviceSeen } from '../../platform/db/scope.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { FuelSensor } from './fuel-sensor.types.ts'
import { sensorColumns } from './fuel-state.queries.ts'

/** Of a sensor `f` of a device `d`. */
const sensorJson = sql`json_build_object('id', f.id, 'deviceId', d.id, 'name', f.name, 'source', f.source,
  'attribute', f.attribute, 'tankLitres', f.tank_ml / 1000::float8, 'calibration', f.calibration,
  'minFillLitres', f.min_fill_ml / 1000::float8, 'minDrainLitres', f.min_drain_ml / 1000::float8,
  'idleLitresPerHour', f.idle_ml_per_hour / 1000::float8, 'litresPer100Km', f.ml_per_100_km / 1000::float8,
  'lastLevel', (
    select json_build_object('litres', p.last_ml / 1000::float8, 'dateTime', iso_time(p.last_at)) from fuel_stops p
    where p.account_id = f.account_id and p.sensor_number = f.number and p.last_ml is not null
    order by p.began_at desc limit 1),
  'createdAt', iso_time(f.created_at), 'modifiedAt', iso_time(f.modified_at))`

export async function findDeviceNumber(
  db: AccountDb,
  scope: DeviceScope,
  deviceId: string,
): Promise<number | undefined> {
  const [row] = await db<{ number: number }>`
    select d.number from devices d
    where d.account_id = ${db.accountId} and d.id = ${deviceId} and ${isDeviceSeen(scope)}`
  return row?.number
}

export async function findSensor(
  db: AccountDb,
  deviceNumber: number,
  id: string,
): Promise<{ version: number; json: string } | undefined> {
  const [row] = await db<{ version: number; json: string }>`
    select f.version, ${sensorJson}::text as json
    from fuel_sensors f join devices d on d.account_id = f.account_id and d.number = f.device_number
    where f.account_id = ${db.accountId} and f.device_number = ${deviceNumber} and f.id = ${id}`
  return row
}

export function listSensors(db: AccountDb, deviceNumber: number, cursor: PageCursor): Promise<Page> {
  return readPage(db, cursor, {
    numbers: sql`
      select f.number from fuel_sensors f
      where f.account_id = ${db.accountId} and f.device_number = ${deviceNumber} and f.number > ${cursor.after}::bigint`,
    records: sql`
      select f.number, ${sensorJson} as json
      from page join fuel_sensors f on f.account_id = ${db.accountId} and f.number = page.number
      join devices d on d.account_id = f.account_id and d.number = f.device_number`,
  })
}

/** Locks the device, so that concurrent requests do not exceed the maximum together. */
export async function countSensors(db: AccountDb, deviceNumber: number): Promise<number> {
  await db`
    select from devices where account_id = ${db.accountId} and number = ${deviceNumber} for no key update`
  const [row] = await db<{ count: number }>`
    select count(*) from fuel_sensors where account_id = ${db.accountId} and device_number = ${deviceNumber}`
  return row!.count
}

export async function lockSensor(
  db: AccountDb,
  deviceNumber: number,
  id: string,
): Promise<FuelSensor | undefined> {
  const [row] = await db<FuelSensor>`
    select ${sensorColumns} from fuel_sensors f
    where f.account_id = ${db.accountId} and f.device_number = ${deviceNumber} and f.id = ${id}
    for no key update`
  return row
}

export async function readSensor(
  db: AccountDb,
  deviceNumber: number,
  id: string,
): Promise<FuelSensor | undefined> {
  const [row] = await db<FuelSensor>`
    select ${sensorColumns} from fuel_sensors f
    where f.account_id = ${db.accountId} and f.device_number = ${deviceNumber} and f.id = ${id}`
  return row
}

export type NewSensor = Omit<FuelSensor, 'number' | 'version'>

const calibrationJson = ({ calibration }: NewSensor) => calibration && JSON.stringify(calibration)

export async function insertSensor(db: AccountDb, sensor: NewSensor, now: Date): Promise<number> {
  const [row] = await db<{ number: number }>`
    insert into fuel_sensors (account_id, id, device_number, name, source, attribute, calibration, tank_ml, min_fill_ml,
      min_drain_ml, idle_ml_per_hour, ml_per_100_km, created_at, modified_at)
    values (${db.accountId}, ${sensor.id}, ${sensor.deviceNumber}, ${sensor.name}, ${sensor.source}, ${sensor.attribute},
      ${calibrationJson(sensor)}::jsonb, ${sensor.tankMl}, ${sensor.minFillMl}, ${sensor.minDrainMl},
      ${sensor.idleMlPerHour}, ${sensor.mlPer100Km}, ${now}, ${now})
    returning number`
  return row!.number
}

export async function updateSensor(
  db: AccountDb,
  number: number,
  sensor: NewSensor,
  now: Date,
): Promise<void> {
  await db`
    update fuel_sensors set name = ${sensor.name}, source = ${sensor.source}, attribute = ${sensor.attribute},
      calibration = ${calibrationJson(sensor)}::jsonb, tank_ml = ${sensor.tankMl}, min_fill_ml = ${sensor.minFillMl},
      min_drain_ml = ${sensor.minDrainMl}, idle_ml_per_hour = ${sensor.idleMlPerHour},
      ml_per_100_km = ${sensor.mlPer100Km}, version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and number = ${number}`
}

export async function deleteSensor(db: AccountDb, number: number): Promise<void> {
  await db`delete from fuel_sensors where account_id = ${db.accountId} and number = ${number}`
}

/** How many days of locations the account keeps. */
export async function findKeepDays(db: AccountDb): Promise<number> {
  const [row] = await db<{ keepDays: number }>`
    select least(history_days, keep_days_of(retention_class)) as keep_days from accounts
    where account_id = ${db.accountId}`
  return row!.keepDays
}
