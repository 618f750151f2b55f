// The values of a sensor over a period, some at equal distances.

import type { Static } from 'typebox'
import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { invalid } from '../../platform/http/validation.ts'
import { toMl } from './detection/calibration.ts'
import { getDeviceNumber, sensorNotFound } from './fuel-sensor.api.ts'
import { readSensor } from './fuel-sensor.queries.ts'
import type { MeasureBody, PointView } from './fuel-sensor.schema.ts'
import { maxPoints } from './fuel-sensor.schema.ts'
import type { FuelMeasure } from './fuel-sensor.types.ts'
import { measureOf } from './measure.ts'
import { sampleReadings } from './reading.queries.ts'
import { calibrationOf, rawOf } from './readings.ts'

const dayMs = 86_400_000
const testedMs = 7 * dayMs
const maxPeriodMs = 31 * dayMs

type Point = Static<typeof PointView>
type Needs = Pick<Context, 'db' | 'now'>

/** With settings that are not saved. */
export async function testMeasure(
  ctx: Needs,
  caller: Caller,
  deviceId: string,
  body: Static<typeof MeasureBody>,
): Promise<Point[]> {
  const db = ctx.db.forAccount(caller.accountId)
  const deviceNumber = await getDeviceNumber({ db }, caller, deviceId)
  const toMs = +ctx.now()
  return sample(ctx, caller, deviceNumber, measureOf(body), { fromMs: toMs - testedMs, toMs })
}

export async function listLevels(
  ctx: Needs,
  caller: Caller,
  { deviceId, sensorId }: { deviceId: string; sensorId: string },
  { from, to }: { from: string; to: string },
): Promise<Point[]> {
  const period = { fromMs: Date.parse(from), toMs: Date.parse(to) }
  const lengthMs = period.toMs - period.fromMs
  if (lengthMs <= 0 || lengthMs > maxPeriodMs) {
    throw invalid('querystring', [{ path: 'to', message: 'must be after from, by at most 31 days' }])
  }
  const db = ctx.db.forAccount(caller.accountId)
  const deviceNumber = await getDeviceNumber({ db }, caller, deviceId)
  const sensor = await readSensor(db, deviceNumber, sensorId)
  if (!sensor) throw sensorNotFound(sensorId)
  return sample(ctx, caller, deviceNumber, sensor, period)
}

async function sample(
  ctx: Needs,
  caller: Caller,
  deviceNumber: number,
  measure: FuelMeasure,
  period: { fromMs: number; toMs: number },
): Promise<Point[]> {
  const db = ctx.db.forAccount(caller.accountId)
  const rows = await sampleReadings(db, deviceNumber, measure, { ...period, buckets: maxPoints })
  const calibration = calibrationOf(measure)
  return rows.flatMap(([atMs, value]): Point[] => {
    const raw = rawOf(value)
    if (raw === null) return []
    return [{ dateTime: new Date(atMs).toISOString(), raw, litres: toMl(raw, calibration) / 1_000 }]
  })
}
