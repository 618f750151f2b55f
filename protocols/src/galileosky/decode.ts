// Decodes a packet of Galileosky: header | length | tags | checksum. Source: open implementations and published packets.
import { crc16Modbus } from '../checksums.ts'
import type { Bad, Decoded } from '../protocol.types.ts'
import type { Packet } from './records.ts'
import { readCompressed, readRecords } from './records.ts'
import { ENVELOPE_BYTES, headers, LENGTH_MASK } from './split.ts'

const RECEIVED = 2

export function decode(frame: Buffer, _session: unknown, receivedAt: Date): Decoded {
  const end = frame.length - 2
  if (end < 3 || (frame.readUInt16LE(1) & LENGTH_MASK) !== frame.length - ENVELOPE_BYTES)
    return bad('length does not match')
  // Without an answer the tracker sends the packet again.
  if (frame.readUInt16LE(end) !== crc16Modbus(frame, 0, end)) return bad('checksum')
  const content = frame.subarray(3, end)
  const answer = (header: number) => Buffer.from([header, frame[end]!, frame[end + 1]!])
  switch (frame[0]) {
    case headers.records:
      return meaningOf(readRecords(content), answer(RECEIVED))
    case headers.compressed:
      return meaningOf(readCompressed(content, receivedAt), answer(RECEIVED))
    case headers.photo:
      return { kind: 'ignored', why: 'part of a picture', reply: answer(headers.photo) }
    default:
      return bad(`header ${frame[0]}`)
  }
}

/** The IMEI is in the first packet of a connection, and in others as the tracker is set. */
function meaningOf({ identifier, head, locations, commandNumber, text }: Packet, reply: Buffer): Decoded {
  const known = identifier === undefined ? {} : { identifier }
  if (locations.length > 0) return { kind: 'locations', ...known, locations, reply }
  if (text !== undefined)
    return { kind: 'answer', ...known, text, ...(commandNumber && { requestId: commandNumber }), reply }
  if (identifier === undefined) return { kind: 'ignored', why: 'packet without a location', reply }
  return { kind: 'login', identifier, accept: reply, refuse: { close: true }, attributes: head }
}

function bad(why: string): Bad {
  return { kind: 'bad', why, close: true }
}
