// Which sensors have readings to process.

import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { toTimestamp } from '../../platform/db/timestamp.ts'
import type { FuelSensor } from './fuel-sensor.types.ts'

export const sensorColumns = sql`f.number, f.id, f.device_number, f.name, f.source, f.attribute, f.calibration, f.tank_ml,
  f.min_fill_ml, f.min_drain_ml, f.idle_ml_per_hour, f.ml_per_100_km as "mlPer100Km", f.version`

export interface ChangedDevice {
  deviceNumber: number
  /** Stops from here on may have changed, */
  fromMs: number
  /** up to here. */
  untilMs: number
}

/** Devices without sensors have no row. */
export async function markDevices(db: AccountDb, changed: ChangedDevice[], now: Date): Promise<void> {
  await db`
    update fuel_states s set changed_from = least(s.changed_from, greatest(given.from_at, s.counts_from)),
      changed_until = greatest(s.changed_until, given.until_at), marks = s.marks + 1,
      waiting_since = coalesce(s.waiting_since, ${now})
    from unnest(${changed.map((one) => one.deviceNumber)}::int[], ${changed.map((one) => toTimestamp(one.fromMs))}::timestamptz[],
      ${changed.map((one) => toTimestamp(one.untilMs))}::timestamptz[]) as given (device_number, from_at, until_at)
    where s.account_id = ${db.accountId} and s.device_number = given.device_number`
}

export async function insertState(
  db: AccountDb,
  of: { sensorNumber: number; deviceNumber: number; from: Date; now: Date },
): Promise<void> {
  await db`
    insert into fuel_states (account_id, sensor_number, device_number, counts_from, changed_from, changed_until, waiting_since)
    values (${db.accountId}, ${of.sensorNumber}, ${of.deviceNumber}, ${of.from}, ${of.from}, 'infinity', ${of.now})`
}

/** After a change of the sensor. */
export async function markSensor(
  db: AccountDb,
  sensorNumber: number,
  { from, now }: { from: Date; now: Date },
): Promise<void> {
  await db`
    update fuel_states set changed_from = least(changed_from, greatest(${from}::timestamptz, counts_from)),
      changed_until = 'infinity', marks = marks + 1, waiting_since = coalesce(waiting_since, ${now})
    where account_id = ${db.accountId} and sensor_number = ${sensorNumber}`
}

export interface DueSensors {
  accountId: number
  sensorNumbers: number[]
}

/** Not more than `perAccount` of each account, so that a large one does not delay the others. */
export function listDue(
  db: Db,
  { now, perAccount, limit }: { now: Date; perAccount: number; limit: number },
): Promise<DueSensors[]> {
  return db<DueSensors>`
    select account_id, array_agg(sensor_number order by turn) as sensor_numbers
    from (
      select s.account_id, s.sensor_number,
        row_number() over (partition by s.account_id order by s.changed_from desc, s.sensor_number) as turn
      from fuel_states s
      where s.changed_from is not null and s.not_before <= ${now}
        and not exists (select from moves m where m.account_id = s.account_id)) as due
    where turn <= ${perAccount}
    group by account_id order by account_id limit ${limit}`
}

export interface FuelWaiting {
  waiting: number
  /** Those that have failed, and wait for the next attempt. */
  postponed: number
  /** Of those that are due. */
  oldestSince: Date | null
}

/** Over all accounts. */
export async function measureWaiting(db: Db, now: Date): Promise<FuelWaiting> {
  const [row] = await db<FuelWaiting>`
    select count(*) as waiting, count(*) filter (where s.not_before > ${now}) as postponed,
      min(s.waiting_since) filter (where s.not_before <= ${now}) as oldest_since
    from fuel_states s
    where s.changed_from is not null and not exists (select from moves m where m.account_id = s.account_id)`
  return row!
}

/** Undefined if it does not exist, or another process has it. */
export async function lockSensor(
  db: AccountDb,
  sensorNumber: number,
): Promise<(FuelSensor & { deviceId: string }) | undefined> {
  const [row] = await db<FuelSensor & { deviceId: string }>`
    select ${sensorColumns}, d.id as device_id
    from fuel_sensors f join devices d on d.account_id = f.account_id and d.number = f.device_number
    where f.account_id = ${db.accountId} and f.number = ${sensorNumber}
    for no key update of f skip locked`
  return row
}

export interface FuelWork {
  fromMs: number
  untilMs: number
  countsFromMs: number
  marks: number
  /** The trip processor has read the locations up to here; null if none. */
  readUntilMs: number | null
}

/** Call it once the sensor is locked. */
export async function findWork(db: AccountDb, sensorNumber: number): Promise<FuelWork | undefined> {
  const [row] = await db<FuelWork>`
    select round(date_part('epoch', s.changed_from) * 1000) as from_ms, round(date_part('epoch', s.changed_until) * 1000) as until_ms,
      round(date_part('epoch', s.counts_from) * 1000) as counts_from_ms, s.marks,
      round(date_part('epoch', t.read_until) * 1000) as read_until_ms
    from fuel_states s
    left join trip_states t on t.account_id = s.account_id and t.device_number = s.device_number
    where s.account_id = ${db.accountId} and s.sensor_number = ${sensorNumber} and s.changed_from is not null`
  return row
}

/** `nextMs`: where to go on; null at the end. Nothing is done if there was a change meanwhile: then it starts again. */
export async function finishWork(
  db: AccountDb,
  sensorNumber: number,
  { marks, nextMs, now }: { marks: number; nextMs: number | null; now: Date },
): Promise<void> {
  const next = nextMs === null ? null : toTimestamp(nextMs)
  await db`
    update fuel_states set changed_from = ${next}::timestamptz,
      changed_until = case when ${next}::timestamptz is not null then changed_until end,
      waiting_since = case when ${next}::timestamptz is not null then ${now}::timestamptz end
    where account_id = ${db.accountId} and sensor_number = ${sensorNumber} and marks = ${marks}`
}

export async function postpone(db: AccountDb, sensorNumber: number, until: Date): Promise<void> {
  await db`
    update fuel_states set not_before = ${until}
    where account_id = ${db.accountId} and sensor_number = ${sensorNumber}`
}
