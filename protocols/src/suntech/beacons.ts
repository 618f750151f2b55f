// BLE: the beacons around a unit, with its position.
import type { Decoded, Location } from '../protocol.types.ts'
import { instantOfText, keepCoordinates, numberOf } from './values.ts'

const FIRST_BEACON_AT = 9
/** Signal, its extremes, address, samples, major and minor number. */
const BEACON_FIELDS = 7
const MAX_BEACONS = 32

/** `BLE;<id>;<model>;<version>;<date>;<time>;<latitude>;<longitude>;<count>`, then the beacons. */
export function decodeBeacons(fields: string[], identifier: string): Decoded {
  const fixedAt = instantOfText(fields[4] ?? '', fields[5] ?? '')
  if (!fixedAt) return { kind: 'bad', why: 'report BLE that cannot be read', identifier }
  const location: Location = { fixedAt, valid: false, alarms: [], attributes: { report: 'BLE' } }
  keepCoordinates(location, numberOf(fields[6]) ?? 0, numberOf(fields[7]) ?? 0, true)
  const beacons: string[] = []
  for (
    let at = FIRST_BEACON_AT;
    at + 3 < fields.length && beacons.length < MAX_BEACONS;
    at += BEACON_FIELDS
  ) {
    beacons.push(`${fields[at + 3]},${fields[at]}`)
  }
  if (beacons.length > 0) location.attributes.beacons = beacons.join(';')
  return { kind: 'locations', identifier, locations: [location] }
}
