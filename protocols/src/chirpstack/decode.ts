// An event of a device. Source: ChirpStack's integration.proto, version 4.
import { identifierOf, isRecord, measureOf, parseJson, whenOf } from '../loose-values.ts'
import { readSolved, readUplink, reportOf } from '../lorawan-values.ts'
import type { Decoded, DecodedRequest, HttpAnswer, HttpRequest, Location } from '../protocol.types.ts'

type Event = Record<string, unknown>

const ok: HttpAnswer = { status: 200, body: '' }
const badRequest: HttpAnswer = { status: 400, body: '' }

/** One integration posts for many devices, and an event that is refused is lost: unknown ones go to the quarantine. */
export function decodeRequest({ query, body }: HttpRequest): DecodedRequest {
  const event = parseJson(body)
  const device = isRecord(event) && isRecord(event.deviceInfo) ? event.deviceInfo : {}
  const identifier = identifierOf(device.devEui)
  if (!isRecord(event) || !identifier)
    return { decoded: [{ kind: 'bad', why: 'no devEui' }], accept: badRequest, refuse: badRequest }
  return { decoded: [decodeEvent(identifier, event, query.get('event'))], accept: ok, refuse: ok }
}

function decodeEvent(identifier: string, event: Event, type: string | null): Decoded {
  const at = whenOf(event.time)
  if (!at) return { kind: 'bad', identifier, why: 'a time that cannot be read' }
  const dated = (location: Location | undefined) => location && { fixedAt: at, ...location }
  switch (type ?? typeOf(event)) {
    case 'up':
      return reportOf(identifier, dated(readUplink(event.object, event.data)))
    case 'location':
      return reportOf(identifier, dated(readSolved(event.location)))
    case 'status':
      return reportOf(identifier, dated(readStatus(event)))
    default:
      return { kind: 'ignored', identifier, why: 'an event without values' }
  }
}

/** For proxies that drop the query. */
function typeOf(event: Event): string | undefined {
  if (event.location !== undefined) return 'location'
  if (event.margin !== undefined) return 'status'
  return event.object !== undefined || event.data !== undefined ? 'up' : undefined
}

function readStatus(event: Event): Location {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const batteryPct = event.batteryLevelUnavailable === true ? undefined : measureOf(event.batteryLevel)
  if (batteryPct !== undefined && event.externalPowerSource !== true) location.batteryPct = batteryPct
  if (event.externalPowerSource === true) location.attributes.externalPower = true
  return location
}
