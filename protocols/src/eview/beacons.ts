// Beacons and hotspots at home. Some have the coordinates of where they were installed, which are good to a room.
import { isPosition } from '../measures.ts'
import type { Location } from '../protocol.types.ts'

const MAC_BYTES = 6
const PLACE_BYTES = 8
const HAS_PLACE = 0x80
const HAS_NAME = 0x40
const NUMBER = 0x0f
/** Of a room, and of the reach of a beacon. */
const RADIUS_M = 10

/** Address and place, then a name. */
export function keepTag(location: Location, value: Buffer): boolean {
  if (value.length < MAC_BYTES + PLACE_BYTES) return false
  location.attributes.beacon1 = addressAt(value, 0)
  keepPlace(location, value, MAC_BYTES)
  keepName(location, 'beacon1', value.subarray(MAC_BYTES + PLACE_BYTES))
  return true
}

/** Flags with the number of the beacon, its address, and its signal here and at one metre; in the newer form its battery. */
export function keepBeacon(location: Location, value: Buffer, isNewer: boolean): boolean {
  let at = 1 + MAC_BYTES + (isNewer ? 3 : 2)
  if (value.length < at) return false
  const { attributes } = location
  const name = `beacon${(value[0]! & NUMBER) + 1}`
  attributes[name] = addressAt(value, 1)
  attributes[`${name}Rssi`] = value.readInt8(1 + MAC_BYTES)
  attributes[`${name}Rssi1m`] = value.readInt8(2 + MAC_BYTES)
  if (isNewer && value[at - 1]! <= 100) attributes[`${name}BatteryPct`] = value[at - 1]!
  if (value[0]! & HAS_PLACE && value.length >= at + PLACE_BYTES) {
    keepPlace(location, value, at)
    at += PLACE_BYTES
  }
  if (value[0]! & HAS_NAME)
    keepName(location, name, isNewer ? value.subarray(at + 1, at + 1 + (value[at] ?? 0)) : value.subarray(at))
  return true
}

/** Flags, address and signal; the place and the name as for beacons. */
export function keepHomeHotspot(location: Location, value: Buffer): boolean {
  let at = 2 + MAC_BYTES
  if (value.length < at) return false
  location.attributes.wifi = `${value.toString('hex', 1, 1 + MAC_BYTES)},${value.readInt8(1 + MAC_BYTES)}`
  if (value[0]! & HAS_PLACE && value.length >= at + PLACE_BYTES) {
    keepPlace(location, value, at)
    at += PLACE_BYTES
  }
  if (value[0]! & HAS_NAME) keepName(location, 'wifi', value.subarray(at))
  return true
}

function addressAt(value: Buffer, at: number): string {
  return Buffer.from(value.subarray(at, at + MAC_BYTES))
    .reverse()
    .toString('hex')
}

/** Not a point of a track, and never in place of the tracker's own. */
function keepPlace(location: Location, value: Buffer, at: number): void {
  const latitude = value.readInt32LE(at) / 1e7
  const longitude = value.readInt32LE(at + 4) / 1e7
  if (location.valid || !isPosition(latitude, longitude)) return
  Object.assign(location, { latitude, longitude, valid: true, approximate: true, accuracyM: RADIUS_M })
}

function keepName(location: Location, name: string, value: Buffer): void {
  const text = value.toString('utf8').replace(/[^\p{L}\p{N}\p{P}\p{Zs}]/gu, '')
  if (text) location.attributes[`${name}Name`] = text
}
