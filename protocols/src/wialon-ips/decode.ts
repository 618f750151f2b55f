// Decodes a line: `#type#message`. Version 2.0 ends a message with a checksum. Source: excerpts of the vendor's document.
import { crc16Arc } from '../checksums.ts'
import type { Decoded, Location, Session } from '../protocol.types.ts'
import { FULL_FIELDS, readRecord, SHORT_FIELDS } from './records.ts'

const LINE = /^(?:(?:\d\.\d;)?([\w-]{1,40}))?#([A-Z]{1,4})#(.*)$/s
const CHECKSUM = /^(?:0x)?[\dA-F]{1,4}$/i
const MAX_RECORDS = 500
const CHECKSUM_REFUSALS: Record<string, string> = { SD: '#ASD#13', D: '#AD#16' }

interface Line {
  type: string
  message: string
  identifier?: string
  /** In datagrams an answer must not be longer than the request. */
  maxReplyBytes: number
}

export function decode(frame: Buffer, session: Session): Decoded {
  const end = frame.indexOf(0x0a)
  const text = frame.toString('utf8', 0, end < 0 ? frame.length : end).replace(/\r$/, '')
  const [, identifier, type, message = ''] = LINE.exec(text) ?? []
  if (!type) {
    // Trackers answer a command with a line of their own.
    if (session.identifier && text) return { kind: 'answer', text: text.slice(0, 500) }
    return { kind: 'bad', why: 'not a message' }
  }
  const maxReplyBytes = session.transport === 'udp' ? frame.length : Number.POSITIVE_INFINITY
  return decodeLine({ type, message, maxReplyBytes, ...(identifier && { identifier }) })
}

function decodeLine(line: Line): Decoded {
  const { type, message } = line
  switch (type) {
    case 'L':
      return decodeLogin(message)
    case 'P':
      return { kind: 'heartbeat', ...named(line), ...reply(line, '#AP#') }
    case 'SD':
      return decodeRecord(line, SHORT_FIELDS)
    case 'D':
      return decodeRecord(line, FULL_FIELDS)
    case 'B':
      return decodeBatch(line)
    case 'M':
      return { kind: 'text', text: message.slice(0, 500), ...named(line), ...reply(line, '#AM#1') }
    case 'AL':
    case 'AP':
    case 'ASD':
    case 'AD':
    case 'AB':
    case 'AM':
      return { kind: 'ignored', why: 'acknowledged', ...named(line) }
    default:
      return { kind: 'ignored', why: `message ${type}`, ...named(line) }
  }
}

/** Identifier and password; in version 2.0 the version before them and a checksum after them. */
function decodeLogin(message: string): Decoded {
  const fields = message.split(';')
  const isSecond = /^2\.\d$/.test(fields[0]!) && fields.length >= 3
  const identifier = fields[isSecond ? 1 : 0]!
  if (!/^[\w-]{1,40}$/.test(identifier)) return { kind: 'bad', why: 'login without an identifier' }
  if (isSecond && fields.length > 3 && !checksumIsRight(message, ';'))
    return { kind: 'bad', identifier, why: 'checksum', reply: Buffer.from('#AL#10\r\n') }
  return {
    kind: 'login',
    identifier,
    accept: Buffer.from('#AL#1\r\n'),
    refuse: { reply: Buffer.from('#AL#0\r\n'), close: true },
  }
}

/** One field more than the layout has is the checksum. */
function decodeRecord(line: Line, fieldCount: number): Decoded {
  const fields = line.message.split(';')
  if (fields.length > fieldCount && !checksumIsRight(line.message, ';'))
    return { kind: 'bad', why: 'checksum', ...named(line), ...reply(line, CHECKSUM_REFUSALS[line.type]!) }
  const location = readRecord(fields.slice(0, fieldCount))
  if (!location) return { kind: 'bad', why: `${line.type} that cannot be read`, ...named(line) }
  return located(line, [location], `#A${line.type}#1`)
}

/** Records of both layouts, joined by bars; a last piece without fields is the checksum. */
function decodeBatch(line: Line): Decoded {
  const pieces = line.message.split('|')
  if (CHECKSUM.test(pieces.at(-1)!)) {
    if (!checksumIsRight(line.message, '|')) return { kind: 'bad', why: 'checksum', ...named(line) }
    pieces.pop()
  }
  const locations: Location[] = []
  for (const piece of pieces.slice(0, MAX_RECORDS)) {
    const location = readRecord(piece.split(';'))
    if (location) locations.push(location)
  }
  if (locations.length === 0) return { kind: 'bad', why: 'B that cannot be read', ...named(line) }
  // Those that cannot be read count as stored: the tracker would repeat them for ever.
  return located(line, locations, `#AB#${pieces.length}`)
}

function located(line: Line, locations: Location[], answer: string): Decoded {
  return { kind: 'locations', locations, ...named(line), ...reply(line, answer) }
}

function named({ identifier }: Line): { identifier?: string } {
  return identifier ? { identifier } : {}
}

function reply({ maxReplyBytes }: Line, text: string): { reply?: Buffer } {
  const bytes = Buffer.from(`${text}\r\n`)
  return bytes.length <= maxReplyBytes ? { reply: bytes } : {}
}

/** Over the bytes of the message up to and including the last separator. */
function checksumIsRight(message: string, separator: string): boolean {
  const at = message.lastIndexOf(separator) + 1
  const digits = message.slice(at)
  return CHECKSUM.test(digits) && Number.parseInt(digits, 16) === crc16Arc(Buffer.from(message.slice(0, at)))
}
