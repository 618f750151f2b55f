// Decodes an Eelink package, with or without the header of a datagram. Source: an open implementation and published
// packages.
import { ByteReader } from '../byte-reader.ts'
import { ByteWriter } from '../byte-writer.ts'
import type { Decoded, Location, Session } from '../protocol.types.ts'
import { isDigits } from '../text-values.ts'
import { readLocation } from './locations.ts'
import { readOldLocation } from './old-locations.ts'
import {
  DATAGRAM_HEADER_BYTES,
  DATAGRAM_MARK,
  PACKAGE_HEADER_BYTES,
  packageSizeAt,
  sealDatagram,
  sealPackage,
  types,
} from './package.ts'
import { readPositionText } from './position-text.ts'
import { imeiOf } from './split.ts'
import { keepStatus } from './status.ts'
import { readVehicle } from './vehicle.ts'

interface Package {
  type: number
  serial: number
  content: Buffer
  /** Of the datagram that contains the package. */
  imei?: string
}

export function decode(frame: Buffer, session: Session, receivedAt: Date): Decoded {
  const opened = openPackage(frame, session)
  if (!opened) return { kind: 'bad', why: 'not a whole package', close: true }
  const { type, content } = opened
  const named = opened.imei === undefined ? {} : { identifier: opened.imei }
  const confirmed = { reply: answer(opened) }
  switch (type) {
    case types.login:
      return decodeLogin(opened, receivedAt)
    case types.heartbeat:
      return { kind: 'heartbeat', ...named, ...readStatus(content), ...confirmed }
    case types.oldLocation:
      return located(readOldLocation(content, type), named, {})
    case types.oldWarning:
    case types.oldState:
    case types.oldMessage:
      return located(readOldLocation(content, type), named, confirmed)
    case types.location:
    case types.warning:
    case types.report:
    case types.message:
    case types.vehicleData:
    case types.vehicleBody:
    case types.vehicleCode:
      return located(readLocation(content, type), named, confirmed)
    case types.vehicle:
      return located(readVehicle(content), named, confirmed)
    case types.command:
      return decodeAnswer(opened, named)
    case types.cameraInfo:
    case types.cameraData:
      return { kind: 'ignored', ...named, why: 'a picture', ...confirmed }
    default:
      return { kind: 'ignored', ...named, why: `package 0x${type.toString(16).padStart(2, '0')}` }
  }
}

function openPackage(frame: Buffer, { variant }: Session): Package | undefined {
  const isDatagram = frame.length > DATAGRAM_HEADER_BYTES && frame.readUInt16BE(0) === DATAGRAM_MARK
  const at = isDatagram ? DATAGRAM_HEADER_BYTES : 0
  const size = packageSizeAt(frame, at)
  if (typeof size !== 'number' || size < PACKAGE_HEADER_BYTES || at + size > frame.length) return undefined
  const imei = isDatagram ? imeiOf(frame) : variant
  return {
    type: frame[at + 2]!,
    serial: frame.readUInt16BE(at + 5),
    content: frame.subarray(at + PACKAGE_HEADER_BYTES, at + size),
    ...(imei !== undefined && isDigits(imei, 15, 15) && { imei }),
  }
}

function answer({ type, serial, imei }: Package, content?: Uint8Array): Buffer {
  const sealed = sealPackage(type, serial, content)
  return imei === undefined ? sealed : sealDatagram(imei, sealed)
}

const PROTOCOL_VERSION = 1
const ACTIONS = 0

/** The answer sets the clock of the tracker. */
function decodeLogin(opened: Package, receivedAt: Date): Decoded {
  const identifier = opened.content.toString('hex', 0, 8).slice(1)
  if (!isDigits(identifier, 15, 15)) return { kind: 'bad', why: 'a login without an IMEI', close: true }
  const seconds = Math.floor(receivedAt.getTime() / 1000)
  const content = new ByteWriter().uint32(seconds).uint16(PROTOCOL_VERSION).uint8(ACTIONS)
  return { kind: 'login', identifier, accept: answer(opened, content.toBuffer()), refuse: { close: true } }
}

function readStatus(content: Buffer): { status?: Location } {
  if (content.length < 2) return {}
  const status: Location = { valid: false, alarms: [], attributes: {} }
  keepStatus(status, content.readUInt16BE(0))
  return { status }
}

function located(
  location: Location | undefined,
  named: { identifier?: string },
  confirmed: { reply?: Buffer },
): Decoded {
  if (!location) return { kind: 'bad', ...named, why: 'a location that is cut short' }
  return { kind: 'locations', ...named, locations: [location], ...confirmed }
}

/** The kind, the number of the command, and a text, which may describe the position. */
function decodeAnswer(opened: Package, named: { identifier?: string }): Decoded {
  const bytes = new ByteReader(opened.content)
  bytes.skip(1)
  const requestId = bytes.uint32()
  const text = bytes.bytes(bytes.remaining).toString('latin1')
  if (bytes.overrun) return { kind: 'bad', ...named, why: 'an answer that is cut short' }
  const reply = answer(opened)
  const location = readPositionText(text)
  if (location) return { kind: 'locations', ...named, locations: [location], answer: { text }, reply }
  return { kind: 'answer', ...named, requestId, text, reply }
}
