// Decodes a Ruptela frame: length | IMEI | command | content | checksum. Source: an open implementation and published
// frames.
import { ByteReader } from '../byte-reader.ts'
import { crc16Kermit } from '../checksums.ts'
import { instantOf, isPosition } from '../measures.ts'
import type { Bad, Decoded, Location } from '../protocol.types.ts'
import { readRecords } from './records.ts'
import { commands, ENVELOPE_BYTES } from './split.ts'

/** Command, 1 and checksum: the numbers of the answers are those of the commands plus 100, but for records. */
const answers: Readonly<Record<number, string>> = {
  [commands.records]: '0002640113bc',
  [commands.extendedRecords]: '0002640113bc',
  [commands.troubleCodes]: '00026d01c4a4',
  [commands.identification]: '00027301cb25',
  [commands.heartbeat]: '00027401862d',
}

const SERVER_TEXT = 0x6c
const LEAST_BYTES = 13

export function decode(frame: Buffer): Decoded {
  const end = frame.length - 2
  if (frame.length < ENVELOPE_BYTES + 1 || frame.readUInt16BE(0) !== end - 2)
    return bad('length does not match')
  // Closing without an answer makes the tracker send everything again.
  if (frame.readUInt16BE(end) !== crc16Kermit(frame, 2, end)) return bad('checksum')
  if (frame[2] === SERVER_TEXT) return { kind: 'command', text: frame.toString('latin1', 3, end) }
  if (frame.length < LEAST_BYTES) return bad('packet without an IMEI')
  const identifier = frame.readBigUInt64BE(2).toString().padStart(15, '0')
  if (identifier.length !== 15) return bad('packet without an IMEI')
  return decodeCommand(frame[10]!, identifier, frame.subarray(11, end))
}

function decodeCommand(command: number, identifier: string, content: Buffer): Decoded {
  const reply = Buffer.from(answers[command] ?? '', 'hex')
  switch (command) {
    case commands.records:
    case commands.extendedRecords:
      return located(identifier, readRecords(content, command === commands.extendedRecords), reply)
    case commands.troubleCodes:
      return located(identifier, readTroubleCodes(content), reply)
    case commands.identification:
    case commands.heartbeat:
      return { kind: 'heartbeat', identifier, reply }
    case commands.answer:
      return { kind: 'answer', identifier, text: content.toString('latin1') }
    default:
      return { kind: 'ignored', identifier, why: `command ${command}` }
  }
}

function located(identifier: string, locations: Location[] | undefined, reply: Buffer): Decoded {
  if (!locations) return { ...bad('records that cannot be read'), identifier }
  return { kind: 'locations', identifier, locations, reply }
}

/** Each with the place where it appeared. */
function readTroubleCodes(content: Buffer): Location[] | undefined {
  const bytes = new ByteReader(content)
  const locations: Location[] = []
  for (let left = bytes.uint8(); left > 0 && !bytes.overrun; left--) {
    bytes.skip(1)
    const fixedAt = instantOf(bytes.uint32() * 1000)
    const longitude = bytes.int32() / 1e7
    const latitude = bytes.int32() / 1e7
    bytes.skip(1)
    const location: Location = { valid: false, alarms: [], attributes: { dtcs: bytes.ascii(5) } }
    if (fixedAt) location.fixedAt = fixedAt
    if (isPosition(latitude, longitude)) Object.assign(location, { latitude, longitude, valid: true })
    locations.push(location)
  }
  return bytes.overrun || locations.length === 0 ? undefined : locations
}

function bad(why: string): Bad {
  return { kind: 'bad', why, close: true }
}
