// Decodes a JT/T 808 message. Each contains the number of its terminal; nearly all are answered with 0x8001.
import { ByteReader } from '../byte-reader.ts'
import { ByteWriter } from '../byte-writer.ts'
import type { Decoded, Location, Session } from '../protocol.types.ts'
import { commandOf } from './commands.ts'
import type { Message } from './frame.ts'
import { identifierOf, LOCK_LOCATION, LOCK_STORED_LOCATION, openFrame, sealFrame } from './frame.ts'
import { CHINA_OFFSET_MIN, instantOfDecimal, readLocation } from './locations.ts'
import { decodeLock } from './lock-locations.ts'
import { joinParts } from './parts.ts'
import { decodeAuthentication, decodeRegistration } from './registration.ts'

const OK = 0
const FAILURE = 1

export function decode(frame: Buffer, session: Session, receivedAt: Date): Decoded {
  const message = openFrame(frame)
  if (!message) return { kind: 'bad', why: 'not a whole frame' }
  const identifier = identifierOf(message.number)
  if (!identifier) return { kind: 'bad', why: 'no terminal number' }
  if (!message.checksumIsRight && !session.settings.tolerateChecksum)
    return { kind: 'bad', identifier, why: 'checksum' }
  if (message.isEncrypted)
    return { kind: 'ignored', identifier, why: 'an encrypted message', reply: answer(message, FAILURE) }
  // Pictures and sounds are not kept, so their parts need not be joined.
  if (!message.part || message.id === 0x0801) return decodeMessage(message, identifier, session, receivedAt)
  const body = joinParts(message, session)
  if (typeof body !== 'string') return decodeMessage({ ...message, body }, identifier, session, receivedAt)
  if (body === 'kept')
    return { kind: 'ignored', identifier, why: 'a part of a message', reply: answer(message, OK) }
  return { kind: 'bad', identifier, why: 'parts of a message that cannot be joined' }
}

function decodeMessage(message: Message, identifier: string, session: Session, receivedAt: Date): Decoded {
  const { id, body } = message
  const offsetMin = session.settings.utcOffsetMin
  const reply = answer(message, OK)
  switch (id) {
    case 0x0001:
      return decodeResult(body, identifier)
    case 0x0002:
      return decodeHeartbeat(body, identifier, reply)
    case 0x0004:
      return { kind: 'heartbeat', identifier, reply: timeAnswer(message, 0x8004, receivedAt) }
    case 0x0109:
      return { kind: 'heartbeat', identifier, reply: timeAnswer(message, 0x8109, receivedAt) }
    case 0x0100:
      return decodeRegistration(message, identifier)
    case 0x0102:
      return decodeAuthentication(message, identifier, reply, answer(message, FAILURE))
    case 0x0107:
      return decodeAttributes(body, identifier, reply)
    case 0x0200:
      return located(identifier, [readLocation(body, offsetMin)], reply)
    case 0x0201:
    case 0x0500:
      return located(identifier, [readLocation(body.subarray(2), offsetMin)], reply)
    case 0x0702:
      return decodeCard(body, identifier, reply, offsetMin)
    case 0x0900:
      return decodeTransparent(body, identifier, reply)
    case 0x0704:
      return located(identifier, readBatch(body, offsetMin), reply)
    case 0x0210:
      return decodeShortBatch(body, identifier, reply, offsetMin)
    case LOCK_LOCATION:
    case LOCK_STORED_LOCATION:
      return decodeLock(message, identifier, offsetMin)
    case 0x0701:
    case 0x1300:
    case 0x6006:
      return { kind: 'answer', identifier, text: textOf(body), reply }
  }
  if (id >= 0x8000) return commandOf(message, identifier)
  return { kind: 'ignored', identifier, why: `message 0x${id.toString(16).padStart(4, '0')}`, reply }
}

function located(
  identifier: string,
  locations: (Location | undefined)[] | undefined,
  reply: Buffer,
): Decoded {
  const read = locations?.filter((location) => location !== undefined)
  if (!read || read.length === 0 || read.length !== locations!.length)
    return { kind: 'bad', identifier, why: 'a location that is cut short' }
  return { kind: 'locations', identifier, locations: read, reply }
}

/** A count, whether they were stored, and each behind its length. */
function readBatch(body: Buffer, utcOffsetMin: number | undefined): (Location | undefined)[] | undefined {
  const bytes = new ByteReader(body)
  const count = bytes.uint16()
  const isStored = bytes.uint8() === 1
  const locations: (Location | undefined)[] = []
  for (let left = count; left > 0; left--) {
    const location = readLocation(bytes.bytes(bytes.uint16()), utcOffsetMin)
    if (bytes.overrun) return undefined
    if (location && isStored) location.attributes.buffered = true
    locations.push(location)
  }
  return locations
}

/** Of one maker: locations behind a length of one byte; or the battery and the time alone. */
function decodeShortBatch(
  body: Buffer,
  identifier: string,
  reply: Buffer,
  utcOffsetMin: number | undefined,
): Decoded {
  const bytes = new ByteReader(body)
  if (body.length === 7) {
    const status: Location = { valid: false, alarms: [], attributes: {} }
    const percent = bytes.uint8()
    if (percent <= 100) status.batteryPct = percent
    const at = instantOfDecimal(bytes.hex(6), utcOffsetMin ?? CHINA_OFFSET_MIN)
    if (at) status.fixedAt = at
    return { kind: 'heartbeat', identifier, status, reply }
  }
  const locations: (Location | undefined)[] = []
  while (bytes.remaining > 0 && !bytes.overrun)
    locations.push(readLocation(bytes.bytes(bytes.uint8()), utcOffsetMin))
  return located(identifier, locations, reply)
}

/** The serial of the command, its number, and the result. */
function decodeResult(body: Buffer, identifier: string): Decoded {
  const bytes = new ByteReader(body)
  const [requestId, id, result] = [bytes.uint16(), bytes.uint16(), bytes.uint8()]
  if (bytes.overrun) return { kind: 'bad', identifier, why: 'a result that is cut short' }
  const text = `${id.toString(16).padStart(4, '0')} ${results[result] ?? result}`
  return { kind: 'answer', identifier, requestId, text, ...(result !== OK && { refused: true }) }
}

const results: Readonly<Record<number, string>> = {
  0: 'OK',
  1: 'failed',
  2: 'not understood',
  3: 'not supported',
}

/** Empty by the standard; some makers add battery and signal. */
function decodeHeartbeat(body: Buffer, identifier: string, reply: Buffer): Decoded {
  if (body.length < 3 || body[0]! > 100) return { kind: 'heartbeat', identifier, reply }
  const status: Location = { valid: false, alarms: [], attributes: { gsmSignal: body[1]! } }
  status.batteryPct = body[0]!
  return { kind: 'heartbeat', identifier, status, reply }
}

/** Whether the card was inserted, when, the result, the name behind its length, and the number of the card. */
function decodeCard(
  body: Buffer,
  identifier: string,
  reply: Buffer,
  utcOffsetMin: number | undefined,
): Decoded {
  const bytes = new ByteReader(body)
  const isInserted = bytes.uint8() === 1
  const status: Location = { valid: false, alarms: [isInserted ? 'driverIn' : 'driverOut'], attributes: {} }
  const at = instantOfDecimal(bytes.hex(6), utcOffsetMin ?? CHINA_OFFSET_MIN)
  if (at) status.fixedAt = at
  bytes.skip(1)
  bytes.skip(bytes.uint8())
  const card = bytes.ascii(20).replace(/[^\x21-\x7e]/g, '')
  if (!bytes.overrun && card) status.attributes.driverId = card
  return { kind: 'locations', identifier, locations: [status], reply }
}

/** Data of a device on the serial port: a driver card of one maker, or text. */
function decodeTransparent(body: Buffer, identifier: string, reply: Buffer): Decoded {
  const text = body.toString('latin1', 1).trim()
  const [, card] = /^.{0,2}GTSL\|6\|1\|0\|([\w-]{1,32})\|/s.exec(text) ?? []
  if (card) {
    const status: Location = { valid: false, alarms: [], attributes: { driverId: card } }
    return { kind: 'locations', identifier, locations: [status], reply }
  }
  if (/^[\x20-\x7e]+$/.test(text)) return { kind: 'text', identifier, text, reply }
  return { kind: 'ignored', identifier, why: 'data that cannot be read', reply }
}

const ICCID_AT = 34

function decodeAttributes(body: Buffer, identifier: string, reply: Buffer): Decoded {
  const iccid = body.toString('hex', ICCID_AT, ICCID_AT + 10)
  if (!/^\d{19}[\da-f]$/.test(iccid)) return { kind: 'heartbeat', identifier, reply }
  return { kind: 'heartbeat', identifier, status: { valid: false, alarms: [], attributes: { iccid } }, reply }
}

function textOf(body: Buffer): string {
  // A type or a length may come first.
  return body.toString('latin1').replace(/[^\x20-\x7e]/g, '')
}

/** 0x8001: serial and number of the message, and the result. */
function answer(message: Message, result: number): Buffer {
  const body = new ByteWriter().uint16(message.serial).uint16(message.id).uint8(result)
  return sealFrame(0x8001, message, 0, body.toBuffer())
}

/** 0x8109 has the year in two bytes and a result; 0x8004 is decimal. */
function timeAnswer(message: Message, id: number, at: Date): Buffer {
  const digits = at.toISOString().slice(2, 19).replace(/\D/g, '')
  const body = new ByteWriter()
  if (id === 0x8004) body.hex(digits)
  else {
    body.uint16(at.getUTCFullYear())
    for (const pair of digits.slice(2).match(/../g)!) body.uint8(Number(pair))
    body.uint8(OK)
  }
  return sealFrame(id, message, 0, body.toBuffer())
}
