// The levels of the fuel sensors of a device over a period, with its fills and drains, for the pictures of reports.

import type { AccountDb } from '../../platform/db/db.ts'
import { toMl } from './detection/calibration.ts'
import type { FuelEventKind } from './detection/fuel.types.ts'
import { listEventsOfSensor, listSensorsOfDevice } from './level-curve.queries.ts'
import { sampleReadings } from './reading.queries.ts'
import { calibrationOf, rawOf } from './readings.ts'

export interface SensorCurve {
  name: string
  tankMl: number
  /** The first level of each of many equal parts of the period. */
  levels: [atMs: number, ml: number][]
  events: { kind: FuelEventKind; toMs: number; afterMl: number; ml: number }[]
}

interface Limits {
  levels: number
  events: number
}

/** One at a time: each samples the locations of the device. Sensors without a level in the period are left out. */
export async function* readLevelCurves(
  db: AccountDb,
  deviceNumber: number,
  period: { fromMs: number; toMs: number },
  limits: Limits,
): AsyncGenerator<SensorCurve> {
  for (const sensor of await listSensorsOfDevice(db, deviceNumber)) {
    const rows = await sampleReadings(db, deviceNumber, sensor, { ...period, buckets: limits.levels })
    const calibration = calibrationOf(sensor)
    const levels = rows.flatMap(([atMs, value]): [number, number][] => {
      const raw = rawOf(value)
      return raw === null ? [] : [[atMs, toMl(raw, calibration)]]
    })
    if (levels.length === 0) continue
    const events = await listEventsOfSensor(db, sensor, period, limits.events)
    yield { name: sensor.name, tankMl: sensor.tankMl, levels, events }
  }
}
