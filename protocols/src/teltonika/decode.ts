// Decodes a Teltonika frame. Layouts: Teltonika wiki, "Data Sending Protocols".
import { ByteReader } from '../byte-reader.ts'
import { crc16Arc } from '../checksums.ts'
import type { Bad, Decoded, Location, Session } from '../protocol.types.ts'
import { readCodec7 } from './codec7.ts'
import { familyOf } from './families.ts'
import { fifthGroupLayout, layouts, readRecord } from './records.ts'
import { ENVELOPE_BYTES } from './split.ts'
import { readText, TEXT_CODECS } from './texts.ts'

const ACCEPT = Buffer.from([1])
const REFUSE = Buffer.from([0])
const CODEC_7 = 7
const CODEC_8 = 8

export function decode(frame: Buffer, session: Session): Decoded {
  if (session.transport === 'udp') return decodeDatagram(frame, session)
  if (frame.length === 1 && frame[0] === 0xff) return { kind: 'heartbeat' }
  if (frame.length < ENVELOPE_BYTES || frame.readUInt32BE(0) !== 0) return decodeLogin(frame)
  return decodePacket(frame, session)
}

function decodeLogin(frame: Buffer): Decoded {
  const identifier = readIdentifier(new ByteReader(frame), frame.length - 2)
  if (!identifier) return bad('login without an IMEI')
  return { kind: 'login', identifier, accept: ACCEPT, refuse: { reply: REFUSE, close: true } }
}

function decodePacket(frame: Buffer, session: Session): Decoded {
  const end = frame.length - 4
  if (frame.readUInt32BE(4) !== end - 8) return bad('length does not match')
  // Closing without an answer makes the tracker send everything again; any count would make it delete records.
  if (frame.readUInt32BE(end) !== crc16Arc(frame, 8, end)) return bad('checksum')
  const codec = frame[8]!
  const bytes = new ByteReader(frame, 9, end)
  // An answer to a text packet would be taken for the answer to the next records.
  if (TEXT_CODECS.has(codec)) return readText(codec, bytes)
  const locations = readLocations(codec, bytes, session)
  if ('kind' in locations) return locations
  const reply = Buffer.alloc(4)
  reply.writeUInt32BE(locations.length)
  return { kind: 'locations', locations, reply }
}

function decodeDatagram(datagram: Buffer, session: Session): Decoded {
  const bytes = new ByteReader(datagram)
  if (bytes.uint16() !== datagram.length - 2) return bad('length does not match')
  const packetId = bytes.uint16()
  bytes.skip(1)
  const avlPacketId = bytes.uint8()
  const identifier = readIdentifier(bytes, datagram.length)
  if (!identifier) return bad('datagram without an IMEI')
  const codec = bytes.uint8()
  if (TEXT_CODECS.has(codec)) return { ...readText(codec, bytes), identifier }
  const locations = readLocations(codec, bytes, session)
  if ('kind' in locations) return { ...locations, identifier }
  const reply = Buffer.from([0, 5, packetId >> 8, packetId & 0xff, 1, avlPacketId, locations.length])
  return { kind: 'locations', identifier, locations, reply }
}

/**
 * All records or none: a tracker whose packet is accepted in part sends the whole again. Old FM units append a group of
 * 16-byte elements to codec 8, which nothing announces: the records then do not end where the packet does.
 */
function readLocations(codec: number, bytes: ByteReader, session: Session): Location[] | Bad {
  const layout = layouts[codec]
  const family = familyOf(session.settings.model)
  if (codec === CODEC_7) return readAll(bytes, readCodec7)
  if (!layout) return bad(`codec ${codec} is not known`)
  const again = codec === CODEC_8 ? bytes.copy() : undefined
  const locations = readAll(bytes, (one) => readRecord(one, layout, family))
  if (!again || !('kind' in locations)) return locations
  const withFifth = readAll(again, (one) => readRecord(one, fifthGroupLayout, family))
  return 'kind' in withFifth ? locations : withFifth
}

function readAll(bytes: ByteReader, read: (bytes: ByteReader) => Location | undefined): Location[] | Bad {
  const count = bytes.uint8()
  const locations: Location[] = []
  for (let done = 0; done < count; done++) {
    const location = read(bytes)
    if (!location) return bad(`record ${done + 1} of ${count} cannot be read`)
    locations.push(location)
  }
  if (bytes.uint8() !== count || bytes.overrun || bytes.remaining > 0) return bad('counts do not match')
  return locations
}

function readIdentifier(bytes: ByteReader, maxBytes: number): string | undefined {
  const length = bytes.uint16()
  if (length > maxBytes) return undefined
  const identifier = bytes.ascii(length)
  return /^\d{5,32}$/.test(identifier) ? identifier : undefined
}

function bad(why: string): Bad {
  return { kind: 'bad', why, close: true }
}
