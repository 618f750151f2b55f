// Rows of segments as they are read: with the distance of their days where a period cuts them, and with the sums of those
// that are open.

import type { AccountDb } from '../../../platform/db/db.ts'
import type { Thresholds } from '../detection/settings.ts'
import { isCoarse } from '../detection/settings.ts'
import { addSums, emptySums, totalsOf } from '../detection/sums.ts'
import { thresholdsBy } from '../effective-settings.ts'
import { toStoredRow, toSums } from '../segment.queries.ts'
import { isCut } from './period-share.ts'
import type { DayDistance, ReadSegment, TimeRange } from './reading.types.ts'
import type { DeviceState, FleetRow, ReadRow } from './segment-read.queries.ts'
import * as queries from './segment-read.queries.ts'

/** Of a segment that has ended. */
export function toReadSegment(
  row: ReadRow,
  deviceId: string,
  thresholdsAt: (instantMs: number) => Thresholds,
): ReadSegment {
  const stored = toStoredRow(row)
  return {
    ...stored,
    deviceId,
    deviceNumber: row.deviceNumber,
    correctedAtMs: row.correctedMs,
    untilMs: row.endedMs ?? row.beganMs,
    isSilent: false,
    isCoarse: isCoarse(thresholdsAt(row.beganMs).settings),
    days: row.day === null ? [] : [{ day: row.day, cm: row.cm }],
  }
}

/** Of any devices; the open ones are as the processor has left them. */
export async function withStates(db: AccountDb, rows: FleetRow[], now: Date): Promise<ReadSegment[]> {
  if (rows.length === 0) return []
  const states = await readStates(db, rows)
  const segments = rows.map((row) =>
    toReadSegment(row, row.deviceId, thresholdsBy(states.get(row.deviceNumber)?.settings ?? null)),
  )
  return continueOpen(db, segments, states, now)
}

export async function readStates(
  db: AccountDb,
  some: { deviceNumber: number }[],
): Promise<Map<number, DeviceState>> {
  const numbers = [...new Set(some.map(({ deviceNumber }) => deviceNumber))]
  return new Map((await queries.listStates(db, numbers)).map((state) => [state.deviceNumber, state]))
}

/** What a segment needs to be continued while it is open. */
export type Continued = Pick<
  ReadSegment,
  'deviceNumber' | 'kind' | 'beganAtMs' | 'endedAtMs' | 'to' | 'untilMs' | 'isSilent' | 'days'
>

/** The segments with the sums and the end of those that are open, by the state of their device. */
export async function continueOpen<T extends Continued>(
  db: AccountDb,
  segments: T[],
  states: Map<number, DeviceState>,
  now: Date,
): Promise<T[]> {
  const open = segments.filter(({ endedAtMs }) => endedAtMs === null)
  if (open.length === 0) return segments
  const pastSums = new Map((await queries.sumDays(db, open)).map((sums) => [sums.deviceNumber, toSums(sums)]))
  return segments.map((segment) => {
    const state = states.get(segment.deviceNumber)
    if (segment.endedAtMs !== null || !state) return segment
    const past = { ...emptySums(''), ...pastSums.get(segment.deviceNumber) }
    return withOpen(segment, past, state, now)
  })
}

function withOpen<T extends Continued>(
  segment: T,
  past: ReturnType<typeof emptySums>,
  { open, latestMs, settings }: DeviceState,
  now: Date,
): T {
  if (open?.segment.beganAtMs !== segment.beganAtMs) return segment
  for (const sums of open.segmentDays) addSums(past, sums)
  const lastAtMs = Math.max(open.untilMs, latestMs ?? open.untilMs)
  const { gapMs } = thresholdsBy(settings)(lastAtMs)
  const isSilent = segment.kind === 'trip' && +now > lastAtMs + gapMs
  const days = open.segmentDays.map(({ day, cm }) => ({ day, cm }))
  return { ...segment, to: open.segment.to, totals: totalsOf([past]), untilMs: open.untilMs, isSilent, days }
}

/** Adds the distance by day of those that the period cuts and that are part of several days. */
export async function withDays<
  T extends Pick<Continued, 'deviceNumber' | 'beganAtMs' | 'endedAtMs' | 'untilMs' | 'days'>,
>(db: AccountDb, segments: T[], period: TimeRange): Promise<T[]> {
  const lacking = segments.filter(
    (one) => isCut(one, period) && (one.endedAtMs === null || one.days.length === 0),
  )
  if (lacking.length === 0) return segments
  const found = await queries.listDayDistances(db, lacking)
  const daysOf = Map.groupBy(found, (one) => keyText(one.deviceNumber, one.beganMs))
  const isLacking = new Set(lacking)
  return segments.map((one) => {
    if (!isLacking.has(one)) return one
    const stored: DayDistance[] = daysOf.get(keyText(one.deviceNumber, one.beganAtMs)) ?? []
    return { ...one, days: [...stored, ...one.days] }
  })
}

const keyText = (deviceNumber: number, beganAtMs: number) => `${deviceNumber} ${beganAtMs}`
