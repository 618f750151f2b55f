// The answer that settles a frame: what the protocol itself would say, but for the server's clock.

import type { Session, SocketProtocol } from '@rastro/protocols'

export interface Expected {
  bytes: Buffer
  /** The same answer at another moment; where the two differ the server's clock stands. */
  otherwise?: Buffer
}

// No digit stands in the same place of both.
const moment = new Date('1999-09-09T09:09:09Z')
const anotherMoment = new Date('2000-10-10T10:10:10Z')

/** Nothing where trackers get no answer. */
export function expectedAnswer(
  protocol: SocketProtocol,
  frame: Buffer,
  session: Session,
  tellsTime: boolean,
): Expected | undefined {
  const bytes = answerAt(protocol, frame, session, moment)
  if (!bytes || !tellsTime) return bytes && { bytes }
  const otherwise = answerAt(protocol, frame, session, anotherMoment)
  return otherwise && !bytes.equals(otherwise) ? { bytes, otherwise } : { bytes }
}

export function isExpected(heard: Buffer, { bytes, otherwise }: Expected): boolean {
  if (heard.length !== bytes.length) return false
  if (!otherwise) return heard.equals(bytes)
  return heard.every((byte, at) => byte === bytes[at] || bytes[at] !== otherwise[at])
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
