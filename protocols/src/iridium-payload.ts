// The payload of a modem is vendor-specific. It is kept raw, and decoded for known models.
import { readRecords } from './galileosky/records.ts'
import { isPosition } from './measures.ts'
import type { Location } from './protocol.types.ts'

const SECONDS_TO_2000 = 946_684_800

/** Always as hexadecimal; also as text if it is one. */
export function keepPayload(location: Location, payload: Buffer): void {
  location.attributes.payload = payload.toString('hex')
  const text = payload.toString('latin1')
  if (/^[\t\r\n\x20-\x7e]+$/.test(text)) location.attributes.text = text.slice(0, 500)
}

/** The modem's own fix is better than the network's estimate. */
export function readPayload(location: Location, payload: Buffer, model: string | undefined): void {
  const read = layouts.find(({ models }) => models.test(model ?? ''))?.read
  const fix = read?.(payload)
  if (!fix || !isPosition(fix.latitude, fix.longitude)) return
  delete location.approximate
  delete location.accuracyM
  delete location.attributes.radiusKm
  if (fix.fixedAt && location.fixedAt) location.attributes.sessionTime = location.fixedAt.toISOString()
  Object.assign(location, fix, { attributes: { ...location.attributes, ...fix.attributes } })
}

type Fix = Pick<Location, 'latitude' | 'longitude' | 'valid'> & {
  latitude: number
  longitude: number
} & Partial<Location>

const layouts: readonly { models: RegExp; read(payload: Buffer): Fix | undefined }[] = [
  { models: /^T622/i, read: readT622 },
  { models: /^Galileosky/i, read: readGalileosky },
  { models: /^lat,lon/i, read: readCoordinates },
]

/** Meitrack T622, in the order of its factory setting; little endian. */
function readT622(payload: Buffer): Fix | undefined {
  if (payload.length < 16) return undefined
  return {
    latitude: payload.readInt32LE(1) / 1e6,
    longitude: payload.readInt32LE(5) / 1e6,
    fixedAt: new Date((SECONDS_TO_2000 + payload.readUInt32LE(9)) * 1000),
    valid: payload[13] === 1,
    speedKmh: payload.readUInt16LE(14),
    attributes: { eventCode: payload[0]! },
  }
}

/** A record without the envelope of its packet. */
function readGalileosky(payload: Buffer): Fix | undefined {
  const [location] = readRecords(payload).locations
  const { latitude, longitude } = location ?? {}
  return latitude === undefined || longitude === undefined ? undefined : { ...location!, latitude, longitude }
}

/** The first two decimals of a text, as in `POS,-23.55052,-46.633308,54`. */
function readCoordinates(payload: Buffer): Fix | undefined {
  const found = /(-?\d{1,2}\.\d{1,9}),\s*(-?\d{1,3}\.\d{1,9})/.exec(payload.toString('latin1'))
  return found ? { latitude: Number(found[1]), longitude: Number(found[2]), valid: true } : undefined
}
