// Trips with the odometer at both ends, and every change, for the logbook.

import type { AccountDb } from '../../platform/db/db.ts'
import type { LoggedChange } from './logbook.queries.ts'
import { listChanges, listOtherDistances, listReadingTimes } from './logbook.queries.ts'
import { meterAt } from './meters/meter-readings.ts'
import type { ReportedSegment, SegmentRequest } from './reported-segments.api.ts'
import { addDriving, readReportedSegments } from './reported-segments.api.ts'

export type { LoggedChange } from './logbook.queries.ts'

export interface LoggedTrip extends ReportedSegment {
  odometerStartCm: number
  odometerEndCm: number
  changes: LoggedChange[]
}

/** Of each kind, of one trip. */
const maxChanges = 20

export async function* readLogbook(
  db: AccountDb,
  request: Omit<SegmentRequest, 'kind'>,
): AsyncGenerator<LoggedTrip[]> {
  const odometers = new Map<number, KnownOdometer>()
  for await (const plain of readReportedSegments(db, { ...request, kind: 'trip' })) {
    if (plain.length === 0) continue
    const some = await addDriving(db, plain)
    const odometerOf = await createOdometers(db, some, odometers)
    const changes = await changesOf(db, some)
    const logged: LoggedTrip[] = []
    for (const [index, one] of some.entries()) {
      logged.push({ ...one, ...(await odometerOf(one)), changes: changes.get(index) ?? [] })
    }
    yield logged
  }
}

async function changesOf(db: AccountDb, some: ReportedSegment[]): Promise<Map<number, LoggedChange[]>> {
  const trips = some.map(({ segment }) => segment)
  return Map.groupBy(await listChanges(db, trips, maxChanges), ({ place }) => place - 1)
}

/** At the start of the last trip of a device, and what that trip has counted. */
interface KnownOdometer {
  atMs: number
  startCm: number
  tripCm: number
}

/** Looked up once for each device and each time that it was set; in between, everything that was counted is added. */
async function createOdometers(
  db: AccountDb,
  some: ReportedSegment[],
  known: Map<number, KnownOdometer>,
): Promise<(one: ReportedSegment) => Promise<{ odometerStartCm: number; odometerEndCm: number }>> {
  const numbers = [...new Set(some.map(({ segment }) => segment.deviceNumber))]
  const starts = some.map(({ segment }) => segment.beganAtMs)
  const range = {
    fromMs: Math.min(...starts, ...numbers.map((number) => known.get(number)?.atMs ?? starts[0]!)),
    toMs: Math.max(...some.map(({ segment }) => segment.untilMs)),
  }
  const settings = await listReadingTimes(db, numbers, range)
  const others = await listOtherDistances(db, numbers, range)
  return async ({ segment: { deviceNumber, beganAtMs, untilMs, totals } }) => {
    const isSet = (afterMs: number, toMs: number) =>
      Boolean(settings.get(deviceNumber)?.some((atMs) => atMs > afterMs && atMs <= toMs))
    const before = known.get(deviceNumber)
    const startCm =
      !before || isSet(before.atMs, beganAtMs)
        ? await meterAt(db, deviceNumber, 'odometer', beganAtMs)
        : before.startCm + before.tripCm + betweenCm(others.get(deviceNumber), before.atMs, beganAtMs)
    known.set(deviceNumber, { atMs: beganAtMs, startCm, tripCm: totals.cm })
    const odometerEndCm = isSet(beganAtMs, untilMs)
      ? await meterAt(db, deviceNumber, 'odometer', untilMs)
      : startCm + totals.cm
    return { odometerStartCm: startCm, odometerEndCm }
  }
}

function betweenCm(others: { atMs: number; cm: number }[] = [], fromMs: number, toMs: number): number {
  return others.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).reduce((sum, { cm }) => sum + cm, 0)
}
