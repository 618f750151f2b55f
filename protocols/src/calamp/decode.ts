// Decodes a datagram of LM Direct: options | service | type | sequence | content. Source: an open implementation and
// published frames.
import { ByteReader } from '../byte-reader.ts'
import { ByteWriter } from '../byte-writer.ts'
import type { Attributes, Decoded, Location } from '../protocol.types.ts'
import type { Header } from './header.ts'
import { readHeader } from './header.ts'
import { keepAccumulators, keepUserData, readLocation, readMiniLocation } from './locations.ts'

export const services = { unacknowledged: 0, acknowledged: 1, response: 2 }
export const types = {
  alive: 0,
  answer: 1,
  event: 2,
  identity: 3,
  userData: 4,
  requestedLocation: 8,
  miniEvent: 10,
}

const ANSWER_BYTES = 10

export function decode(frame: Buffer): Decoded {
  const bytes = new ByteReader(frame)
  const header = readHeader(bytes)
  if (!header) return { kind: 'bad', why: 'datagram without an identifier' }
  const { identifier, service, type } = header
  const reply =
    service === services.acknowledged && frame.length >= ANSWER_BYTES ? answerTo(header) : undefined
  const named = { identifier, ...(reply && { reply }) }
  switch (type) {
    case types.alive:
      return { kind: 'heartbeat', ...named }
    case types.identity:
      return { kind: 'heartbeat', status: readIdentity(bytes), ...named }
  }
  if (service === services.response || !reads.has(type))
    return { kind: 'ignored', why: `message ${type}`, ...named }
  const location = readReport(type, bytes)
  if (!location) return { kind: 'bad', identifier, why: 'report that is cut short' }
  return { kind: 'locations', locations: [location], ...named }
}

/** The unit repeats a message until it is answered. */
function answerTo({ sequence, type }: Header): Buffer {
  const head = new ByteWriter().uint8(services.response).uint8(types.answer).uint16(sequence)
  return head.uint8(type).uint8(0).hex('00000000').toBuffer()
}

const reads: ReadonlySet<number> = new Set([
  types.event,
  types.userData,
  types.requestedLocation,
  types.miniEvent,
])

function readReport(type: number, bytes: ByteReader): Location | undefined {
  const isMini = type === types.miniEvent
  const location = isMini ? readMiniLocation(bytes) : readLocation(bytes)
  if (type === types.event) location.attributes.eventIndex = bytes.uint8()
  if (type === types.event || isMini) location.attributes.event = bytes.uint8()
  if (bytes.overrun) return undefined
  if (type === types.userData) keepUserData(location, bytes)
  else keepAccumulators(location, bytes, isMini)
  return location
}

/** Versions and modules, then the numbers of unit and SIM, each filled up with F. */
function readIdentity(bytes: ByteReader): Location {
  const attributes: Attributes = {}
  bytes.skip(14)
  for (const [name, size] of [
    ['esn', 8],
    ['imei', 8],
    ['imsi', 8],
    ['min', 8],
    ['iccid', 10],
  ] as const) {
    const [digits] = /^\d+(?=f*$)/.exec(bytes.hex(size)) ?? []
    if (digits) attributes[name] = digits
  }
  return { valid: false, alarms: [], attributes }
}
