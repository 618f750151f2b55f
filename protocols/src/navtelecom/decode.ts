// Decodes NTCB and FLEX messages of Navtelecom. Source: an open implementation and published messages.
import { crc8Nrsc } from '../checksums.ts'
import type { Bad, Decoded, Session } from '../protocol.types.ts'
import { layoutOf } from './fields.ts'
import { acceptedFlex, answerTo, isIntact, maskOf } from './ntcb.ts'
import { readRecord } from './records.ts'
import { flex, NTCB_HEADER_BYTES, PING, TILDE } from './split.ts'
import { decodeTelegram } from './telegrams.ts'

export function decode(frame: Buffer, session: Session): Decoded {
  if (frame.length === 1 && frame[0] === PING) return { kind: 'heartbeat' }
  if (frame[0] === TILDE) return decodeFlex(frame, session.variant)
  if (frame.length < NTCB_HEADER_BYTES || frame.toString('latin1', 0, 4) !== '@NTC')
    return bad('neither NTCB nor FLEX')
  const end = NTCB_HEADER_BYTES + frame.readUInt16LE(12)
  const message = frame.subarray(0, end)
  if (message.length < end) return bad('length does not match')
  if (!isIntact(message)) return bad('checksum')
  const mask = maskOf(message.subarray(NTCB_HEADER_BYTES))
  const rest = frame.subarray(end)
  if (rest.length === 0) return meaningOf(message)
  // As a simulated tracker sends them: a negotiation and its records.
  return mask === undefined ? bad('length does not match') : afterNegotiation(message, mask, rest)
}

function meaningOf(message: Buffer): Decoded {
  const content = message.subarray(NTCB_HEADER_BYTES)
  const text = content.toString('latin1')
  if (text === '') return { kind: 'heartbeat' }
  if (text.startsWith('*>S:')) return loginOf(message, text.slice(4))
  if (maskOf(content) !== undefined)
    return { kind: 'ignored', why: 'negotiation of FLEX', reply: answerTo(message, acceptedFlex(content)) }
  if (text.startsWith('*>T') || text.startsWith('*>A')) return decodeTelegram(message)
  if (text.startsWith('*@')) return { kind: 'answer', text: text.slice(2) }
  return { kind: 'ignored', why: `message ${JSON.stringify(text.slice(0, 6))}` }
}

function loginOf(message: Buffer, identifier: string): Decoded {
  if (!/^\d{15}$/.test(identifier)) return bad('a handshake without an IMEI')
  const accept = answerTo(message, Buffer.from('*<S'))
  return { kind: 'login', identifier, accept, refuse: { close: true } }
}

function afterNegotiation(message: Buffer, mask: string, rest: Buffer): Decoded {
  const decoded = decodeFlex(rest, mask)
  if (decoded.kind !== 'locations') return decoded
  const accepted = answerTo(message, acceptedFlex(message.subarray(NTCB_HEADER_BYTES)))
  return { ...decoded, reply: Buffer.concat([accepted, decoded.reply!]) }
}

function decodeFlex(frame: Buffer, mask: string | undefined): Decoded {
  const layout = mask === undefined ? undefined : layoutOf(mask)
  if (typeof layout !== 'object') return bad('records before the negotiation')
  const letter = frame[1] ?? 0
  const head = headBytes[letter]
  const end = frame.length - 1
  if (head === undefined || end < head) return bad('length does not match')
  if (frame[end] !== crc8Nrsc(frame, 0, end)) return bad('checksum')
  const reply = sealFlex(frame.subarray(0, head))
  if (letter === flex.more || letter === flex.moreEvent)
    return { kind: 'ignored', why: 'additional data of FLEX 2.0', reply }
  const count = letter === flex.array ? frame[2]! : 1
  if (count === 0 || head + count * layout.recordBytes !== end) return bad('length does not match')
  const locations = Array.from({ length: count }, (_, index) =>
    readRecord(frame, head + index * layout.recordBytes, layout),
  )
  return { kind: 'locations', locations, reply }
}

/** What precedes the records: the answer repeats it. */
const headBytes: Readonly<Record<number, number>> = {
  [flex.array]: 3,
  [flex.event]: 6,
  [flex.current]: 2,
  [flex.more]: 3,
  [flex.moreEvent]: 6,
}

export function sealFlex(content: Uint8Array): Buffer {
  return Buffer.concat([content, Buffer.from([crc8Nrsc(content)])])
}

function bad(why: string): Bad {
  return { kind: 'bad', why, close: true }
}
