// Encodes the report of a demo device, and decodes it as a server would.

import type { Decoded, Location } from '@rastro/protocols'
import { openSession } from '@rastro/protocols'
import { encodeFrames, findVariant } from '../protocol-variants.ts'
import type { DemoDevice } from './device.ts'

const SECONDS_TO_2000 = 946_684_800

/** Adapts a location to the protocol: over Iridium the tracker's own fix is in the payload of the message. */
export function toProtocol({ protocol }: DemoDevice, location: Location): Location {
  if (protocol !== 'iridium-directip') return location
  const payload = Buffer.alloc(16)
  payload.writeInt32LE(Math.round(location.latitude! * 1e6), 1)
  payload.writeInt32LE(Math.round(location.longitude! * 1e6), 5)
  payload.writeUInt32LE(Math.floor(location.fixedAt!.getTime() / 1_000) - SECONDS_TO_2000, 9)
  payload.writeUInt8(1, 13)
  payload.writeUInt16LE(Math.round(location.speedKmh!), 14)
  return { ...location, attributes: { text: payload.toString('latin1') } }
}

/** What a server decodes: a protocol without fuel level loses it. */
export function decodedByServer(device: DemoDevice, locations: readonly Location[]): Location[] {
  const variant = findVariant(device.protocol)
  const sent = locations.map((location) => toProtocol(device, location))
  const received: Location[] = []
  const keep = (decoded: Decoded) => {
    if (decoded.kind === 'locations') received.push(...decoded.locations)
  }
  if (variant.transport === 'http') {
    for (const request of variant.protocol.encode.locations(device.identifier, sent)) {
      variant.protocol.decodeRequest(request, sent.at(-1)!.fixedAt!).decoded.forEach(keep)
    }
    return received
  }
  const session = { ...openSession(variant.transport), identifier: device.identifier }
  session.settings = { model: device.model }
  for (const frame of encodeFrames(variant.protocol, variant.transport, device.identifier, sent, 1)) {
    keep(variant.protocol.decode(frame, session, sent.at(-1)!.fixedAt!))
  }
  return received
}

/** The same without encoding, for the long past: removes the fields that the protocol does not support. */
export function dropUnsupported(device: DemoDevice): (location: Location) => Location {
  const [received] = decodedByServer(device, [everything])
  const missing = (Object.keys(everything) as (keyof Location)[]).filter(
    (key) => received?.[key] === undefined,
  )
  return (location) => {
    for (const key of missing) delete location[key]
    return location
  }
}

/** Whether its protocol has the level of a tank. */
export function reportsFuel(device: DemoDevice): boolean {
  return decodedByServer(device, [everything])[0]?.fuelPct !== undefined
}

const everything: Location = {
  fixedAt: new Date('2026-01-02T03:04:05Z'),
  latitude: 40,
  longitude: -3,
  valid: true,
  altitudeM: 500,
  speedKmh: 50,
  courseDeg: 90,
  satellites: 9,
  batteryPct: 60,
  powerV: 27,
  fuelPct: 60,
  temperatureC: -20,
  temperature2C: -18,
  ignition: true,
  moving: true,
  mileageKm: 1_000,
  alarms: [],
  attributes: {},
}
