// The records of a report: time, signal and battery, and by a mask alarms, the place and the versions.
import type { AlarmName } from '../alarm-names.ts'
import { ByteReader } from '../byte-reader.ts'
import { instantOf } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { readPlace } from './places.ts'

const HAS_ALARM = 1 << 0
const HAS_PLACE = 1 << 1
const HAS_COUNTER = 1 << 3
const HAS_VERSIONS = 1 << 4
const CHARGING = 0x8000

/** All or none: a message that is accepted in part would be deleted by the tracker. */
export function readRecords(body: Buffer): Location[] | undefined {
  const bytes = new ByteReader(body)
  const lengths: number[] = []
  for (let left = bytes.uint8(); left > 0 && !bytes.overrun; left--) lengths.push(bytes.uint16())
  const locations: Location[] = []
  for (const length of lengths) {
    const record = bytes.bytes(length)
    if (bytes.overrun) return undefined
    const location = readRecord(new ByteReader(record))
    if (!location) return undefined
    locations.push(location)
  }
  return locations.length > 0 ? locations : undefined
}

function readRecord(bytes: ByteReader): Location | undefined {
  bytes.skip(1) // running number
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const fixedAt = instantOf(bytes.uint32() * 1000)
  if (fixedAt) location.fixedAt = fixedAt
  const signal = bytes.uint8()
  if (signal > 0) location.attributes.gsmSignal = signal
  const battery = bytes.uint16()
  const percent = battery & ~CHARGING
  if (percent <= 100) location.batteryPct = percent
  if (battery & CHARGING) location.attributes.charging = true
  const mask = bytes.uint8()
  if (mask & HAS_ALARM) keepAlarms(location, bytes.uint32())
  if (mask & HAS_PLACE) readPlace(location, bytes)
  if (mask & HAS_COUNTER) bytes.skip(4)
  if (mask & HAS_VERSIONS) keepVersions(location, bytes)
  return bytes.overrun ? undefined : location
}

const byBit: Readonly<Record<number, AlarmName>> = { 0: 'sos', 1: 'tampering', 15: 'fall' }

function keepAlarms(location: Location, bits: number): void {
  if (bits === 0) return
  location.attributes.alarmBits = bits
  for (const [bit, alarm] of Object.entries(byBit))
    if ((bits >>> Number(bit)) & 1) location.alarms.push(alarm)
}

/** For simulated trackers. */
export function bitsOf(alarms: readonly AlarmName[]): number {
  const bits = Object.entries(byBit).filter(([, alarm]) => alarms.includes(alarm))
  return bits.reduce((sum, [bit]) => sum | (1 << Number(bit)), 0)
}

/** Version, IMSI and ICCID. */
function keepVersions(location: Location, bytes: ByteReader): void {
  const version = bytes.ascii(20).replace(/[^\x20-\x7e]/g, '')
  const imsi = bytes.hex(8).slice(0, 15)
  const iccid = bytes.hex(10)
  if (version) location.attributes.version = version
  if (/^\d{15}$/.test(imsi)) location.attributes.imsi = imsi
  if (/^\d{19}[\da-f]$/.test(iccid)) location.attributes.iccid = iccid
}
