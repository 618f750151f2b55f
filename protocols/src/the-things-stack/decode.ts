// A message of an end device. Source: The Things Stack's data formats, version 3. It leaves out values that are 0, false
// or empty.
import { identifierOf, isRecord, parseJson, whenOf } from '../loose-values.ts'
import { readSolved, readUplink, reportOf } from '../lorawan-values.ts'
import type { Decoded, DecodedRequest, HttpAnswer, HttpRequest, Location } from '../protocol.types.ts'

type Values = Record<string, unknown>

const ok: HttpAnswer = { status: 200, body: '' }
const badRequest: HttpAnswer = { status: 400, body: '' }

/** One webhook posts for many devices: unknown ones go to the quarantine. */
export function decodeRequest({ body }: HttpRequest): DecodedRequest {
  const message = parseJson(body)
  const identifier = isRecord(message) ? deviceOf(message.end_device_ids) : undefined
  if (!isRecord(message) || !identifier)
    return { decoded: [{ kind: 'bad', why: 'no device' }], accept: badRequest, refuse: badRequest }
  return { decoded: [decodeMessage(identifier, message)], accept: ok, refuse: ok }
}

/** Devices activated by personalisation may have no EUI. */
function deviceOf(ids: unknown): string | undefined {
  if (!isRecord(ids)) return undefined
  const application = isRecord(ids.application_ids) ? ids.application_ids.application_id : undefined
  return identifierOf(ids.dev_eui) ?? identifierOf(ids.device_id && `${application}/${ids.device_id}`)
}

function decodeMessage(identifier: string, message: Values): Decoded {
  const { uplink_message: uplink, location_solved: solved } = message
  if (!isRecord(uplink) && !isRecord(solved))
    return { kind: 'ignored', identifier, why: 'a message without values' }
  const received = isRecord(uplink) ? uplink.received_at : undefined
  const at = whenOf(received ?? message.received_at)
  if (!at) return { kind: 'bad', identifier, why: 'a time that cannot be read' }
  const location = isRecord(uplink) ? readMessage(uplink) : readSolved(isRecord(solved) && solved.location)
  return reportOf(identifier, location && { fixedAt: at, ...location })
}

/** The Stack copies the place of its decoder into `locations`; the raw bytes are read only without a decoder. */
function readMessage(uplink: Values): Location | undefined {
  const decoded = readUplink(withZero(uplink.decoded_payload), undefined)
  if (decoded?.latitude !== undefined) return decoded
  const places = isRecord(uplink.locations) ? uplink.locations : {}
  const place = readSolved(withZero(places['frm-payload']))
  if (place) return decoded ? { ...decoded, ...place, attributes: decoded.attributes } : place
  return decoded ?? readUplink(undefined, uplink.frm_payload)
}

/** A coordinate of exactly 0 is left out. */
function withZero(values: unknown): unknown {
  if (!isRecord(values)) return values
  const { latitude, longitude } = values
  if ((latitude === undefined) === (longitude === undefined)) return values
  return { ...values, latitude: latitude ?? 0, longitude: longitude ?? 0 }
}
