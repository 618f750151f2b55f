// Lists of beacons and sensors: elements 548 and 10828 to 10831. Each beacon has its length, then numbered values.
import { ByteReader } from '../byte-reader.ts'
import type { Attributes } from '../protocol.types.ts'

export const beaconLists: ReadonlySet<number> = new Set([548, 10828, 10829, 10830, 10831])

const MAX_BEACONS = 16
const SIGNAL = 0x00
const ADDRESS = 0x01
const ADVERTISED = 0x02
const TEMPERATURE = 0x05
const HUMIDITY = 0x06
const MILLIVOLTS = 0x0e

/** False if it is no such list: the bytes are then kept raw. */
export function keepBeacons(attributes: Attributes, value: Buffer): boolean {
  const bytes = new ByteReader(value)
  // One list; other numbers are not known.
  if (bytes.uint8() !== 1) return false
  const found: Attributes = {}
  for (let number = 1; number <= MAX_BEACONS && bytes.remaining > 0; number++) {
    const beacon = new ByteReader(bytes.bytes(bytes.uint8()))
    if (bytes.overrun || !readBeacon(found, `beacon${number}`, beacon)) return false
  }
  Object.assign(attributes, found)
  return true
}

function readBeacon(found: Attributes, name: string, bytes: ByteReader): boolean {
  while (bytes.remaining > 0) {
    const type = bytes.uint8()
    const length = bytes.uint8()
    if (length > bytes.remaining) return false
    const value = bytes.bytes(length)
    if (type === SIGNAL && length === 1) found[`${name}Rssi`] = value.readInt8(0)
    else if (type === ADDRESS) found[name] = value.toString('hex')
    // With the top bit set the rest is the voltage, in hundredths above two volts.
    else if (type === ADVERTISED && length === 2 && value[0]! & 0x80)
      found[`${name}V`] = (2_000 + (value.readUInt16BE(0) & 0x7fff) * 10) / 1_000
    else if (type === MILLIVOLTS && length === 2) found[`${name}V`] = value.readUInt16BE(0) / 1_000
    else if (type === TEMPERATURE && length === 2) found[`${name}C`] = value.readInt16BE(0) / 100
    else if (type === HUMIDITY && length === 1) found[`${name}HumidityPct`] = value[0]!
  }
  return !bytes.overrun
}
