// Records are lists of tags. A tag that the record has already begins the next one.
import { ByteReader } from '../byte-reader.ts'
import { isPosition, roundTo } from '../measures.ts'
import type { Attributes, Location } from '../protocol.types.ts'
import { keepTag, tags, valueBytes } from './tags.ts'

export interface Packet {
  identifier?: string
  /** Hardware and firmware. */
  head: Attributes
  locations: Location[]
  commandNumber?: number
  text?: string
}

/** What was read before a tag of unknown size is kept: the tracker would repeat the packet for ever. */
export function readRecords(content: Buffer): Packet {
  const bytes = new ByteReader(content)
  const packet: Packet = { head: {}, locations: [] }
  /** The number of the last record that has the tag. */
  const seen = new Uint16Array(256)
  let record = 0
  let location: Location | undefined
  while (bytes.remaining > 0) {
    const tag = bytes.uint8()
    const size = valueBytes(tag, bytes)
    if (size === undefined || size > bytes.remaining) {
      if (location) location.attributes.unknownTag = tag
      break
    }
    if (record === 0 || seen[tag] === record) {
      keepLocation(packet, location)
      location = { valid: false, alarms: [], attributes: {} }
      record++
    }
    seen[tag] = record
    if (!keepHead(packet, tag, bytes)) keepTag(location!, tag, bytes, size)
  }
  keepLocation(packet, location)
  return packet
}

/** Compressed records: moment, place and a list of tags, whose values follow. */
export function readCompressed(content: Buffer, receivedAt: Date): Packet {
  const bytes = new ByteReader(content)
  const packet: Packet = { head: {}, locations: [] }
  while (bytes.remaining > 0) {
    const location = readMoment(bytes, receivedAt)
    const count = bytes.uint8() & 0x7f
    if (bytes.overrun) break
    packet.locations.push(location)
    for (const tag of bytes.bytes(count)) {
      const size = valueBytes(tag, bytes)
      if (size === undefined || size > bytes.remaining) {
        location.attributes.unknownTag = tag
        return packet
      }
      if (!keepHead(packet, tag, bytes)) keepTag(location, tag, bytes, size)
    }
  }
  return packet
}

/** 80 bits: 1 unused, 25 second of the year, 1 not valid, 22 longitude, 21 latitude, 1 alarm, 9 unused. */
function readMoment(bytes: ByteReader, receivedAt: Date): Location {
  const [high, middle, low] = [bytes.uint32(), bytes.uint32(), bytes.uint16()]
  const longitude = (((high & 0x1f) << 17) | (middle >>> 15)) * (360 / 2 ** 22) - 180
  const latitude = (((middle & 0x7fff) << 6) | (low >>> 10)) * (180 / 2 ** 21) - 90
  const location: Location = {
    fixedAt: momentOf((high >>> 6) & 0x1ff_ffff, receivedAt),
    valid: false,
    alarms: [],
    attributes: {},
  }
  if (!isPosition(latitude, longitude)) return location
  location.latitude = roundTo(latitude, 6)
  location.longitude = roundTo(longitude, 6)
  location.valid = ((high >>> 5) & 1) === 0
  return location
}

/** The year is not sent. A moment of December that arrives in January is of the year before. */
function momentOf(secondOfYear: number, receivedAt: Date): Date {
  const year = receivedAt.getUTCFullYear()
  const at = Date.UTC(year, 0, 1) + secondOfYear * 1000
  const isAhead = at - receivedAt.getTime() > 86_400_000
  return new Date(isAhead ? Date.UTC(year - 1, 0, 1) + secondOfYear * 1000 : at)
}

/** What belongs to the packet, not to a record. */
function keepHead(packet: Packet, tag: number, bytes: ByteReader): boolean {
  switch (tag) {
    case tags.hardware:
      packet.head.hardware = bytes.uint8()
      return true
    case tags.firmware:
      packet.head.firmware = bytes.uint8()
      return true
    case tags.imei: {
      const imei = bytes.ascii(15)
      if (/^\d{15}$/.test(imei)) packet.identifier ??= imei
      return true
    }
    // Numbers of the unit and of the record.
    case tags.unit:
    case tags.record:
      bytes.skip(2)
      return true
    case tags.commandNumber:
      packet.commandNumber = bytes.uint32LE()
      return true
    case tags.commandText:
      packet.text = bytes.bytes(bytes.uint8()).toString('latin1')
      return true
    default:
      return false
  }
}

/** Without a time and a place it is the head of a connection, or the answer to a command. */
function keepLocation({ locations }: Packet, location: Location | undefined): void {
  if (location && (location.fixedAt || location.latitude !== undefined)) locations.push(location)
}
