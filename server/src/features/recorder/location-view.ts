// A location as the API shows it, written from its row: the same JSON as the store's. Built by hand because every
// location passes here, and JSON.stringify of an object would cost the recorder twice as much as everything else.

import {
  accuracyMOf,
  altitudeMOf,
  courseTenthDegOf,
  fixedAtMsOf,
  latitudeE7Of,
  longitudeE7Of,
  moreOf,
  receivedAtMsOf,
  satellitesOf,
  speedTenthKmhOf,
} from './location-row.api.ts'
import type { LocationRow } from './location-row.types.ts'

export function toView(row: LocationRow): string {
  const latitudeE7 = latitudeE7Of(row)
  const longitudeE7 = longitudeE7Of(row)
  const altitudeM = altitudeMOf(row)
  const speedTenthKmh = speedTenthKmhOf(row)
  const courseTenthDeg = courseTenthDegOf(row)
  const accuracyM = accuracyMOf(row)
  const satellites = satellitesOf(row)
  const more = moreOf(row)
  let json = `{"dateTime":"${isoTime(fixedAtMsOf(row))}","receivedAt":"${isoTime(receivedAtMsOf(row))}"`
  json += `,"latitude":${latitudeE7 === null ? null : latitudeE7 / 1e7}`
  json += `,"longitude":${longitudeE7 === null ? null : longitudeE7 / 1e7}`
  if (altitudeM !== null) json += `,"altitude":${altitudeM}`
  if (speedTenthKmh !== null) json += `,"speed":${Math.round((speedTenthKmh / 36) * 100) / 100}`
  if (courseTenthDeg !== null) json += `,"course":${courseTenthDeg / 10}`
  if (accuracyM !== null) json += `,"accuracy":${accuracyM}`
  if (satellites !== null) json += `,"satellites":${satellites}`
  if (more === null) return `${json},"valid":true}`
  if (!('valid' in more)) json += ',"valid":true'
  return `${json},${JSON.stringify(more).slice(1)}`
}

const minuteMs = 60_000
const maxMinutes = 10_000
const minutes = new Map<number, string>()

/** As `toISOString`, which is slow. Caches minutes: the locations of a batch fall into few of them. */
export function isoTime(ms: number): string {
  const minute = Math.floor(ms / minuteMs)
  let text = minutes.get(minute)
  if (text === undefined) {
    if (minutes.size >= maxMinutes) minutes.clear()
    text = new Date(minute * minuteMs).toISOString().slice(0, -7)
    minutes.set(minute, text)
  }
  const within = ms - minute * minuteMs
  const second = Math.floor(within / 1_000)
  const rest = Math.floor(within - second * 1_000)
  return `${text}${second < 10 ? '0' : ''}${second}.${rest < 100 ? (rest < 10 ? '00' : '0') : ''}${rest}Z`
}
