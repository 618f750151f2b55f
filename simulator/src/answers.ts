// The answer that acknowledges a frame: what the protocol's decoder replies, except for the server's time.

import type { Session, SocketProtocol } from '@rastro/protocols'

export interface Expected {
  bytes: Buffer
  /** The same answer at another time; the bytes that differ contain the server's time. */
  atOtherTime?: Buffer
}

// The two times differ in every digit.
const moment = new Date('1999-09-09T09:09:09Z')
const anotherMoment = new Date('2000-10-10T10:10:10Z')

/** Undefined if the protocol sends no answer. */
export function expectedAnswer(
  protocol: SocketProtocol,
  frame: Buffer,
  session: Session,
  hasServerTime: boolean,
): Expected | undefined {
  const bytes = answerAt(protocol, frame, session, moment)
  if (!bytes || !hasServerTime) return bytes && { bytes }
  const atOtherTime = answerAt(protocol, frame, session, anotherMoment)
  return atOtherTime && !bytes.equals(atOtherTime) ? { bytes, atOtherTime } : { bytes }
}

export function isExpected(received: Buffer, { bytes, atOtherTime }: Expected): boolean {
  if (received.length !== bytes.length) return false
  if (!atOtherTime) return received.equals(bytes)
  return received.every((byte, at) => byte === bytes[at] || bytes[at] !== atOtherTime[at])
}

function answerAt(
  protocol: SocketProtocol,
  frame: Buffer,
  session: Session,
  receivedAt: Date,
): Buffer | undefined {
  const decoded = protocol.decode(frame, session, receivedAt)
  return 'reply' in decoded ? decoded.reply : undefined
}
