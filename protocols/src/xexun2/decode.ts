// Decodes a Xexun message. Source: an open implementation and published messages.
import type { Decoded } from '../protocol.types.ts'
import type { Message } from './message.ts'
import { openMessage, sealMessage, types } from './message.ts'
import { readRecords } from './records.ts'

const SUCCESS = Buffer.from([1])

export function decode(frame: Buffer): Decoded {
  const message = openMessage(frame)
  if (typeof message === 'string') return { kind: 'bad', why: message }
  const { type, body } = message
  const identifier = message.imei.slice(0, 15)
  if (type === types.command) return { kind: 'answer', identifier, text: body.toString('latin1') }
  if (type === types.positions) {
    const locations = readRecords(body)
    if (!locations) return { kind: 'bad', identifier, why: 'records that cannot be read' }
    return { kind: 'locations', identifier, locations, reply: answer(message) }
  }
  // An answer is never longer than what it answers.
  const reply = body.length > 0 ? { reply: answer(message) } : {}
  return { kind: 'ignored', identifier, why: `message 0x${type.toString(16).padStart(4, '0')}`, ...reply }
}

function answer(message: Message): Buffer {
  return sealMessage({ ...message, body: SUCCESS })
}
