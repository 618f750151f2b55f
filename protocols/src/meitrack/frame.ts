// The envelope: $$ or @@, flag, length, comma, IMEI, comma, command … * checksum CR LF. Source: Meitrack GPRS protocol.
import { hexadecimalDigit } from '../text-values.ts'

export const DOLLAR = 0x24
export const AT = 0x40
const STAR = 0x2a
const COMMA = 0x2c
const ZERO = 0x30
/** Star, checksum and line end. */
const ENDING_BYTES = 5
/** At most two marks, the flag, four digits and the comma. */
export const OPENING_BYTES = 8
/** A comma, a short identifier, a comma, a command and the ending. */
const LEAST_LENGTH = 15

export interface Packet {
  flag: string
  identifier: string
  /** From the command to the star. */
  from: number
  end: number
  /** Sent by a server. */
  isCommand: boolean
  checksumIsRight: boolean
}

/** Undefined if the bytes are not one complete frame. */
export function openFrame(frame: Buffer): Packet | undefined {
  const size = sizeOf(frame, 0)
  if (size === undefined || size !== frame.length || !endsAt(frame, size)) return undefined
  const comma = frame.indexOf(COMMA)
  const second = frame.indexOf(COMMA, comma + 1)
  const end = size - ENDING_BYTES
  if (second < 0 || second > end) return undefined
  return {
    flag: String.fromCharCode(frame[2]!),
    identifier: frame.toString('latin1', comma + 1, second),
    from: second + 1,
    end,
    isCommand: frame[0] === AT,
    checksumIsRight: hexPairAt(frame, end + 1) === sumOf(frame, end + 1),
  }
}

/** The length counts from the comma to the end. Undefined if no frame starts like this. */
export function sizeOf(bytes: Buffer, at: number): number | undefined {
  const flag = bytes[at + 2]!
  if (bytes[at + 1] !== bytes[at] || flag < 0x41 || flag > 0x7a) return undefined
  let length = 0
  for (let index = at + 3; index < at + OPENING_BYTES; index++) {
    const byte = bytes[index]!
    if (byte === COMMA && length >= LEAST_LENGTH) return index - at + length
    const digit = byte - ZERO
    if (!(digit >= 0 && digit <= 9)) return undefined
    length = length * 10 + digit
  }
  return undefined
}

export function endsAt(bytes: Buffer, end: number): boolean {
  return bytes[end - ENDING_BYTES] === STAR && bytes[end - 2] === 0x0d && bytes[end - 1] === 0x0a
}

export function sealFrame(
  mark: '$$' | '@@',
  flag: string,
  identifier: string,
  body: Buffer | string,
): Buffer {
  const content = Buffer.concat([
    Buffer.from(`,${identifier},`, 'latin1'),
    typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
  ])
  const start = Buffer.concat([
    Buffer.from(`${mark}${flag}${content.length + ENDING_BYTES}`, 'latin1'),
    content,
    Buffer.from('*'),
  ])
  const checksum = sumOf(start, start.length).toString(16).toUpperCase().padStart(2, '0')
  return Buffer.concat([start, Buffer.from(`${checksum}\r\n`)])
}

/** The low byte of the sum of all bytes before. */
function sumOf(bytes: Buffer, end: number): number {
  let sum = 0
  for (let at = 0; at < end; at++) sum += bytes[at]!
  return sum & 0xff
}

function hexPairAt(bytes: Buffer, at: number): number {
  const high = hexadecimalDigit(bytes[at]!)
  const low = hexadecimalDigit(bytes[at + 1]!)
  return high < 0 || low < 0 ? -1 : high * 16 + low
}
