// The filter of a subscriber, and whether an event matches it.

import { InvalidError } from '../../platform/http/errors.ts'
import type { EventKind, LoggedEvent } from '../events/event.types.ts'
import { eventKinds } from '../events/event.types.ts'
import type { Area, Filter } from './streaming.types.ts'

export interface FilterQuery {
  kinds?: string
  devices?: string
  groups?: string
  area?: string
}

export function parseFilter({ kinds, devices, groups, area }: FilterQuery): Filter {
  return {
    ...(kinds !== undefined && { kinds: new Set(splitList(kinds).map(toKind)) }),
    ...(devices !== undefined && { devices: new Set(splitList(devices)) }),
    ...(groups !== undefined && { groups: splitList(groups) }),
    ...(area !== undefined && { area: parseArea(area) }),
  }
}

/** Groups are checked separately, because their members change. */
export function matches({ kinds, devices, area }: Filter, event: LoggedEvent): boolean {
  if (kinds && !kinds.has(event.kind)) return false
  if (devices && !devices.has(deviceOf(event))) return false
  return area === undefined || isWithin(area, event)
}

/** Events without coordinates pass. */
function isWithin({ west, south, east, north }: Area, { latitude, longitude }: LoggedEvent): boolean {
  if (latitude === null || longitude === null) return true
  if (latitude < south || latitude > north) return false
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
}

const deviceKey = '"deviceId":"'

/** Identifier, type and time precede it and contain no quotes. */
export function deviceOf({ json }: LoggedEvent): string {
  const from = json.indexOf(deviceKey) + deviceKey.length
  return json.slice(from, json.indexOf('"', from))
}

function splitList(text: string): string[] {
  return text.split(',').filter((one) => one !== '')
}

function toKind(text: string): EventKind {
  const kind = eventKinds.find((one) => one === text)
  if (kind) return kind
  throw invalid('kinds', `"${text}" is not an event kind; use one of ${eventKinds.join(', ')}`)
}

function parseArea(text: string): Area {
  const numbers = text.split(',').map((one) => (one.trim() === '' ? Number.NaN : Number(one)))
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers
  const isInside = (value: number, max: number) => Math.abs(value) <= max
  const isGood =
    numbers.length === 4 &&
    [west, east].every((value) => isInside(value, 180)) &&
    [south, north].every((value) => isInside(value, 90)) &&
    south <= north
  if (!isGood) throw invalid('area', 'must be west,south,east,north in degrees')
  return { west: west * 1e7, south: south * 1e7, east: east * 1e7, north: north * 1e7 }
}

function invalid(path: string, message: string): InvalidError {
  return new InvalidError('query.invalid', `${path}: ${message}.`, { details: [{ path, message }] })
}
