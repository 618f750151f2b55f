// Decodes a sentence of AIS. Sources: public descriptions of ITU-R M.1371 and published sentences.
import type { Decoded, Session } from '../protocol.types.ts'
import { Bits, MAX_CHARS } from './bits.ts'
import { readParticulars } from './particulars.ts'
import { joinParts } from './parts.ts'
import { readPosition } from './positions.ts'
import { readSentence } from './sentence.ts'
import { MAX_FRAME_BYTES } from './split.ts'

const MMSI_DIGITS = 9
const IDENTITY_BITS = 38

export function decode(frame: Buffer, session: Session, receivedAt: Date): Decoded {
  const sentence = readSentence(frame.toString('latin1', 0, MAX_FRAME_BYTES))
  if (typeof sentence === 'string') return { kind: 'bad', why: sentence }
  const payload = joinParts(sentence, session, receivedAt)
  if (payload === 'kept') return { kind: 'ignored', why: 'waits for the next sentence of the message' }
  if (payload === 'lost') return { kind: 'ignored', why: 'sentence of a message whose beginning is missing' }
  const bits = new Bits(payload.slice(0, MAX_CHARS), sentence.fillBits)
  if (!bits.has(0, IDENTITY_BITS)) return { kind: 'bad', why: 'message that is cut short' }
  const type = bits.unsigned(0, 6)
  const identifier = String(bits.unsigned(8, 30)).padStart(MMSI_DIGITS, '0')
  // Positions fit in one sentence; parts may be of two messages with the same number.
  const location =
    sentence.parts === 1
      ? readPosition(bits, type, identifier, { taggedMs: sentence.taggedMs, receivedAt })
      : undefined
  const particulars = readParticulars(bits, type, identifier)
  if (!location && !particulars) return { kind: 'ignored', identifier, why: `message of type ${type}` }
  const report = location ?? { valid: false, alarms: [], attributes: { messageType: type } }
  Object.assign(report.attributes, particulars)
  // Without coordinates it must not move the ship.
  if (report.latitude === undefined) return { kind: 'heartbeat', identifier, status: report }
  return { kind: 'locations', identifier, locations: [report] }
}
