// A location as the API shows it, from the row on its way to the store: the same as the store's own JSON. Written by hand:
// every location passes here, and an object made for JSON.stringify costs the recorder twice as much as all the rest.

import type { LocationRow } from './location-row.types.ts'

export function toView(row: LocationRow): string {
  const [
    ,
    fixedMs,
    receivedMs,
    latitude,
    longitude,
    ,
    altitudeM,
    speed,
    course,
    accuracyM,
    satellites,
    more,
  ] = row
  let json = `{"dateTime":"${isoTime(fixedMs)}","receivedAt":"${isoTime(receivedMs)}"`
  json += `,"latitude":${latitude === null ? null : latitude / 1e7}`
  json += `,"longitude":${longitude === null ? null : longitude / 1e7}`
  if (altitudeM !== null) json += `,"altitude":${altitudeM}`
  if (speed !== null) json += `,"speed":${Math.round((speed / 36) * 100) / 100}`
  if (course !== null) json += `,"course":${course / 10}`
  if (accuracyM !== null) json += `,"accuracy":${accuracyM}`
  if (satellites !== null) json += `,"satellites":${satellites}`
  if (more === null) return `${json},"valid":true}`
  if (!('valid' in more)) json += ',"valid":true'
  return `${json},${JSON.stringify(more).slice(1)}`
}

const minuteMs = 60_000
const maxMinutes = 10_000
const minutes = new Map<number, string>()

/** As `toISOString`, which is slow: what one fleet says falls into few minutes. */
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
