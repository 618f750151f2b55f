// The form, or the same keys as JSON. Source: the RockBLOCK web services guide.
import { keepPayload, readPayload } from '../iridium-payload.ts'
import { identifierOf, isRecord, measureOf, numberOf, parseJson, whenOf } from '../loose-values.ts'
import { isPosition } from '../measures.ts'
import type {
  Decoded,
  DecodedRequest,
  DeviceSettings,
  HttpAnswer,
  HttpRequest,
  Location,
} from '../protocol.types.ts'

const MAX_PAYLOAD_BYTES = 1960

const ok: HttpAnswer = { status: 200, body: 'OK' }
const badRequest: HttpAnswer = { status: 400, body: '' }

/**
 * The hook retries until it gets 200, and later messages wait. So an unknown modem gets 200 too, and goes to the
 * quarantine.
 */
export function decodeRequest(
  request: HttpRequest,
  _receivedAt: Date,
  settingsOf?: (identifier: string) => DeviceSettings,
): DecodedRequest {
  const fields = fieldsOf(request)
  const identifier = identifierOf(fields.imei)
  if (!identifier)
    return { decoded: [{ kind: 'bad', why: 'no imei' }], accept: badRequest, refuse: badRequest }
  const decoded = decodeMessage(identifier, fields, settingsOf?.(identifier).model)
  return { decoded: [decoded], accept: ok, refuse: ok }
}

function decodeMessage(
  identifier: string,
  fields: Record<string, unknown>,
  model: string | undefined,
): Decoded {
  const sentAt = transmittedAt(fields.transmit_time)
  const hex = typeof fields.data === 'string' ? fields.data : ''
  if (!/^([0-9a-f]{2})*$/i.test(hex) || hex.length > MAX_PAYLOAD_BYTES * 2)
    return { kind: 'bad', identifier, why: 'data that is not hexadecimal' }
  const location: Location = { valid: false, alarms: [], attributes: {} }
  if (sentAt) location.fixedAt = sentAt
  for (const name of ['momsn', 'serial']) {
    const value = measureOf(fields[name])
    if (value !== undefined) location.attributes[name] = value
  }
  keepNetworkPosition(location, fields)
  const payload = Buffer.from(hex, 'hex')
  if (payload.length > 0) {
    keepPayload(location, payload)
    readPayload(location, payload, model)
  }
  if (location.latitude === undefined && payload.length === 0)
    return { kind: 'heartbeat', identifier, status: location }
  return { kind: 'locations', identifier, locations: [location] }
}

/** The network's estimate of the modem's position: an area, off by up to 100 km. */
function keepNetworkPosition(location: Location, fields: Record<string, unknown>): void {
  const [latitude, longitude] = [numberOf(fields.iridium_latitude), numberOf(fields.iridium_longitude)]
  if (latitude === undefined || longitude === undefined || !isPosition(latitude, longitude)) return
  location.latitude = latitude
  location.longitude = longitude
  location.valid = true
  location.approximate = true
  const radiusKm = measureOf(fields.iridium_cep)
  if (radiusKm === undefined) return
  location.accuracyM = radiusKm * 1000
  location.attributes.radiusKm = radiusKm
}

/** `YY-MM-DD HH:MM:SS` in UTC; newer feeds write four digits of the year, or a Z. */
function transmittedAt(value: unknown): Date | undefined {
  if (typeof value !== 'string') return undefined
  return whenOf(/^\d\d-/.test(value.trim()) ? `20${value.trim()}` : value)
}

function fieldsOf({ body, headers }: HttpRequest): Record<string, unknown> {
  const isJson = headers['content-type']?.toLowerCase().includes('json') === true || body[0] === 0x7b
  const json = isJson ? parseJson(body) : undefined
  return isRecord(json) ? json : Object.fromEntries(new URLSearchParams(body.toString('utf8')))
}
