// Decodes a GT06 frame. Packet numbers: Concox GT06 document and JM-VL03 protocol V1.1.2.
import { ByteReader } from '../byte-reader.ts'
import { ByteWriter } from '../byte-writer.ts'
import type { Decoded, Location, Session } from '../protocol.types.ts'
import type { Packet } from './frame.ts'
import { openFrame, replyTo, sealFrame } from './frame.ts'
import { readAlarm, readCellAlarm, readCells, readGpsOnly, readLocation } from './locations.ts'
import { BARE_LOGIN_BYTES } from './split.ts'
import { readHeartbeat, readInformation } from './status.ts'
import { readAnswer, readCommand, readLongAnswer, readSerialData } from './texts.ts'

export function decode(frame: Buffer, session: Session, receivedAt: Date): Decoded {
  if (frame.length === BARE_LOGIN_BYTES && frame[3] === 0x01 && frame[2] === 0x0d)
    return decodeBareLogin(frame)
  const packet = openFrame(frame)
  if (!packet) return { kind: 'bad', why: 'not a whole frame' }
  if (!packet.checksumIsRight && !session.settings.tolerateChecksum) return { kind: 'bad', why: 'checksum' }
  return decodePacket(packet, session, receivedAt)
}

function decodePacket(packet: Packet, session: Session, receivedAt: Date): Decoded {
  const { content } = packet
  // Old units report local time in these two; the newer packets are always UTC.
  const offsetMin = session.settings.utcOffsetMin ?? 0
  switch (packet.number) {
    case 0x01:
      return decodeLogin(packet)
    case 0x12:
      if (content.remaining === 0) return { kind: 'heartbeat', reply: replyTo(packet) }
      return located(packet, readLocation(content, { narrowCells: true, utcOffsetMin: offsetMin }))
    case 0x22:
      return located(packet, readLocation(content, { narrowCells: true, withState: true }))
    case 0xa0:
      return located(packet, readLocation(content, { withState: true }))
    case 0x16:
      return located(packet, readAlarm(content, { narrowCells: true, utcOffsetMin: offsetMin }))
    case 0x26:
      return located(packet, readAlarm(content, { narrowCells: true }))
    case 0x27:
      return located(packet, readAlarm(content, { narrowCells: true, withFence: true }))
    case 0xa4:
      return located(packet, readAlarm(content, { withFence: true }))
    case 0x19:
      return located(packet, readCellAlarm(content))
    case 0x28:
      return unanswered(readCells(content, false))
    case 0x2c:
      return unanswered(readCells(content, true))
    // The tracker requests the street address, which we do not send.
    case 0x2a:
      return unanswered(readGpsOnly(content))
    case 0x13:
    case 0x23:
      return alive(readHeartbeat(content, packet.number === 0x23), replyTo(packet))
    case 0x8a:
      return { kind: 'heartbeat', reply: timeReply(packet, receivedAt) }
    case 0x94:
      return alive(readInformation(content))
    case 0x15:
      return readAnswer(content)
    case 0x21:
      return readLongAnswer(content)
    case 0x80:
      return readCommand(content)
    case 0x9b:
    case 0x9c:
      return readSerialData(content)
    default:
      return { kind: 'ignored', why: `packet 0x${packet.number.toString(16)} is not known` }
  }
}

/** Vendors require no answer to plain locations. It does no harm, and some clones repeat them without it. */
function located(packet: Packet, location: Location | undefined): Decoded {
  return location ? { kind: 'locations', locations: [location], reply: replyTo(packet) } : tooShort
}

function unanswered(location: Location | undefined): Decoded {
  return location ? { kind: 'locations', locations: [location] } : tooShort
}

function alive(status: Location | undefined, reply?: Buffer): Decoded {
  if (!status) return tooShort
  return { kind: 'heartbeat', status, ...(reply && { reply }) }
}

const tooShort: Decoded = { kind: 'bad', why: 'content is too short' }

function decodeLogin(packet: Packet): Decoded {
  const identifier = readImei(packet.content)
  if (!identifier) return { kind: 'bad', why: 'login without an IMEI' }
  const reply = replyTo(packet)
  // An unknown device is answered too: without an answer it reconnects in a tight loop and reboots.
  const login: Decoded = { kind: 'login', identifier, accept: reply, refuse: { reply, close: false } }
  if (packet.content.remaining >= 2) login.attributes = { model: packet.content.hex(2) }
  if (packet.content.remaining >= 2) login.utcOffsetMin = zoneOf(packet.content.uint16())
  return login
}

function decodeBareLogin(frame: Buffer): Decoded {
  const identifier = readImei(new ByteReader(frame, 4))
  if (!identifier) return { kind: 'bad', why: 'login without an IMEI' }
  return { kind: 'login', identifier, refuse: { close: false }, attributes: { dialect: 'topin' } }
}

/** 16 digits, of which the first is padding. */
function readImei(bytes: ByteReader): string | undefined {
  const digits = bytes.hex(8)
  return /^\d{16}$/.test(digits) ? digits.slice(1) : undefined
}

/** Bits 15-4 read 1245 for 12:45, bit 3 is set west of Greenwich. */
function zoneOf(word: number): number {
  const clock = word >> 4
  const minutes = Math.floor(clock / 100) * 60 + (clock % 100)
  return word & 0x8 ? -minutes : minutes
}

function timeReply(packet: Packet, at: Date): Buffer {
  const content = new ByteWriter().uint8(at.getUTCFullYear() - 2000).uint8(at.getUTCMonth() + 1)
  content.uint8(at.getUTCDate()).uint8(at.getUTCHours()).uint8(at.getUTCMinutes()).uint8(at.getUTCSeconds())
  return sealFrame(packet.number, content.toBuffer(), packet.serial)
}
