// A location in the store's form: whole numbers, the API's names for the rest, and a fingerprint that tells repeats.

import { crc32 } from 'node:zlib'
import type { Location } from '@rastro/protocols'
import { plausibleTime } from '@rastro/protocols'
import type { LocationRow, Trust, Who } from './location-row.types.ts'

export interface Heard {
  who: Who
  protocol: string
  receivedAt: Date
  /** The protocol's dates come from the receiver and may be 1024 weeks early. */
  datesRollOver: boolean
  /** Absent: `identifier`. */
  trust?: Trust
}

/** `given` is what the API was told in its own words, beside the location. */
export function toRow(location: Location, heard: Heard, given: Record<string, unknown> = {}): LocationRow {
  const { who, protocol, receivedAt, datesRollOver, trust } = heard
  const time = plausibleTime(location.fixedAt, receivedAt, { datesRollOver })
  let more: Record<string, unknown> = { ...moreOf(location), ...given }
  // What the tracker said of its clock stays visible when we could not believe it.
  if (time.kind !== 'kept') more.deviceTime = time.saidAt?.toISOString() ?? null
  const isEmpty = Object.keys(more).length === 0
  const place = [
    scaled(location.latitude, 1e7, -900_000_000, 900_000_000),
    scaled(location.longitude, 1e7, -1_800_000_000, 1_800_000_000),
  ] as const
  const small = [
    scaled(location.altitudeM, 1, -32_768, 32_767),
    scaled(location.speedKmh, 10, 0, 32_767),
    location.courseDeg === undefined ? null : Math.round(location.courseDeg * 10) % 3_600,
    scaled(location.accuracyM, 1, 0, 32_767),
    scaled(location.satellites, 1, 0, 32_767),
  ] as const
  const said = JSON.stringify([location.fixedAt?.getTime(), place, small, more])
  const fingerprint = crc32(said) | 0
  if (unstorable.test(said)) more = toStorable(more) as Record<string, unknown>
  const rest = isEmpty ? null : more
  const times = [time.at.getTime(), receivedAt.getTime()] as const
  const row: LocationRow = [who, ...times, ...place, fingerprint, ...small, rest, protocol]
  if (trust && trust !== 'identifier') row[13] = trust
  return row
}

/** As JSON writes them: NUL, and halves of characters. PostgreSQL takes neither. */
const unstorable = /\\u(0000|d[89a-f])/

function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed()
  if (Array.isArray(value)) return value.map(toStorable)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [toStorable(key) as string, toStorable(inner)]),
  )
}

/** Whatever has no column of its own, under the API's names and in its units. */
function moreOf(location: Location): Record<string, unknown> {
  const more: Record<string, unknown> = {}
  const keep = (name: string, value: unknown) => {
    if (value !== undefined) more[name] = value
  }
  if (!location.valid) more.valid = false
  keep('battery', location.batteryPct)
  keep('powerVoltage', location.powerV)
  keep('fuel', location.fuelPct)
  keep('temperature', location.temperatureC)
  keep('temperature2', location.temperature2C)
  keep('humidity', location.humidityPct)
  keep('ignition', location.ignition)
  keep('moving', location.moving)
  keep('inputs', location.inputs)
  keep('outputs', location.outputs)
  keep('rpm', location.rpm)
  keep('mileage', location.mileageKm)
  if (location.alarms.length > 0) more.alerts = location.alarms
  const attributes: Record<string, unknown> = { ...location.attributes }
  if (location.hdop !== undefined) attributes.hdop = location.hdop
  if (location.batteryV !== undefined) attributes.batteryVoltage = location.batteryV
  if (location.fuelL !== undefined) attributes.fuelLitres = location.fuelL
  if (location.approximate) attributes.approximate = true
  for (const _ in attributes) {
    more.attributes = attributes
    break
  }
  return more
}

function scaled(value: number | undefined, factor: number, least: number, most: number): number | null {
  if (value === undefined || Number.isNaN(value)) return null
  return Math.min(most, Math.max(least, Math.round(value * factor)))
}
