// A location in the form the log and the store use: integers, the names of the API for the rest, and a fingerprint
// that identifies repeats.

import { crc32 } from 'node:zlib'
import type { Location } from '@rastro/protocols'
import { plausibleTime } from '@rastro/protocols'
import type { DeviceRef, LocationRow, Trust } from './location-row.types.ts'

/** The index of each field of a row. */
export const rowIndex = {
  deviceRef: 0,
  fixedAtMs: 1,
  receivedAtMs: 2,
  latitudeE7: 3,
  longitudeE7: 4,
  fingerprint: 5,
  altitudeM: 6,
  speedTenthKmh: 7,
  courseTenthDeg: 8,
  accuracyM: 9,
  satellites: 10,
  more: 11,
  protocol: 12,
  trust: 13,
  kind: 14,
} as const

export const deviceRefOf = (row: LocationRow) => row[rowIndex.deviceRef]
export const fixedAtMsOf = (row: LocationRow) => row[rowIndex.fixedAtMs]
export const receivedAtMsOf = (row: LocationRow) => row[rowIndex.receivedAtMs]
export const latitudeE7Of = (row: LocationRow) => row[rowIndex.latitudeE7]
export const longitudeE7Of = (row: LocationRow) => row[rowIndex.longitudeE7]
export const fingerprintOf = (row: LocationRow) => row[rowIndex.fingerprint]
export const altitudeMOf = (row: LocationRow) => row[rowIndex.altitudeM]
export const speedTenthKmhOf = (row: LocationRow) => row[rowIndex.speedTenthKmh]
export const courseTenthDegOf = (row: LocationRow) => row[rowIndex.courseTenthDeg]
export const accuracyMOf = (row: LocationRow) => row[rowIndex.accuracyM]
export const satellitesOf = (row: LocationRow) => row[rowIndex.satellites]
export const moreOf = (row: LocationRow) => row[rowIndex.more]
export const protocolOf = (row: LocationRow) => row[rowIndex.protocol]
export const trustOf = (row: LocationRow): Trust => row[rowIndex.trust] ?? 'identifier'
export const isStatus = (row: LocationRow) => row[rowIndex.kind] === 'status'

/** Of the fixed fields of a row, as JSON. */
const fixedBytes = 140

/** About the size of a row in the log. */
export function rowBytesOf(row: LocationRow): number {
  const more = moreOf(row)
  return fixedBytes + (more === null ? 0 : JSON.stringify(more).length)
}

/** How and when a location was received. */
export interface Reception {
  deviceRef: DeviceRef
  protocol: string
  receivedAt: Date
  /** The protocol's dates come from the GPS receiver and may be 1024 weeks early. */
  datesRollOver: boolean
  /** Absent: `identifier`. */
  trust?: Trust
}

/** `given` are further fields of the API, under its names. */
export function toRow(
  location: Location,
  reception: Reception,
  given: Record<string, unknown> = {},
): LocationRow {
  const { deviceRef, protocol, receivedAt, datesRollOver, trust } = reception
  const time = plausibleTime(location.fixedAt, receivedAt, { datesRollOver })
  let more: Record<string, unknown> = { ...furtherFieldsOf(location), ...given }
  // The time of the tracker stays visible where it is implausible.
  if (time.kind !== 'kept') more.deviceTime = time.reportedAt?.toISOString() ?? null
  const isEmpty = Object.keys(more).length === 0
  const coordinates = [
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
  const content = JSON.stringify([location.fixedAt?.getTime(), coordinates, small, more])
  const fingerprint = crc32(content) | 0
  if (unstorable.test(content)) more = toStorable(more) as Record<string, unknown>
  const rest = isEmpty ? null : more
  const times = [time.at.getTime(), receivedAt.getTime()] as const
  const row: LocationRow = [deviceRef, ...times, ...coordinates, fingerprint, ...small, rest, protocol]
  if (trust && trust !== 'identifier') row[rowIndex.trust] = trust
  return row
}

/** A report without a position as a row, or undefined if it contains nothing. */
export function toStatusRow(status: Location, reception: Reception): LocationRow | undefined {
  const { latitude: _, longitude: __, ...rest } = status
  const row = toRow(rest, reception)
  if (Object.keys(statusOf(row)).length === 0) return undefined
  row[rowIndex.trust] ??= null
  row[rowIndex.kind] = 'status'
  return row
}

/** What a status reports, under the names of the API. That it has no fix and no clock is usual. */
export function statusOf(row: LocationRow): Record<string, unknown> {
  const { valid: _, deviceTime, ...status } = moreOf(row) ?? {}
  return typeof deviceTime === 'string' ? { ...status, deviceTime } : status
}

/** NUL and lone surrogates, as JSON escapes them. PostgreSQL accepts neither. */
const unstorable = /\\u(0000|d[89a-f])/

function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed()
  if (Array.isArray(value)) return value.map(toStorable)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [toStorable(key) as string, toStorable(inner)]),
  )
}

/** The fields without a column, under the names of the API and in its units. */
function furtherFieldsOf(location: Location): Record<string, unknown> {
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

function scaled(value: number | undefined, factor: number, min: number, max: number): number | null {
  if (value === undefined || Number.isNaN(value)) return null
  return Math.min(max, Math.max(min, Math.round(value * factor)))
}
