// Records: time, coordinates and a list of numbered elements. In the extended form a record may come in parts.

import type { AlarmName } from '../alarm-names.ts'
import { ByteReader } from '../byte-reader.ts'
import { courseOf, instantOf, isPosition } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { keepElement, keepLongElement } from './elements.ts'

/** Both coordinates, and the altitude, of a unit without a fix. */
const UNKNOWN_DEGREES = -0x8000_0000
const UNKNOWN_ALTITUDE = -0x8000
const UNKNOWN_8 = 0xff
const UNKNOWN_16 = 0xffff
const ELEMENT_BYTES = [1, 2, 4] as const

interface RecordEvent {
  id: number
  value?: number
}

/** All or none: a packet that is accepted in part would be deleted by the tracker. */
export function readRecords(content: Buffer, isExtended: boolean): Location[] | undefined {
  const bytes = new ByteReader(content)
  bytes.skip(1) // those that are left
  const count = bytes.uint8()
  const locations: Location[] = []
  for (let left = count; left > 0 && !bytes.overrun; left--) {
    const { location, part } = readHead(bytes, isExtended)
    // The head is repeated; only the elements are new.
    const target = part > 0 ? (locations.at(-1) ?? location) : location
    const event: RecordEvent = { id: isExtended ? bytes.uint16() : bytes.uint8() }
    if (event.id > 0) target.attributes.event = event.id
    readElements(bytes, target, event, isExtended)
    const alarm = alarmOf(event)
    if (alarm && !target.alarms.includes(alarm)) target.alarms.push(alarm)
    if (target === location) locations.push(location)
  }
  return bytes.overrun || bytes.remaining > 0 || locations.length === 0 ? undefined : locations
}

function readHead(bytes: ByteReader, isExtended: boolean): { location: Location; part: number } {
  const fixedAt = instantOf(bytes.uint32() * 1000)
  bytes.skip(1) // order within the second
  const part = isExtended ? bytes.uint8() & 0x0f : 0
  const priority = bytes.uint8()
  const longitude = bytes.int32()
  const latitude = bytes.int32()
  const altitude = bytes.int16()
  const courseDeg = courseOf(bytes.uint16() / 100)
  const satellites = bytes.uint8()
  const speedKmh = bytes.uint16()
  const hdop = bytes.uint8()
  const location: Location = { valid: false, alarms: [], attributes: {} }
  if (fixedAt) location.fixedAt = fixedAt
  if (priority > 0) location.attributes.priority = priority
  if (altitude !== UNKNOWN_ALTITUDE) location.altitudeM = altitude / 10
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  if (satellites !== UNKNOWN_8) location.satellites = satellites
  if (speedKmh !== UNKNOWN_16) location.speedKmh = speedKmh
  if (hdop !== UNKNOWN_8 && hdop > 0) location.hdop = hdop / 10
  if (longitude !== UNKNOWN_DEGREES && isPosition(latitude / 1e7, longitude / 1e7)) {
    location.latitude = latitude / 1e7
    location.longitude = longitude / 1e7
    location.valid = satellites > 0
  }
  return { location, part }
}

function readElements(bytes: ByteReader, location: Location, event: RecordEvent, isExtended: boolean): void {
  const readId = () => (isExtended ? bytes.uint16() : bytes.uint8())
  for (const size of ELEMENT_BYTES) {
    for (let left = bytes.uint8(); left > 0 && !bytes.overrun; left--) {
      const id = readId()
      const value = size === 1 ? bytes.uint8() : size === 2 ? bytes.uint16() : bytes.uint32()
      if (id === event.id) event.value = value
      keepElement(location, id, size, value)
    }
  }
  for (let left = bytes.uint8(); left > 0 && !bytes.overrun; left--)
    keepLongElement(location, readId(), bytes.bytes(8))
}

/** Only if the record was sent because of this element. */
function alarmOf({ id, value }: RecordEvent): AlarmName | undefined {
  if (id === 415) return value === 0 ? 'gpsAntennaCut' : undefined
  return value ? byElement[id] : undefined
}

const byElement: Readonly<Record<number, AlarmName>> = {
  88: 'jamming',
  134: 'harshBraking',
  136: 'harshAcceleration',
  410: 'tow',
  411: 'crash',
  758: 'tampering',
}

/** For simulated trackers: an element with a number below 256. */
export function elementOf(alarm: AlarmName | undefined): number | undefined {
  const entry = Object.entries(byElement).find(([id, name]) => name === alarm && Number(id) < 256)
  return entry && Number(entry[0])
}
