// {position, device} of forward.url, {event, position, device} of event.forward. Source: Traccar's model classes.
import { headingOf, identifierOf, isRecord, measureOf, numberOf, parseJson, whenOf } from '../loose-values.ts'
import { isPosition, kmhOfKnots } from '../measures.ts'
import type { Decoded, DecodedRequest, HttpAnswer, HttpRequest, Location } from '../protocol.types.ts'
import { keepAlarms, keepAttributes } from './attributes.ts'

type Values = Record<string, unknown>

const ok: HttpAnswer = { status: 200, body: '' }
const badRequest: HttpAnswer = { status: 400, body: '' }

/** One server forwards for many devices and may repeat what is refused: unknown ones go to the quarantine. */
export function decodeRequest({ body }: HttpRequest): DecodedRequest {
  const message = parseJson(body)
  const device = isRecord(message) && isRecord(message.device) ? message.device : {}
  const identifier = identifierOf(device.uniqueId)
  if (!isRecord(message) || !identifier)
    return { decoded: [{ kind: 'bad', why: 'no uniqueId' }], accept: badRequest, refuse: badRequest }
  return { decoded: [decodeMessage(identifier, message)], accept: ok, refuse: ok }
}

/** Other events of the server follow from what Rastro stores. */
function decodeMessage(identifier: string, { event, position }: Values): Decoded {
  if (isRecord(event) && event.type !== 'alarm')
    return { kind: 'ignored', identifier, why: `the event ${String(event.type).slice(0, 40)}` }
  if (!isRecord(position)) return { kind: 'ignored', identifier, why: 'no position' }
  const location = decodePosition(position)
  if (!location) return { kind: 'bad', identifier, why: 'a time or coordinates that cannot be read' }
  if (isRecord(event) && location.alarms.length === 0 && isRecord(event.attributes))
    keepAlarms(location, event.attributes.alarm)
  return { kind: 'locations', identifier, locations: [location] }
}

function decodePosition(position: Values): Location | undefined {
  // The tracker sent no coordinates: the server repeats the last ones.
  const isOutdated = position.outdated === true
  const fixedAt = whenOf(isOutdated ? position.deviceTime : (position.fixTime ?? position.deviceTime))
  const [latitude, longitude] = [numberOf(position.latitude), numberOf(position.longitude)]
  if (!fixedAt || latitude === undefined || longitude === undefined) return undefined
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  const location: Location = { fixedAt, valid: false, alarms: [], attributes: {} }
  if (isPosition(latitude, longitude)) {
    location.latitude = latitude
    location.longitude = longitude
    location.valid = position.valid !== false && !isOutdated
  }
  const [knots, courseDeg] = [measureOf(position.speed), headingOf(position.course)]
  const [altitudeM, accuracyM] = [numberOf(position.altitude), measureOf(position.accuracy)]
  if (knots !== undefined) location.speedKmh = kmhOfKnots(knots)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  if (altitudeM !== undefined) location.altitudeM = altitudeM
  // 0 is unknown.
  if (accuracyM) location.accuracyM = accuracyM
  if (isRecord(position.attributes)) keepAttributes(location, position.attributes)
  return location
}
