// Decodes a packet of Wialon Retranslator: identifier, time, flags and blocks of named values. Source: an open
// implementation and published packets.
import { ByteReader } from '../byte-reader.ts'
import { courseOf, instantOf, isPosition } from '../measures.ts'
import type { Bad, Decoded, Location } from '../protocol.types.ts'
import { keepParameter } from './parameters.ts'
import { LENGTH_BYTES, MAX_IDENTIFIER_CHARS } from './split.ts'

const RECEIVED = Buffer.from([0x11])
const BLOCK = 0x0bbb
const ALARM = 0x10
const MAX_BLOCKS = 200
const MAX_NAME_CHARS = 40
const MAX_TEXT_CHARS = 200
const types = { text: 1, bytes: 2, int32: 3, float64: 4, int64: 5 }

export function decode(frame: Buffer): Decoded {
  if (frame.length < LENGTH_BYTES || frame.readUInt32LE(0) !== frame.length - LENGTH_BYTES)
    return bad('length does not match')
  const bytes = new ByteReader(frame, LENGTH_BYTES)
  const identifier = textOf(bytes, MAX_IDENTIFIER_CHARS)
  if (!identifier || !/^[\w-]+$/.test(identifier)) return bad('packet without an identifier')
  const fixedAt = instantOf(bytes.uint32() * 1000)
  const flags = bytes.uint32()
  const location: Location = { valid: false, alarms: flags & ALARM ? ['sos'] : [], attributes: {} }
  if (fixedAt) location.fixedAt = fixedAt
  for (let left = MAX_BLOCKS; left > 0 && bytes.remaining > 0; left--)
    if (!readBlock(bytes, location)) return { ...bad('block that cannot be read'), identifier }
  if (bytes.overrun) return { ...bad('packet that is cut short'), identifier }
  return { kind: 'locations', identifier, locations: [location], reply: RECEIVED }
}

/** Its size counts from the byte after it. */
function readBlock(bytes: ByteReader, location: Location): boolean {
  if (bytes.uint16() !== BLOCK) return false
  const size = bytes.uint32()
  if (size > bytes.remaining) return false
  const block = new ByteReader(bytes.bytes(size))
  block.skip(1) // whether it is shown
  const type = block.uint8()
  const name = textOf(block, MAX_NAME_CHARS)
  if (name === undefined) return false
  if (type === types.bytes) {
    if (name === 'posinfo') keepPosition(location, block)
    return true
  }
  const value = readValue(block, type)
  if (value !== undefined && !block.overrun && /^[\w.-]+$/.test(name)) keepParameter(location, name, value)
  return true
}

function readValue(block: ByteReader, type: number): string | number | undefined {
  switch (type) {
    case types.text:
      return textOf(block, MAX_TEXT_CHARS)
    case types.int32:
      return block.int32()
    case types.float64: {
      const value = block.float64LE()
      return Number.isFinite(value) ? value : undefined
    }
    case types.int64: {
      const high = block.int32()
      return high * 0x1_0000_0000 + block.uint32()
    }
    default:
      return undefined
  }
}

function keepPosition(location: Location, block: ByteReader): void {
  const longitude = block.float64LE()
  const latitude = block.float64LE()
  const altitudeM = block.float64LE()
  const speedKmh = block.uint16()
  const courseDeg = courseOf(block.uint16())
  const satellites = block.uint8()
  if (block.overrun) return
  if (isPosition(latitude, longitude)) {
    location.latitude = latitude
    location.longitude = longitude
    location.valid = true
  }
  if (Number.isFinite(altitudeM)) location.altitudeM = altitudeM
  location.speedKmh = speedKmh
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  location.satellites = satellites
}

/** Zero-terminated. */
function textOf(bytes: ByteReader, maxChars: number): string | undefined {
  let chars = 0
  while (chars < bytes.remaining && bytes.peek(chars) !== 0) chars++
  if (chars > maxChars || chars === bytes.remaining) return undefined
  const text = bytes.bytes(chars).toString('utf8')
  bytes.skip(1)
  return text
}

function bad(why: string): Bad {
  return { kind: 'bad', why, close: true }
}
