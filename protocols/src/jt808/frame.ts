// The envelope: 7E | header | body | checksum | 7E. Within, 7E is sent as 7D 02 and 7D as 7D 01; the checksum is the
// exclusive or of header and body. Source: two open implementations of the standard.
import { ByteWriter } from '../byte-writer.ts'

export const FLAG = 0x7e
const ESCAPE = 0x7d
const LENGTH_MASK = 0x3ff
const ENCRYPTED_MASK = 0x1c00
const IN_PARTS = 0x2000
const EDITION_2019 = 0x4000
/** Of locks only. */
const WANTS_ANSWER = 0x8000
/** Locks of Jointech: a serial of one byte, no parts, and other meanings of the attributes. */
export const LOCK_LOCATION = 0x5501
export const LOCK_STORED_LOCATION = 0x5502
const NUMBER_BYTES = 6
const NUMBER_2019_BYTES = 10
/** Id, attributes, number, serial and checksum. */
const LEAST_BYTES = 13

/** Who sent a message, as it must be repeated in the answer. */
export interface Terminal {
  is2019: boolean
  number: Buffer
}

export interface Message extends Terminal {
  id: number
  serial: number
  body: Buffer
  isEncrypted: boolean
  /** Of locks only: the standard answers every message. */
  wantsAnswer?: boolean
  /** From 1; absent if the message is not divided. */
  part?: { number: number; total: number }
  checksumIsRight: boolean
}

/** Undefined if the lengths do not fit. The flags may be missing: two frames can share one. */
export function openFrame(frame: Buffer): Message | undefined {
  const from = frame[0] === FLAG ? 1 : 0
  const end = frame[frame.length - 1] === FLAG && frame.length > 1 ? frame.length - 1 : frame.length
  const bytes = unescaped(frame, from, end)
  if (!bytes || bytes.length < LEAST_BYTES) return undefined
  const id = bytes.readUInt16BE(0)
  const attributes = bytes.readUInt16BE(2)
  if (id === LOCK_LOCATION || id === LOCK_STORED_LOCATION) return openLockMessage(bytes, id, attributes)
  const is2019 = (attributes & EDITION_2019) !== 0
  const numberAt = is2019 ? 5 : 4
  const serialAt = numberAt + (is2019 ? NUMBER_2019_BYTES : NUMBER_BYTES)
  const hasPart = (attributes & IN_PARTS) !== 0
  const bodyAt = serialAt + 2 + (hasPart ? 4 : 0)
  const bodyEnd = bytes.length - 1
  if (bodyAt + (attributes & LENGTH_MASK) !== bodyEnd) return undefined
  return {
    id,
    is2019,
    number: bytes.subarray(numberAt, serialAt),
    serial: bytes.readUInt16BE(serialAt),
    body: bytes.subarray(bodyAt, bodyEnd),
    isEncrypted: (attributes & ENCRYPTED_MASK) !== 0,
    ...(hasPart && {
      part: { total: bytes.readUInt16BE(serialAt + 2), number: bytes.readUInt16BE(serialAt + 4) },
    }),
    checksumIsRight: xorOf(bytes, bodyEnd) === bytes[bodyEnd],
  }
}

function openLockMessage(bytes: Buffer, id: number, attributes: number): Message | undefined {
  const serialAt = 4 + NUMBER_BYTES
  const bodyEnd = bytes.length - 1
  if (serialAt + 1 + (attributes & LENGTH_MASK) !== bodyEnd) return undefined
  return {
    id,
    is2019: false,
    number: bytes.subarray(4, serialAt),
    serial: bytes[serialAt]!,
    body: bytes.subarray(serialAt + 1, bodyEnd),
    isEncrypted: false,
    wantsAnswer: (attributes & WANTS_ANSWER) !== 0,
    checksumIsRight: xorOf(bytes, bodyEnd) === bytes[bodyEnd],
  }
}

/** The body must be shorter than 1024 bytes. */
export function sealFrame(
  id: number,
  { is2019, number }: Terminal,
  serial: number,
  body: Uint8Array,
): Buffer {
  const message = new ByteWriter().uint16(id).uint16(body.length | (is2019 ? EDITION_2019 : 0))
  if (is2019) message.uint8(1)
  return sealed(message.bytes(number).uint16(serial).bytes(body).toBuffer())
}

/** The answer to a lock, whose serial has one byte. */
export function sealLockAnswer(id: number, number: Buffer, body: Uint8Array): Buffer {
  const message = new ByteWriter().uint16(id).uint16(body.length).bytes(number).uint8(1)
  return sealed(message.bytes(body).toBuffer())
}

function sealed(plain: Buffer): Buffer {
  const frame = new ByteWriter().uint8(FLAG)
  for (const byte of plain) writeEscaped(frame, byte)
  writeEscaped(frame, xorOf(plain, plain.length))
  return frame.uint8(FLAG).toBuffer()
}

/** Twelve digits, or in the edition of 2019 twenty. */
export function terminalOf(identifier: string): Terminal {
  const is2019 = identifier.length > NUMBER_BYTES * 2
  const digits = (is2019 ? NUMBER_2019_BYTES : NUMBER_BYTES) * 2
  return { is2019, number: Buffer.from(identifier.padStart(digits, '0').slice(-digits), 'hex') }
}

/**
 * Without zeros in front. If the bytes are not decimal digits, they are a number: an IMEI without its check digit.
 * Undefined if nothing but zeros is left.
 */
export function identifierOf(number: Buffer): string | undefined {
  const digits = number.toString('hex')
  if (/^\d+$/.test(digits)) return digits.replace(/^0+/, '') || undefined
  if (number.length !== NUMBER_BYTES) return undefined
  const packed = String(number.readUIntBE(0, NUMBER_BYTES))
  return packed.length === 14 ? packed + checkDigitOf(packed) : undefined
}

/** Luhn: every second digit from the right is doubled. */
function checkDigitOf(digits: string): string {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const weighted = index % 2 === 0 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return String((10 - (sum % 10)) % 10)
}

function unescaped(frame: Buffer, from: number, end: number): Buffer | undefined {
  const content = frame.subarray(from, end)
  if (!content.includes(ESCAPE)) return content
  const bytes = Buffer.allocUnsafe(end - from)
  let length = 0
  for (let at = from; at < end; at++) {
    const byte = frame[at]!
    if (byte !== ESCAPE) {
      bytes[length++] = byte
      continue
    }
    const next = frame[++at]
    if (at >= end || (next !== 1 && next !== 2)) return undefined
    bytes[length++] = next === 1 ? ESCAPE : FLAG
  }
  return bytes.subarray(0, length)
}

function writeEscaped(frame: ByteWriter, byte: number): void {
  if (byte === FLAG) frame.uint8(ESCAPE).uint8(2)
  else if (byte === ESCAPE) frame.uint8(ESCAPE).uint8(1)
  else frame.uint8(byte)
}

function xorOf(bytes: Uint8Array, end: number): number {
  let sum = 0
  for (let at = 0; at < end; at++) sum ^= bytes[at]!
  return sum
}
