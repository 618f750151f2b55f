import type { AccountDb } from '../../platform/db/db.ts'
import { toTimestamp } from '../../platform/db/timestamp.ts'
import type { FuelEventKind } from './detection/fuel.types.ts'
import type { FuelSensor } from './fuel-sensor.types.ts'
import { sensorColumns } from './fuel-state.queries.ts'

export function listSensorsOfDevice(db: AccountDb, deviceNumber: number): Promise<FuelSensor[]> {
  return db<FuelSensor>`
    select ${sensorColumns} from fuel_sensors f
    where f.account_id = ${db.accountId} and f.device_number = ${deviceNumber} order by f.number`
}

export interface CurveEvent {
  kind: FuelEventKind
  toMs: number
  afterMl: number
  ml: number
}

/** The largest ones that ended in the period, in the order of time. */
export async function listEventsOfSensor(
  db: AccountDb,
  { deviceNumber, number }: { deviceNumber: number; number: number },
  { fromMs, toMs }: { fromMs: number; toMs: number },
  limit: number,
): Promise<CurveEvent[]> {
  const [from, to] = [toTimestamp(fromMs), toTimestamp(toMs)]
  const largest = await db<CurveEvent>`
    select e.kind, round(date_part('epoch', e.to_at) * 1000) as to_ms, e.after_ml, e.ml from fuel_events e
    where e.account_id = ${db.accountId} and e.device_number = ${deviceNumber} and e.sensor_number = ${number}
      and e.from_at < ${to}::timestamptz and e.to_at >= ${from}::timestamptz and e.to_at < ${to}::timestamptz
    order by e.ml desc, e.number limit ${limit}`
  return largest.toSorted((one, other) => one.toMs - other.toMs)
}
