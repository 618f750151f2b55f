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
  const numbers = [...new Set(rows.map(({ deviceNumber }) => deviceNumber))]
  const states = new Map((await queries.listStates(db, numbers)).map((state) => [state.deviceNumber, state]))
  const openRows = rows.filter(({ endedMs }) => endedMs === null)
  const pastSums = new Map(
    (openRows.length > 0 ? await queries.sumDays(db, openRows.map(toKey)) : []).map((sums) => [
      sums.deviceNumber,
      toSums(sums),
    ]),
  )
  return rows.map((row) => {
    const state = states.get(row.deviceNumber)
    const thresholdsAt = thresholdsBy(state?.settings ?? null)
    const segment = toReadSegment(row, row.deviceId, thresholdsAt)
    if (row.endedMs !== null || !state) return segment
    const past = { ...emptySums(''), ...pastSums.get(row.deviceNumber) }
    return withOpen(segment, past, state, thresholdsAt, now)
  })
}

function withOpen(
  segment: ReadSegment,
  past: ReturnType<typeof emptySums>,
  { open, latestMs }: DeviceState,
  thresholdsAt: (instantMs: number) => Thresholds,
  now: Date,
): ReadSegment {
  if (open?.segment.beganAtMs !== segment.beganAtMs) return segment
  for (const sums of open.segmentDays) addSums(past, sums)
  const lastAtMs = Math.max(open.untilMs, latestMs ?? open.untilMs)
  const isSilent = segment.kind === 'trip' && +now > lastAtMs + thresholdsAt(lastAtMs).gapMs
  const days = open.segmentDays.map(({ day, cm }) => ({ day, cm }))
  return { ...segment, to: open.segment.to, totals: totalsOf([past]), untilMs: open.untilMs, isSilent, days }
}

/** Adds the distance by day of those that the period cuts and that are part of several days. */
export async function withDays(
  db: AccountDb,
  segments: ReadSegment[],
  period: TimeRange,
): Promise<ReadSegment[]> {
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

const toKey = ({ deviceNumber, beganMs }: ReadRow) => ({ deviceNumber, beganAtMs: beganMs })
const keyText = (deviceNumber: number, beganAtMs: number) => `${deviceNumber} ${beganAtMs}`
