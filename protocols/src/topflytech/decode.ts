// Decodes a Topflytech message. Source: an open implementation and published messages.
import { ByteReader } from '../byte-reader.ts'
import type { Decoded, Location } from '../protocol.types.ts'
import { isDigits } from '../text-values.ts'
import { readBehaviour } from './behaviour.ts'
import { readTime } from './fields.ts'
import { readLocation } from './locations.ts'
import type { Message } from './message.ts'
import { headers, openMessage, sealMessage, types } from './message.ts'

/** What the oldest family expects in every answer. */
const OLD_SERIAL = 1

export function decode(frame: Buffer): Decoded {
  const message = openMessage(frame)
  if (!message) return { kind: 'bad', why: 'not a whole message', close: true }
  const { header, type, identifier, content } = message
  if (!isDigits(identifier, 15, 15)) return { kind: 'bad', why: 'a message without an IMEI', close: true }
  switch (type) {
    case types.login:
    case types.heartbeat:
      return { kind: 'heartbeat', identifier, reply: answer(message) }
    case types.location:
    case types.newLocation:
    case types.alarm:
    case types.newAlarm:
      return decodeLocation(message)
    case types.behaviour:
      return decodeBehaviour(message)
    case types.network:
    case types.newNetwork:
      if (header === headers.diagnostics && type === types.network) return decodeBehaviour(message)
      return { kind: 'heartbeat', identifier, ...readNetwork(content), reply: answer(message) }
    case types.beacons:
      return { kind: 'heartbeat', identifier, ...readBeacons(content), reply: answer(message) }
    case types.command:
      return decodeText(message)
  }
  const why = `message 0x${type.toString(16).padStart(2, '0')}`
  return { kind: 'ignored', identifier, why, reply: answer(message) }
}

function answer(message: Message, content: Uint8Array = new Uint8Array()): Buffer {
  const serial = message.header === headers.oldVehicle ? OLD_SERIAL : message.serial
  return sealMessage({ ...message, serial, content: Buffer.from(content) })
}

function decodeLocation(message: Message): Decoded {
  const { identifier, type } = message
  const read = readLocation(message)
  if (!read) return { kind: 'bad', identifier, why: 'a location that is cut short' }
  const isAlarm = type === types.alarm || type === types.newAlarm
  const reply = isAlarm ? answer(message, Uint8Array.of(read.alarmCode)) : answer(message)
  return { kind: 'locations', identifier, locations: [read.location], reply }
}

function decodeBehaviour(message: Message): Decoded {
  const { identifier, content } = message
  const locations = readBehaviour(content)
  if (!locations) return { kind: 'ignored', identifier, why: 'harsh driving', reply: answer(message) }
  return { kind: 'locations', identifier, locations, reply: answer(message) }
}

/** The time, then behind a length each: operator, technology, band, IMSI and ICCID. */
function readNetwork(content: Buffer): { status?: Location } {
  const bytes = new ByteReader(content)
  const status: Location = { valid: false, alarms: [], attributes: {} }
  const at = readTime(bytes)
  if (at) status.fixedAt = at
  const operator = bytes.bytes(bytes.uint8()).toString('utf16le')
  bytes.skip(bytes.uint8())
  bytes.skip(bytes.uint8())
  const imsi = bytes.ascii(bytes.uint8())
  const iccid = bytes.ascii(bytes.uint8())
  if (bytes.overrun) return {}
  if (/^[\p{L}\p{N}\p{P}\p{Zs}]+$/u.test(operator)) status.attributes.operator = operator
  if (isDigits(imsi, 14, 15)) status.attributes.imsi = imsi
  if (/^\d{18,19}[\da-f]?$/i.test(iccid)) status.attributes.iccid = iccid
  return { status }
}

/** Lists of tags and sensors, of many layouts. */
function readBeacons(content: Buffer): { status?: Location } {
  const bytes = new ByteReader(content)
  const at = readTime(bytes)
  if (bytes.overrun || bytes.remaining === 0) return {}
  const attributes = { beacons: bytes.hex(bytes.remaining) }
  return { status: { valid: false, ...(at && { fixedAt: at }), alarms: [], attributes } }
}

/** A tracker answers in UTF-16, a server commands in ASCII; both behind a byte for the kind of text. */
function decodeText({ identifier, serial, content }: Message): Decoded {
  if (content.length > 2 && content[2] !== 0)
    return { kind: 'command', identifier, requestId: serial, text: content.toString('latin1', 1) }
  return { kind: 'answer', identifier, text: content.toString('utf16le', 1) }
}
