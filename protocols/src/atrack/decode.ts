// Decodes a message of ATrack, in bytes or as text. Source: an open implementation and published frames.
import { ByteReader } from '../byte-reader.ts'
import { ByteWriter } from '../byte-writer.ts'
import { crc16Arc } from '../checksums.ts'
import type { Decoded, Location } from '../protocol.types.ts'
import { isDigits } from '../text-values.ts'
import { readRecords } from './records.ts'
import { ALIVE_BYTES, HEAD_BYTES, isText } from './split.ts'
import { readTextRecord } from './text-records.ts'

const AT = 0x40
const OTHER = 0x03
const ALIVE = 0xfe
const PICTURE = 0x52
const CHECKSUM_AT = 2
const LENGTH_AT = 4
const SEQUENCE_AT = 6
const RECORDS_AT = 16
const MAX_RECORDS = 100
/** The number may be larger than the answer can repeat. */
const HEAD = /^..,([\dA-F]{4}),\d{1,4},(\d{1,10}),(\d{1,19}),/is
/** Mark, comma and checksum. */
const TEXT_CHECKED_FROM = 7

export function decode(frame: Buffer): Decoded {
  if (frame[0] === ALIVE) return decodeAlive(frame)
  if (frame[0] !== AT && frame[0] !== OTHER) return decodeLine(frame.toString('latin1').trim())
  return isText(frame, 0) ? decodeText(frame) : decodeBytes(frame)
}

/** Repeated to the tracker. */
function decodeAlive(frame: Buffer): Decoded {
  if (frame.length !== ALIVE_BYTES) return bad('heartbeat that is cut short')
  return { kind: 'heartbeat', identifier: identifierOf(frame.readBigUInt64BE(2)), reply: frame }
}

function decodeBytes(frame: Buffer): Decoded {
  if (frame.length < RECORDS_AT || frame.readUInt16BE(LENGTH_AT) !== frame.length - HEAD_BYTES)
    return bad('length does not match')
  if (frame.readUInt16BE(CHECKSUM_AT) !== crc16Arc(frame, LENGTH_AT)) return bad('checksum')
  const identifier = identifierOf(frame.readBigUInt64BE(SEQUENCE_AT + 2))
  const reply = answerTo(identifier, frame.readUInt16BE(SEQUENCE_AT))
  if (frame[1] === PICTURE) return { kind: 'ignored', why: 'a picture', identifier, reply }
  const locations = readRecords(new ByteReader(frame, RECORDS_AT))
  return locations
    ? { kind: 'locations', identifier, locations, reply }
    : { ...bad('records that cannot be read'), identifier }
}

function decodeText(frame: Buffer): Decoded {
  const text = frame.toString('latin1')
  const [head = '', checksum = '', sequence = '', number = ''] = HEAD.exec(text) ?? []
  if (!head) return bad('head that cannot be read')
  if (Number.parseInt(checksum, 16) !== crc16Arc(frame, TEXT_CHECKED_FROM)) return bad('checksum')
  const identifier = identifierOf(BigInt(number))
  const locations: Location[] = []
  for (const line of text.slice(head.length).split(/\r?\n/).slice(0, MAX_RECORDS)) {
    if (!line) continue
    const location = readTextRecord(line.split(','))
    if (!location) return { ...bad('records that cannot be read'), identifier }
    locations.push(location)
  }
  if (locations.length === 0) return { ...bad('records that cannot be read'), identifier }
  return { kind: 'locations', identifier, locations, reply: answerTo(identifier, Number(sequence)) }
}

function decodeLine(line: string): Decoded {
  if (line.startsWith('AT$')) return { kind: 'command', text: line.slice(0, 500) }
  if (!line.startsWith('$')) return bad('not a message')
  const [, number = ''] = /^\$INFO=(\d+),/.exec(line) ?? []
  return {
    kind: 'answer',
    ...(isDigits(number, 15, 15) && { identifier: number }),
    text: line.slice(0, 500),
    ...(line.startsWith('$ERROR') && { refused: true as const }),
  }
}

/** An IMEI may begin with a zero. */
function identifierOf(number: bigint): string {
  const digits = number.toString()
  return digits.length === 14 ? `0${digits}` : digits
}

function answerTo(identifier: string, sequence: number): Buffer {
  const number = BigInt(identifier).toString(16).padStart(16, '0')
  return new ByteWriter().uint8(ALIVE).uint8(2).hex(number).uint16(sequence).toBuffer()
}

function bad(why: string): { kind: 'bad'; why: string } {
  return { kind: 'bad', why }
}
