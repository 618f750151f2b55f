// Messages of more than 1023 bytes come in parts, with consecutive serials. The parts received so far are kept with the
// connection, as text; a message in parts that is too long, or not in order, is given up.
import type { Session } from '../protocol.types.ts'
import type { Message } from './frame.ts'

const MAX_JOINED_BYTES = 8192

interface Parts {
  id: number
  firstSerial: number
  total: number
  bodies: string[]
}

/**
 * The whole body once all parts are there; `lost` if it cannot be joined any more. The last part is kept until another
 * message begins, because a frame may be decoded twice.
 */
export function joinParts(message: Message, session: Session): Buffer | 'kept' | 'lost' {
  const { id, serial, body, part } = message
  if (!part || part.number < 1 || part.number > part.total) return 'lost'
  const firstSerial = (serial - part.number + 1) & 0xffff
  const parts = partsOf(session, { id, firstSerial, total: part.total, bodies: [] })
  if (part.number > parts.bodies.length + 1) return 'lost'
  parts.bodies[part.number - 1] = body.toString('hex')
  const joined = parts.bodies.join('')
  if (joined.length > MAX_JOINED_BYTES * 2) {
    delete session.variant
    return 'lost'
  }
  session.variant = JSON.stringify(parts)
  return parts.bodies.length === part.total ? Buffer.from(joined, 'hex') : 'kept'
}

/** Those of the same message, or none. */
function partsOf(session: Session, fresh: Parts): Parts {
  if (!session.variant) return fresh
  const kept = JSON.parse(session.variant) as Parts
  const isSame = kept.id === fresh.id && kept.firstSerial === fresh.firstSerial && kept.total === fresh.total
  return isSame ? kept : fresh
}
