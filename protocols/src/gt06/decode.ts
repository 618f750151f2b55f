// Decodes a GT06 frame. Packet numbers: Concox GT06 document and JM-VL03 protocol V1.1.2.
import type { ByteReader } from '../byte-reader.ts'
import { ByteWriter } from '../byte-writer.ts'
import type { Decoded, Location, Session } from '../protocol.types.ts'
import { readBlocks } from './blocks.ts'
import { readCells, readGpsAndCells, readHotspots } from './cells.ts'
import * as dialects from './dialects.ts'
import { readCameraEvent, readVehicleData } from './events.ts'
import type { Packet } from './frame.ts'
import { longReplyTo, openFrame, replyTo, sealFrame } from './frame.ts'
import { readGps } from './gps.ts'
import { readImei } from './imei.ts'
import { readAlarm, readCellAlarm, readLocation } from './locations.ts'
import * as modules from './modules.ts'
import { BARE_LOGIN_BYTES } from './split.ts'
import { readAssetState, readHeartbeat, readInformation } from './status.ts'
import { readAnswer, readCommand, readLongAnswer, readSerialData } from './texts.ts'
import { decodeTopin, decodeTopinLogin, TOPIN } from './topin.ts'

export function decode(frame: Buffer, session: Session, receivedAt: Date): Decoded {
  if (isBareLogin(frame)) {
    session.variant = TOPIN
    return decodeTopinLogin(frame)
  }
  const packet = openFrame(frame)
  if (packet?.checksumIsRight) return decodePacket(packet, session, receivedAt)
  if (isTopin(frame, packet, session)) return decodeTopin(frame, receivedAt)
  if (!packet) return { kind: 'bad', why: 'not a whole frame' }
  if (!session.settings.tolerateChecksum) return { kind: 'bad', why: 'checksum' }
  return decodePacket(packet, session, receivedAt)
}

function isBareLogin(frame: Buffer): boolean {
  return frame.length === BARE_LOGIN_BYTES && frame[3] === 0x01 && frame[2] === 0x0d
}

/** Frames of this dialect have another length, or no checksum; the latter only after a login of this dialect. */
function isTopin(frame: Buffer, packet: Packet | undefined, session: Session): boolean {
  if (packet) return session.variant === TOPIN
  return (
    frame.length >= 6 && frame.readUInt16BE(0) === 0x7878 && frame.readUInt16BE(frame.length - 2) === 0x0d0a
  )
}

function decodePacket(packet: Packet, session: Session, receivedAt: Date): Decoded {
  const { content, number, long } = packet
  // Old units report local time in these two; the newer packets are always UTC.
  const offsetMin = session.settings.utcOffsetMin ?? 0
  switch (number) {
    case 0x01:
      return decodeLogin(packet)
    case 0x12:
      if (content.remaining === 0) return { kind: 'heartbeat', reply: replyTo(packet) }
      return located(packet, readLocation12(content, offsetMin))
    case 0x22:
      return located(packet, readLocation22(content))
    case 0xa0:
      return located(packet, readLocation(content, { withState: true }))
    case 0x16:
      return located(packet, readAlarm16(packet, offsetMin))
    case 0x26:
      return located(packet, readAlarm(content, { cells: 'narrow' }))
    case 0x27:
      return located(packet, readAlarm(content, { cells: 'narrow', withFence: true }))
    case 0xa4:
      return located(packet, readAlarm(content, { withFence: true }))
    case 0x19:
      return located(packet, readCellAlarm(content, 'narrow'))
    case 0x28:
      return unanswered(readCells(content, {}))
    case 0x2c:
      return unanswered(readCells(content, { withHotspots: true }))
    // The tracker requests the street address, which we do not send.
    case 0x2a:
      return unanswered(readGps(content))
    case 0x13:
    case 0x23:
      return alive(readHeartbeat(content, number === 0x23, session.settings.model), replyTo(packet))
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
    case 0x36:
      if (packet.length !== 0x35) return alive(modules.readModuleStatus(content), replyTo(packet))
      return located(packet, dialects.readMeterLocation(content))
    case 0xa3:
      if (content.remaining < 30) return alive(readAssetState(content), replyTo(packet))
      return located(packet, readAlarm(content, {}))
    case 0xa7:
      return { kind: 'heartbeat', reply: replyTo(packet) }
    case 0x8c:
      return alive(readVehicleData(content), replyTo(packet))
    case 0xf1:
      return alive(modules.readStates(content), replyTo(packet))
    case 0xf2:
      return alive(modules.readAccessories(content), replyTo(packet))
    case 0x70:
      return reported(packet, modules.readReport(content))
    case 0x32:
    case 0x33:
      if (long) return blocks(packet)
  }
  const dialect = dialectPackets[number]
  if (dialect && (!dialect.lengths || dialect.lengths.includes(packet.length)))
    return located(packet, dialect.read(content, packet.length))
  // Clones repeat a packet, or reboot, until it is answered.
  return { kind: 'ignored', why: `packet 0x${number.toString(16)} is not known`, reply: replyTo(packet) }
}

interface Dialect {
  /** Only these: the number has another meaning elsewhere, which would be read as a false position. */
  lengths?: readonly number[]
  read(content: ByteReader, length: number): Location | undefined
}

/** Packets of single makers, all answered in the short form. */
const dialectPackets: Readonly<Record<number, Dialect>> = {
  16: { read: (content) => readLocation(content, { cells: 'narrow' }) },
  17: { read: (content) => readLocation(content, { cells: 'narrow' }) },
  23: { lengths: [0x28], read: dialects.readCardLocation },
  24: { read: (content) => readCells(content, { withHotspots: true }) },
  30: { read: readGpsAndCells },
  36: {
    lengths: [0x2e, 0x31],
    read: (content, length) =>
      length === 0x31 ? readCells(content, { counted: true }) : dialects.readVoltLocation(content),
  },
  37: { read: (content) => dialects.readSourceLocation(content, true) },
  46: { read: (content) => readCells(content, {}) },
  49: { lengths: [0x2a], read: dialects.readAltitudeLocation },
  50: { lengths: [0x27, 0x29], read: dialects.readAltitudeAlarm },
  52: { lengths: [0x3c], read: dialects.readPortLocation },
  55: { read: modules.readModuleLocation },
  56: { read: modules.readLongModuleLocation },
  97: { lengths: [0x2e], read: dialects.readButtonLocation },
  149: { read: readCameraEvent },
  161: { read: (content) => readCells(content, { wide: true }) },
  162: {
    read: (content, length) =>
      length === 0x40
        ? dialects.readFourGLocation(content)
        : readCells(content, { wide: true, withHotspots: true }),
  },
  165: { read: (content) => readCellAlarm(content, 'wide') },
  243: { read: readHotspots },
}

function readLocation12(content: ByteReader, utcOffsetMin: number): Location | undefined {
  if (hasImei(content, 0)) return dialects.readImeiLocation(content, utcOffsetMin)
  // GPS and cell, mileage, and a card behind its length.
  if (content.remaining >= 36 && content.remaining === content.peek(30) + 35)
    return dialects.readTextCardLocation(content, utcOffsetMin)
  return readLocation(content, { cells: 'narrow', utcOffsetMin })
}

function readLocation22(content: ByteReader): Location | undefined {
  if (hasImei(content, 1)) return dialects.readSourceLocation(content, false)
  if (content.remaining === 42) return dialects.readClimateLocation(content)
  return readLocation(content, { cells: 'narrow', withState: true })
}

function readAlarm16({ content, length }: Packet, utcOffsetMin: number): Location | undefined {
  if (length === 0x24) return dialects.readSupplyAlarm(content, utcOffsetMin)
  if (length === 0x4a) return dialects.readListAlarm(content, utcOffsetMin)
  return readAlarm(content, { cells: length === 0x26 ? 'middle' : 'narrow', utcOffsetMin })
}

/** An IMEI in place of the date: its second byte is no month, or its third no day. */
function hasImei(content: ByteReader, at: number): boolean {
  if (content.remaining < at + 26 || content.peek(at) > 0x09) return false
  const isDate =
    content.peek(1) >= 1 && content.peek(1) <= 12 && content.peek(2) >= 1 && content.peek(2) <= 31
  if (isDate) return false
  for (let index = at; index < at + 8; index++) {
    if (content.peek(index) >> 4 > 9 || (content.peek(index) & 0x0f) > 9) return false
  }
  return true
}

/** Without a place and an alarm it is a keep-alive. */
function reported(packet: Packet, report: Location | undefined): Decoded {
  if (!report || report.latitude !== undefined || report.alarms.length > 0) return located(packet, report)
  return alive(report, replyTo(packet))
}

function blocks(packet: Packet): Decoded {
  const location = readBlocks(packet.content)
  if (!location) return tooShort
  const reply = longReplyTo(packet)
  if (packet.number === 0x33) return { kind: 'heartbeat', status: location, reply }
  return { kind: 'locations', locations: [location], reply }
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
