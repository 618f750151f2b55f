// Why a segment began and ended, with which settings, and which locations were left out.

import type { Static } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import { inSnapshot } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Place, Reason, TrackLocation } from '../detection/detection.types.ts'
import { createInstants } from '../detection/instants.ts'
import { secondsBetween } from '../detection/local-days.ts'
import { metresFrom, pointOf } from '../detection/points.ts'
import type { TripSettings } from '../detection/settings.ts'
import { defaultSettings } from '../detection/settings.ts'
import { decodeState } from '../detection/state.ts'
import { findOpening } from '../device-day.queries.ts'
import { readLayers } from '../device-settings.ts'
import { effectiveSettings, originsOf } from '../effective-settings.ts'
import { toIso, toMetresPerSecond } from '../measures.api.ts'
import { isCurrent } from '../state-version.ts'
import { readRows } from '../track.queries.ts'
import { toTrackLocation } from '../track-location.ts'
import type { DeviceTrack } from './device-track.ts'
import type { LeftOut } from './left-out.ts'
import { findLeftOut } from './left-out.ts'
import type { ReadSegment } from './reading.types.ts'
import type { ExplanationView } from './segment.schema.ts'
import { maxLeftOut } from './segment.schema.ts'
import { findSegment } from './trip.ts'

type Explanation = Static<typeof ExplanationView>

/** A day or two; longer segments are explained up to here. */
const maxRows = 20_000

export function explainSegment(
  ctx: Pick<Context, 'db' | 'now'>,
  caller: Caller,
  id: string,
): Promise<Explanation> {
  return inSnapshot(ctx, caller.accountId, async (tx) => {
    const { segment, track, algorithm } = await findSegment(tx, caller, id)
    const { beganAtMs, untilMs, from, to, began, ended } = segment
    const settings = { ...track.thresholdsAt(beganAtMs).settings }
    const since = track.settings?.findLast(
      ([fromMs]) => (fromMs ?? Number.NEGATIVE_INFINITY) <= beganAtMs,
    )?.[0]
    const { leftOut, isComplete } = await listLeftOut(tx.db, segment, track)
    return {
      began: await toDecision(tx.db, segment, began, beganAtMs, from),
      ended: ended && (await toDecision(tx.db, segment, ended, untilMs, to)),
      settings,
      settingsSince: since == null ? null : toIso(since),
      origins: await findOrigins(tx.db, track, settings),
      algorithm,
      leftOut: leftOut.slice(0, maxLeftOut).map(toLeftOutView),
      leftOutIsComplete: isComplete && leftOut.length <= maxLeftOut,
    }
  })
}

/** Measured from where and when the segment begins or ends to the location that made it certain. */
async function toDecision(
  db: AccountDb,
  { deviceNumber }: ReadSegment,
  { by, decidedAtMs, metres, seconds }: Reason,
  atMs: number,
  place: Place,
): Promise<Explanation['began']> {
  const location = await findLocation(db, deviceNumber, decidedAtMs)
  return {
    by,
    decidedAt: toIso(decidedAtMs),
    location: location && toLocationView(location),
    measured: { metres: location && metresTo(place, location), seconds: secondsBetween(atMs, decidedAtMs) },
    threshold: { metres, seconds },
  }
}

/** All rows of the instant as one. Null if they are no longer kept. */
async function findLocation(
  db: AccountDb,
  deviceNumber: number,
  atMs: number,
): Promise<TrackLocation | null> {
  const part = { deviceNumber, afterMs: atMs - 1, untilMs: atMs }
  const rows = (await readRows(db, [part], maxRows)).get(deviceNumber) ?? []
  const instants = createInstants()
  for (const row of rows) instants.push(toTrackLocation(row))
  return instants.end()?.location ?? null
}

function metresTo({ latitudeE7, longitudeE7 }: Place, location: TrackLocation): number | null {
  if (location.latitudeE7 === null || location.longitudeE7 === null) return null
  const metres = metresFrom(
    pointOf(latitudeE7, longitudeE7),
    pointOf(location.latitudeE7, location.longitudeE7),
  )
  return Math.round(metres * 10) / 10
}

function toLocationView(location: TrackLocation) {
  const { latitudeE7, longitudeE7, speedTenthKmh, accuracyM, ignition } = location
  return {
    latitude: toDegrees(latitudeE7),
    longitude: toDegrees(longitudeE7),
    speed: speedTenthKmh === null ? null : toMetresPerSecond(speedTenthKmh),
    accuracy: accuracyM,
    ignition,
  }
}

function toLeftOutView({ atMs, latitudeE7, longitudeE7, accuracyM, reason }: LeftOut) {
  const coordinates = { latitude: toDegrees(latitudeE7), longitude: toDegrees(longitudeE7) }
  return { dateTime: toIso(atMs), ...coordinates, accuracy: accuracyM, reason }
}

const toDegrees = (e7: number | null) => (e7 === null ? null : e7 / 1e7)

/** Values that are not the default. Of settings that have changed since, only the value is known. */
async function findOrigins(
  db: AccountDb,
  track: DeviceTrack,
  settings: TripSettings,
): Promise<Record<string, string>> {
  const layers = (await readLayers(db, [track]))(track)
  const current = effectiveSettings(layers)
  const origins = originsOf(layers)
  const names = Object.keys(settings) as (keyof TripSettings)[]
  return Object.fromEntries(
    names
      .filter((name) => settings[name] !== defaultSettings[name])
      .map((name) => [name, (current[name] === settings[name] && origins[name]?.subject) || 'earlier']),
  )
}

/** Runs the detector again over the days of the segment. */
async function listLeftOut(
  db: AccountDb,
  { deviceNumber, beganAtMs, untilMs, ended }: ReadSegment,
  { days, thresholdsAt, marks }: DeviceTrack,
): Promise<{ leftOut: LeftOut[]; isComplete: boolean }> {
  const opening = await findOpening(db, deviceNumber, days.at(beganAtMs).day)
  if (!opening || !isCurrent(opening.state)) return { leftOut: [], isComplete: false }
  const afterMs = days.of(opening.day).startMs - 1
  // Whether a location is a jump shows with the next one.
  const part = { deviceNumber, afterMs, untilMs: Math.max(untilMs, ended?.decidedAtMs ?? untilMs) }
  const rows = (await readRows(db, [part], maxRows + 1)).get(deviceNumber) ?? []
  const locations = rows.slice(0, maxRows).map(toTrackLocation)
  const leftOut = findLeftOut(decodeState(opening.state), locations, { days, thresholdsAt, marks })
  return {
    leftOut: leftOut.filter(({ atMs }) => atMs >= beganAtMs && atMs <= untilMs),
    isComplete: rows.length <= maxRows && locations.some(({ fixedAtMs }) => fixedAtMs === beganAtMs),
  }
}
