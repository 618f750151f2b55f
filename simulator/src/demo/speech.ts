// How a device says where it is, and what a server hears of it.

import type { Decoded, Location } from '@rastro/protocols'
import { openSession } from '@rastro/protocols'
import { encodeFrames, findWay } from '../ways.ts'
import type { DemoDevice } from './device.ts'

const SECONDS_TO_2000 = 946_684_800

/** As its protocol needs it: over Iridium a tracker's own fix stands in the bytes of the message. */
export function toSay({ way }: DemoDevice, location: Location): Location {
  if (way !== 'iridium-directip') return location
  const payload = Buffer.alloc(16)
  payload.writeInt32LE(Math.round(location.latitude! * 1e6), 1)
  payload.writeInt32LE(Math.round(location.longitude! * 1e6), 5)
  payload.writeUInt32LE(Math.floor(location.fixedAt!.getTime() / 1_000) - SECONDS_TO_2000, 9)
  payload.writeUInt8(1, 13)
  payload.writeUInt16LE(Math.round(location.speedKmh!), 14)
  return { ...location, attributes: { text: payload.toString('latin1') } }
}

/** What a server makes of it: a protocol that knows no fuel gives none. */
export function heardOf(device: DemoDevice, locations: readonly Location[]): Location[] {
  const way = findWay(device.way)
  const said = locations.map((location) => toSay(device, location))
  const heard: Location[] = []
  const keep = (decoded: Decoded) => {
    if (decoded.kind === 'locations') heard.push(...decoded.locations)
  }
  if (way.carrier === 'http') {
    for (const request of way.protocol.encode.locations(device.identifier, said)) {
      way.protocol.decodeRequest(request, said.at(-1)!.fixedAt!).decoded.forEach(keep)
    }
    return heard
  }
  const session = { ...openSession(way.carrier), identifier: device.identifier }
  session.settings = { model: device.model }
  for (const frame of encodeFrames(way.protocol, way.carrier, device.identifier, said, 1)) {
    keep(way.protocol.decode(frame, session, said.at(-1)!.fixedAt!))
  }
  return heard
}

/** The same without saying it, for the long past: only what the protocol can tell is left. */
export function thinner(device: DemoDevice): (location: Location) => Location {
  const [heard] = heardOf(device, [everything])
  const missing = (Object.keys(everything) as (keyof Location)[]).filter((key) => heard?.[key] === undefined)
  return (location) => {
    for (const key of missing) delete location[key]
    return location
  }
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
  ignition: true,
  moving: true,
  mileageKm: 1_000,
  alarms: [],
  attributes: {},
}
