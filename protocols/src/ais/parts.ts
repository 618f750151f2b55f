// A message of several sentences: those received so far are kept with the connection, a few messages at a time.
import type { Session } from '../protocol.types.ts'
import type { Sentence } from './sentence.ts'

/** Of both channels. */
const MAX_MESSAGES = 8
/** The sentences of a message follow one another at once. */
const MAX_AGE_MS = 10_000

interface Message {
  group: string
  parts: number
  startedMs: number
  payloads: string[]
}

/**
 * The whole payload once its last sentence is there; `lost` if one before it is missing. A message stays until others
 * replace it, because a frame may be decoded twice.
 */
export function joinParts(sentence: Sentence, session: Session, receivedAt: Date): string | 'kept' | 'lost' {
  const { group, parts, part, payload } = sentence
  if (parts === 1) return payload
  const nowMs = receivedAt.getTime()
  const kept = (session.variant ? (JSON.parse(session.variant) as Message[]) : []).filter(
    ({ startedMs }) => Math.abs(nowMs - startedMs) <= MAX_AGE_MS,
  )
  let message = kept.find((one) => one.group === group && one.parts === parts)
  if (part === 1 && message?.payloads[0] !== payload) {
    message = { group, parts, startedMs: nowMs, payloads: [payload] }
    const others = kept.filter((one) => one.group !== group)
    session.variant = JSON.stringify([message, ...others].slice(0, MAX_MESSAGES))
    return 'kept'
  }
  if (!message || part > message.payloads.length + 1) return 'lost'
  // The number of a message is used again: this sentence belongs to another, whose first was lost.
  if ((message.payloads[part - 1] ?? payload) !== payload) return 'lost'
  message.payloads[part - 1] = payload
  session.variant = JSON.stringify(kept)
  return part === parts ? message.payloads.join('') : 'kept'
}
