// The JSON with a `_type`. Numbers may be strings (old clients), and -1 means unknown.
import type { AlarmName } from '../alarm-names.ts'
import { headingOf, isRecord, keepAttribute, measureOf, numberOf, whenOf } from '../loose-values.ts'
import { isPosition } from '../measures.ts'
import type { Decoded, Location } from '../protocol.types.ts'

type Message = Record<string, unknown>

export function decodeMessage(identifier: string, message: unknown): Decoded {
  if (!isRecord(message)) return { kind: 'bad', identifier, why: 'JSON that cannot be read' }
  switch (message._type) {
    case 'location':
      return reportOf(identifier, message, decodeLocation(message))
    case 'transition':
      return reportOf(identifier, message, decodeTransition(message))
    case 'lwt':
      return { kind: 'ignored', identifier, why: 'its broker lost it' }
    case 'encrypted':
      return { kind: 'ignored', identifier, why: 'encrypted with a key that only the phone has' }
    default:
      return {
        kind: 'ignored',
        identifier,
        why: `nothing to store in "${String(message._type).slice(0, 40)}"`,
      }
  }
}

function reportOf(identifier: string, message: Message, location: Location): Decoded {
  const fixedAt = whenOf(message.tst)
  if (!fixedAt) return { kind: 'bad', identifier, why: 'a time that cannot be read' }
  const [latitude, longitude] = [numberOf(message.lat), numberOf(message.lon)]
  if (
    latitude === undefined ||
    longitude === undefined ||
    Math.abs(latitude) > 90 ||
    Math.abs(longitude) > 180
  )
    return { kind: 'bad', identifier, why: 'coordinates that cannot be' }
  location.fixedAt = fixedAt
  if (isPosition(latitude, longitude)) {
    location.latitude = latitude
    location.longitude = longitude
    location.valid = true
  }
  const accuracyM = measureOf(message.acc)
  if (accuracyM !== undefined) location.accuracyM = accuracyM
  return { kind: 'locations', identifier, locations: [location] }
}

/** Triggers of phones (p, c, C, b, r, u, t, v) raise no alarm; these are of qtripp, a gateway for Queclink. */
const alarms: Readonly<Record<string, AlarmName>> = {
  i: 'ignitionOff',
  I: 'ignitionOn',
  e: 'powerCut',
  E: 'powerRestored',
  '9': 'lowBattery',
  '!': 'tow',
  s: 'overspeed',
  '1': 'deviceOn',
}

const kept: Readonly<Record<string, string>> = {
  conn: 'connection',
  tid: 'trackerId',
  m: 'mode',
  _id: 'messageId',
  p: 'pressureKpa',
  vac: 'verticalAccuracyM',
  SSID: 'ssid',
  BSSID: 'bssid',
  tag: 'tag',
  poi: 'poi',
}

function decodeLocation(message: Message): Location {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const [altitudeM, speedKmh, courseDeg, batteryPct] = [
    numberOf(message.alt),
    measureOf(message.vel),
    headingOf(message.cog),
    measureOf(message.batt),
  ]
  if (altitudeM !== undefined && altitudeM !== -1) location.altitudeM = altitudeM
  if (speedKmh !== undefined) location.speedKmh = speedKmh
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  if (batteryPct !== undefined) location.batteryPct = batteryPct
  const trigger = typeof message.t === 'string' ? message.t : ''
  if (Object.hasOwn(alarms, trigger)) location.alarms.push(alarms[trigger]!)
  if (trigger === 'i' || trigger === 'I') location.ignition = trigger === 'I'
  keepWord(location, 'trigger', trigger)
  if (message.bs === 1 || message.bs === 2 || message.bs === 3)
    location.attributes.charging = message.bs !== 1
  for (const [key, name] of Object.entries(kept)) keepAttribute(location, name, message[key])
  if (Array.isArray(message.inregions)) keepWord(location, 'regions', message.inregions.join(', '))
  return location
}

function decodeTransition(message: Message): Location {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  if (message.event === 'enter') location.alarms.push('geofenceEnter')
  if (message.event === 'leave') location.alarms.push('geofenceExit')
  if (typeof message.desc === 'string') keepWord(location, 'region', message.desc)
  if (typeof message.t === 'string') keepWord(location, 'trigger', message.t)
  return location
}

/** Not parsed: a region called "12" is not a number. */
function keepWord(location: Location, name: string, word: string): void {
  if (word !== '') location.attributes[name] = word.slice(0, 500)
}
