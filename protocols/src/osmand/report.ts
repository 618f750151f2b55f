// What both forms share: turning loose values of a phone into a report, or saying why they are none.
import { isAlarmName } from '../alarm-names.ts'
import { courseOf, instantOf, isPlace } from '../measures.ts'
import type { Decoded, Location } from '../protocol.types.ts'

const MAX_IDENTIFIER_LENGTH = 128
const MAX_ATTRIBUTES = 50
const MAX_TEXT_LENGTH = 500
/** As seconds it is the year 5138, as milliseconds 1973. Traccar draws the line at 2^31, which fails in 2038. */
const FIRST_MILLISECONDS = 1e11

export interface Place {
  latitude: number | undefined
  longitude: number | undefined
}

/** A report without a place is a heartbeat, unless it raises an alarm: that must be stored. */
export function reportOf(identifier: string, location: Location, place: Place): Decoded {
  const { latitude, longitude } = place
  if (latitude === undefined && longitude === undefined) {
    if (location.alarms.length === 0) return { kind: 'heartbeat', identifier, status: location }
    return { kind: 'locations', identifier, locations: [location] }
  }
  if (
    latitude === undefined ||
    longitude === undefined ||
    Math.abs(latitude) > 90 ||
    Math.abs(longitude) > 180
  ) {
    return { kind: 'bad', identifier, why: 'coordinates that cannot be' }
  }
  if (isPlace(latitude, longitude)) {
    location.latitude = latitude
    location.longitude = longitude
  } else location.valid = false
  return { kind: 'locations', identifier, locations: [location] }
}

export function identifierOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return undefined
  const identifier = text.trim()
  if (identifier.length === 0 || identifier.length > MAX_IDENTIFIER_LENGTH) return undefined
  // No database takes NUL, and nobody means a control character.
  return /\p{Cc}|\p{Cs}/u.test(identifier) ? undefined : identifier
}

export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(value))
    return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** -1 is how the clients say that they do not know. */
export function measureOf(value: unknown): number | undefined {
  const number = numberOf(value)
  return number !== undefined && number >= 0 ? number : undefined
}

export function headingOf(value: unknown): number | undefined {
  const degrees = numberOf(value)
  return degrees === undefined ? undefined : courseOf(degrees)
}

export function booleanOf(value: unknown): boolean | undefined {
  if (value === true || value === 'true' || value === '1' || value === 1) return true
  return value === false || value === 'false' || value === '0' || value === 0 ? false : undefined
}

/** Seconds, milliseconds or ISO 8601; without a zone it is UTC. */
export function whenOf(value: unknown): Date | undefined {
  const number = numberOf(value)
  if (number !== undefined) return instantOf(number < FIRST_MILLISECONDS ? number * 1000 : number)
  if (typeof value !== 'string') return undefined
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[-+]\d\d:?\d\d)?$/.exec(
    value.trim(),
  )
  if (!parts) return undefined
  const at = new Date(`${parts[1]}T${parts[2]}${parts[3] ?? 'Z'}`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

export function keepAlarms(location: Location, value: unknown): void {
  if (typeof value !== 'string') return
  for (const name of value.split(',', 8)) {
    if (isAlarmName(name)) location.alarms.push(name)
    else keepAttribute(location, 'alarm', name)
  }
}

/** Bounded in number and length: anybody who knows an identifier may write here. */
export function keepAttribute(location: Location, name: string, value: unknown): void {
  if (!/^[A-Za-z]\w{0,40}$/.test(name) || Object.keys(location.attributes).length >= MAX_ATTRIBUTES) return
  const kept = typeof value === 'string' ? (numberOf(value) ?? wordOf(value)) : value
  if (typeof kept === 'string') location.attributes[name] = kept.slice(0, MAX_TEXT_LENGTH)
  else if (typeof kept === 'boolean' || (typeof kept === 'number' && Number.isFinite(kept))) {
    location.attributes[name] = kept
  }
}

function wordOf(value: string): string | boolean {
  return value === 'true' ? true : value === 'false' ? false : value
}
