// One event. Every key may be absent: encrypted and binary messages omit most of them.
import type { AlarmName } from '../alarm-names.ts'
import { headingOf, identifierOf, isRecord, measureOf, numberOf } from '../loose-values.ts'
import { instantOf, isPosition } from '../measures.ts'
import type { Decoded, Location } from '../protocol.types.ts'

type Fields = Record<string, unknown>

/** An emergency begins, continues, and ends. */
const emergencies: Readonly<Record<number, { alarm: AlarmName; emergency: string }>> = {
  4: { alarm: 'sos', emergency: 'declared' },
  6: { alarm: 'sos', emergency: 'confirmed' },
  7: { alarm: 'sosCancelled', emergency: 'cancelled' },
}

/** A point on the map that a message refers to, not the user's position. */
const REFERENCE_POINT = 8
/** Mail checks, "am I alive", pingbacks: nothing to store without coordinates. */
const signsOfLife = new Set([20, 21, 65])
/** Sent by devices that know no altitude. */
const NO_ALTITUDE = -422
const fixTypes = [undefined, '2D', '3D', '3D+']

export function decodeEvent(event: unknown): Decoded {
  if (!isRecord(event)) return { kind: 'bad', why: 'not an event' }
  // A message over the Internet may list all devices of its user; the first one counts.
  const identifier = identifierOf(typeof event.imei === 'string' ? event.imei.split(',', 1)[0] : event.imei)
  if (!identifier) return { kind: 'bad', why: 'no imei' }
  const code = numberOf(event.messageCode)
  if (code === undefined) return { kind: 'bad', identifier, why: 'no message code' }
  const location: Location = { valid: false, alarms: [], attributes: { messageCode: code } }
  const fixedAt = instantOf(numberOf(event.timeStamp) ?? Number.NaN)
  if (fixedAt) location.fixedAt = fixedAt
  if (isRecord(event.point)) keepCoordinates(location, event.point, code)
  const raised = Object.hasOwn(emergencies, code) ? emergencies[code] : undefined
  if (raised) {
    location.alarms.push(raised.alarm)
    location.attributes.emergency = raised.emergency
  }
  if (isRecord(event.status)) keepStatus(location, event.status)
  keepMessage(location, event)
  if (signsOfLife.has(code) && location.latitude === undefined && location.alarms.length === 0)
    return { kind: 'heartbeat', identifier, status: location }
  return { kind: 'locations', identifier, locations: [location] }
}

/** Without a fix everything is zero; some points of 0,0 claim to have one. */
function keepCoordinates(location: Location, point: Fields, code: number): void {
  const [latitude, longitude, gpsFix] = [
    numberOf(point.latitude),
    numberOf(point.longitude),
    numberOf(point.gpsFix) ?? 0,
  ]
  if (latitude === undefined || longitude === undefined || !isPosition(latitude, longitude)) return
  if (code === REFERENCE_POINT) {
    location.attributes.referenceLatitude = latitude
    location.attributes.referenceLongitude = longitude
    return
  }
  location.latitude = latitude
  location.longitude = longitude
  location.valid = gpsFix > 0
  const [altitudeM, speedKmh, courseDeg] = [
    numberOf(point.altitude),
    measureOf(point.speed),
    headingOf(point.course),
  ]
  if (altitudeM !== undefined && altitudeM !== NO_ALTITUDE) location.altitudeM = altitudeM
  if (speedKmh !== undefined) location.speedKmh = speedKmh
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  const fixType = fixTypes[gpsFix]
  if (fixType) location.attributes.fixType = fixType
}

/** 2 is "not reported". */
function keepStatus(location: Location, status: Fields): void {
  if (status.lowBattery === 1) location.alarms.push('lowBattery')
  const everySeconds = measureOf(status.intervalChange)
  if (everySeconds) location.attributes.intervalS = everySeconds
  if (status.resetDetected === 1) location.attributes.reset = true
}

function keepMessage(location: Location, event: Fields): void {
  const words = {
    text: event.freeText ?? event.transcription,
    transport: event.transportMode,
    mediaId: event.mediaId,
    mediaType: event.mediaType,
  }
  for (const [name, word] of Object.entries(words)) {
    if (typeof word === 'string' && word !== '') location.attributes[name] = word.slice(0, 500)
  }
  if (typeof event.payload === 'string' && event.payload !== '')
    location.attributes.payload = Buffer.from(event.payload.slice(0, 4_000), 'base64').toString('hex')
}
