// The days of a device: what is stored of them, and what the newest segments add.

import type { Static } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { inSnapshot } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { SegmentKind } from '../detection/detection.types.ts'
import type { LocalDay } from '../detection/local-days.ts'
import { secondsBetween, secondsWithin } from '../detection/local-days.ts'
import { plus } from '../detection/sums.ts'
import { toIso, toMetres, toMetresPerSecond } from '../measures.api.ts'
import type { DateRange } from './date-range.ts'
import { listDates } from './date-range.ts'
import type { DayView } from './day.schema.ts'
import type { StoredDay } from './day-read.queries.ts'
import * as queries from './day-read.queries.ts'
import type { DeviceTrack } from './device-track.ts'
import { readTrack } from './device-track.ts'

type Day = Static<typeof DayView>

/** Oldest first. Days before the first location, and after the last one, are absent. */
export function listDeviceDays(
  ctx: Pick<Context, 'db' | 'now'>,
  caller: Caller,
  deviceId: string,
  range: DateRange,
): Promise<Day[]> {
  return inSnapshot(ctx, caller.accountId, async (tx) => {
    const track = await readTrack(tx, caller, deviceId)
    const dates = listDates(range, track.days)
    const [first, last] = [dates[0], dates.at(-1)]
    if (!first || !last) return []
    const rows = await queries.listDays(tx.db, track.deviceNumber, { first: first.day, last: last.day })
    const found = new Map(rows.map((row): [string, StoredDay] => [row.day, row]))
    for (const date of dates) {
      const day = withNewest(
        found.get(date.day) ?? emptyDay(date.day, track.days.zoneOf(date.day)),
        date,
        track,
      )
      if (day) found.set(date.day, day)
    }
    const missing = dates.filter(({ day }) => !found.has(day))
    const kinds = await queries.findKindsAt(
      tx.db,
      track.deviceNumber,
      missing.map(({ startMs }) => startMs),
    )
    for (const [index, kind] of kinds.entries()) {
      const { day, startMs, endMs } = missing[index]!
      // Without a location no segment begins or ends in the day.
      if (kind)
        found.set(
          day,
          withSeconds(emptyDay(day, track.days.zoneOf(day)), kind, secondsBetween(startMs, endMs)),
        )
    }
    return dates.flatMap(({ day }) => found.get(day) ?? []).map((day) => toView(day, deviceId))
  })
}

/** Undefined if the newest segments are not part of the day. */
function withNewest(row: StoredDay, date: LocalDay, track: DeviceTrack): StoredDay | undefined {
  const isIn = (atMs: number | null) => atMs !== null && atMs >= date.startMs && atMs < date.endMs
  const segments = track.segments.filter(
    ({ beganAtMs, untilMs }) =>
      beganAtMs < date.endMs && (untilMs > date.startMs || beganAtMs >= date.startMs),
  )
  const counts = track.counts.find(({ day }) => day === date.day)
  const sums = track.sums.filter(({ day }) => day === date.day)
  if (segments.length === 0 && !counts && sums.length === 0) return undefined
  const result: StoredDay = { ...row, ...counts }
  for (const { kind, beganAtMs, endedAtMs, untilMs } of segments) {
    Object.assign(result, withSeconds(result, kind, secondsWithin(date, beganAtMs, untilMs)))
    if (isIn(beganAtMs)) {
      if (kind === 'trip') result.trips += 1
      if (kind === 'stop') result.stops += 1
      if (kind === 'trip') result.firstStartAt ??= new Date(beganAtMs)
    }
    if (kind === 'trip' && isIn(endedAtMs)) result.lastEndAt = new Date(endedAtMs!)
  }
  for (const one of sums) {
    result.cm += one.cm
    if (one.kind === 'trip') result.tripCm += one.cm
    result.bridgedCm += one.bridgedCm
    result.idleSeconds += one.idleSeconds
    result.idlings += one.idlings
    result.engineSeconds = plus(result.engineSeconds, one.engineSeconds)
    result.topSpeed = fastest(result.topSpeed, one.topSpeedTenthKmh)
  }
  return result
}

function withSeconds(row: StoredDay, kind: SegmentKind, seconds: number): StoredDay {
  const name = `${kind}Seconds` as const
  return { ...row, [name]: row[name] + seconds }
}

function fastest(a: number | null, b: number | null): number | null {
  return a === null || (b !== null && b > a) ? b : a
}

function emptyDay(day: string, zone: string): StoredDay {
  return {
    ...{ day, zone, trips: 0, stops: 0, tripSeconds: 0, stopSeconds: 0, gapSeconds: 0 },
    ...{ cm: 0, tripCm: 0, bridgedCm: 0, idleSeconds: 0, idlings: 0, engineSeconds: null, topSpeed: null },
    ...{ firstStartAt: null, lastEndAt: null },
    ...{ locations: 0, ahead: 0, coordinates: 0, accuracy: 0, jump: 0 },
  }
}

function toView(row: StoredDay, deviceId: string): Day {
  const { trips, stops, tripSeconds, stopSeconds, gapSeconds, idleSeconds, idlings, engineSeconds } = row
  const { ahead, coordinates, accuracy, jump } = row
  return {
    deviceId,
    day: row.day,
    timeZone: row.zone,
    trips,
    stops,
    distance: toMetres(row.cm),
    tripDistance: toMetres(row.tripCm),
    bridgedDistance: toMetres(row.bridgedCm),
    tripSeconds,
    stopSeconds,
    gapSeconds,
    idleSeconds,
    idlings,
    engineSeconds,
    maxSpeed: row.topSpeed === null ? null : toMetresPerSecond(row.topSpeed),
    firstStartAt: row.firstStartAt && toIso(+row.firstStartAt),
    lastEndAt: row.lastEndAt && toIso(+row.lastEndAt),
    locations: row.locations,
    unusable: { ahead, coordinates, accuracy, jump },
  }
}
