// What devices have filled, drained and used in a period, for reports.

import type { AccountDb } from '../../platform/db/db.ts'
import type { SensorSums } from './fuel-sums.queries.ts'
import * as queries from './fuel-sums.queries.ts'

export interface FuelSums {
  /** Null if the level of one of the sensors is unknown. */
  startMl: number | null
  endMl: number | null
  fills: number
  filledMl: number
  drains: number
  drainedMl: number
  usedMl: number | null
  /** The usual consumption, if one is given. */
  mlPer100Km: number | null
}

/** By device number. Devices without a fuel sensor are absent. */
export async function sumFuel(
  db: AccountDb,
  deviceNumbers: number[],
  period: { fromMs: number; toMs: number },
): Promise<Map<number, FuelSums>> {
  const rows = await queries.readSums(db, deviceNumbers, period)
  const byDevice = Map.groupBy(rows, ({ deviceNumber }) => deviceNumber)
  return new Map([...byDevice].map(([deviceNumber, sensors]) => [deviceNumber, sumOf(sensors)]))
}

function sumOf(sensors: SensorSums[]): FuelSums {
  const sum = (pick: (one: SensorSums) => number) => sensors.reduce((total, one) => total + pick(one), 0)
  const sumOrNull = (pick: (one: SensorSums) => number | null) =>
    sensors.every((one) => pick(one) !== null) ? sum((one) => pick(one)!) : null
  const startMl = sumOrNull((one) => one.startMl)
  const endMl = sumOrNull((one) => one.endMl)
  const filledMl = sum((one) => one.filledMl)
  const drainedMl = sum((one) => one.drainedMl)
  const isKnown = startMl !== null && endMl !== null
  return {
    ...{ startMl, endMl, filledMl, drainedMl },
    fills: sum((one) => one.fills),
    drains: sum((one) => one.drains),
    usedMl: isKnown ? Math.max(0, startMl - endMl + filledMl - drainedMl) : null,
    mlPer100Km: sensors.find((one) => one.mlPer100Km !== null)?.mlPer100Km ?? null,
  }
}
