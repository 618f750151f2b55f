// Decodes a GPS103 message. Source: fragments of Coban's protocol text, and public examples.
import type { Decoded, Session } from '../protocol.types.ts'
import { isDigits } from '../text-values.ts'
import type { Now } from './clock.ts'
import { readDecimalReport } from './decimal-reports.ts'
import { readReport } from './reports.ts'

const LOAD = Buffer.from('LOAD')
const ON = Buffer.from('ON')

export function decode(frame: Buffer, { settings }: Session, receivedAt: Date): Decoded {
  const text = frame.toString('latin1', 0, endOf(frame))
  if (text.startsWith('imei:')) return decodeReport(text, { settings, receivedAt })
  if (isDigits(text, 10, 20)) return { kind: 'heartbeat', identifier: text, reply: ON }
  const fields = text.split(',')
  const identifier = fields[1]?.startsWith('imei:') ? fields[1].slice(5) : ''
  if (!isDigits(identifier, 10, 20)) return { kind: 'bad', why: 'not a message' }
  if (fields[0] === '##') {
    // Without an answer the unit repeats the login and sends nothing else.
    return { kind: 'login', identifier, accept: LOAD, refuse: { close: false } }
  }
  return { kind: 'command', identifier, text: fields.slice(2).join(',') }
}

function decodeReport(text: string, now: Now): Decoded {
  const fields = text.split(',')
  const identifier = fields[0]!.slice(5)
  if (!isDigits(identifier, 10, 20)) return { kind: 'bad', why: 'no IMEI' }
  const keyword = (fields[1] ?? '').toLowerCase()
  // A clone of unknown make, with the login in the form of a report.
  if (keyword === 'l' && fields[2] === '*')
    return { kind: 'login', identifier, accept: LOAD, refuse: { close: false } }
  if (keyword === 'vr') return { kind: 'ignored', identifier, why: 'a piece of a photograph' }
  const location = readReport(fields, keyword, now) ?? readDecimalReport(fields)
  if (!location) return { kind: 'bad', identifier, why: 'a report that is cut short' }
  const decoded: Decoded = { kind: 'locations', identifier, locations: [location] }
  // Stops the unit from repeating it.
  if (keyword === 'help me') decoded.reply = Buffer.from(`**,imei:${identifier},E;`)
  return decoded
}

/** Without the semicolon and line ends. */
function endOf(frame: Buffer): number {
  let end = frame.length
  while (end > 0 && (frame[end - 1] === 0x3b || frame[end - 1] === 0x0d || frame[end - 1] === 0x0a)) end--
  return end
}
