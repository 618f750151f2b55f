// What devices on LoRaWAN measured: the object that a payload codec of the operator returns, or Cayenne LPP without one.
// The names are those that codecs use most.
import { readCayenneLpp } from './cayenne-lpp.ts'
import { booleanOf, headingOf, isRecord, keepAttribute, measureOf, numberOf } from './loose-values.ts'
import { isPosition } from './measures.ts'
import type { Decoded, Location } from './protocol.types.ts'

type Values = Record<string, unknown>

/** `gps_1` is Cayenne LPP decoded by The Things Stack, `gpsLocation` the same by ChirpStack. */
const PLACE = /^(gps(_\d{1,3})?|location|position|coordinates)$/i
const latitudes = ['latitude', 'lat']
const longitudes = ['longitude', 'lon', 'lng']
/** A person typed these, or they are of a gateway. */
const typed = new Set(['SOURCE_REGISTRY', 'CONFIG'])
const satellite = new Set(['SOURCE_GPS', 'GPS', 'GEO_RESOLVER_GNSS'])

/** Undefined if there is neither. */
export function readUplink(object: unknown, payload: unknown): Location | undefined {
  if (isRecord(object) && Object.keys(object).length > 0) return readObject(object)
  return typeof payload === 'string' ? readCayenneLpp(Buffer.from(payload, 'base64')) : undefined
}

/** A place of the network: of a satellite receiver whose data it solved, or an area around gateways. */
export function readSolved(place: unknown): Location | undefined {
  if (!isRecord(place) || typed.has(String(place.source))) return undefined
  const location: Location = { valid: false, alarms: [], attributes: {} }
  if (!keepPlace(location, place)) return undefined
  const isSatellite = satellite.has(String(place.source))
  if (!isSatellite) {
    location.approximate = true
    delete location.altitudeM
  }
  keepAttribute(location, 'source', place.source)
  return location
}

/** Uplinks without coordinates are stored for their measurements and alarms. */
export function reportOf(identifier: string, location: Location | undefined): Decoded {
  if (!location) return { kind: 'ignored', identifier, why: 'nothing decoded: add a payload codec' }
  return { kind: 'locations', identifier, locations: [location] }
}

function readObject(object: Values): Location {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  for (const place of placesIn(object)) if (keepPlace(location, place)) break
  const fix = booleanOf(wordOf(object.fix ?? object.gpsFix ?? object.valid))
  if (fix === false) location.valid = false
  for (const [name, value] of Object.entries(object)) if (!isPlace(name)) keepValue(location, name, value)
  return location
}

function placesIn(object: Values): Values[] {
  const named = Object.entries(object).flatMap(([name, value]) =>
    PLACE.test(name) && isRecord(value) ? [value] : [],
  )
  const channels = isRecord(object.gpsLocation) ? Object.values(object.gpsLocation).filter(isRecord) : []
  return [object, ...named, ...channels]
}

function keepPlace(location: Location, place: Values): boolean {
  const [latitude, longitude] = [firstOf(place, latitudes), firstOf(place, longitudes)]
  if (latitude === undefined || longitude === undefined || !isSent(latitude, longitude)) return false
  location.latitude = latitude
  location.longitude = longitude
  location.valid = true
  const [altitudeM, accuracyM] = [numberOf(place.altitude), measureOf(place.accuracy)]
  if (altitudeM !== undefined) location.altitudeM = altitudeM
  if (accuracyM) location.accuracyM = accuracyM
  return true
}

/** Codecs return 0,0, -1,-1 and 90,180 for no fix. */
function isSent(latitude: number, longitude: number): boolean {
  const isNone = (latitude === -1 && longitude === -1) || (latitude === 90 && longitude === 180)
  return !isNone && isPosition(latitude, longitude)
}

function firstOf(place: Values, names: readonly string[]): number | undefined {
  for (const [name, value] of Object.entries(place)) {
    if (names.includes(name.toLowerCase())) return numberOf(value)
  }
  return undefined
}

const handled = new Set([...latitudes, ...longitudes, 'altitude', 'accuracy', 'gpslocation'])
const isPlace = (name: string) => handled.has(name.toLowerCase()) || PLACE.test(name)

const measures: [names: RegExp, keep: (location: Location, value: number) => void][] = [
  [/^temperature(_\d{1,3})?$/i, (location, value) => (location.temperatureC ??= value)],
  [/^(humidity|relative_humidity)(_\d{1,3})?$/i, (location, value) => (location.humidityPct ??= value)],
  [/^(batv|battery_voltage|batteryvoltage)$/i, (location, value) => (location.batteryV ??= value)],
  [/^(sats|satellites)$/i, (location, value) => (location.satellites ??= value)],
  [/^hdop$/i, (location, value) => (location.hdop ??= value)],
]

/** The unit of a speed is unknown: it is kept as an attribute, as everything that has no field. */
function keepValue(location: Location, name: string, value: unknown): void {
  if (/^(alarm|alarm_status|sos)$/i.test(name) && booleanOf(wordOf(value)) === true) {
    if (!location.alarms.includes('sos')) location.alarms.push('sos')
    return
  }
  const number = numberOf(value)
  if (number !== undefined) {
    const [, keepMeasure] = measures.find(([names]) => names.test(name)) ?? []
    if (keepMeasure) {
      keepMeasure(location, number)
      return
    }
    if (/^(battery|bat|battery_level)$/i.test(name) && isPercentage(number)) {
      location.batteryPct = number
      return
    }
    const courseDeg = /^(heading|course)$/i.test(name) ? headingOf(number) : undefined
    if (courseDeg !== undefined) {
      location.courseDeg = courseDeg
      return
    }
  }
  keepAttribute(location, name, value)
}

/** Below 5 it could be volts, above 100 millivolts. */
function isPercentage(value: number): boolean {
  return (value >= 5 && value <= 100) || value === 0
}

function wordOf(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}
