// Decodes an H02 frame. Text types: H02 protocol V1.0.5 and its SinoTrack variant, partly from copies.
import type { Decoded, Location, Session } from '../protocol.types.ts'
import { isDigits, twoDigits } from '../text-values.ts'
import { readBinary, readFields, readIdentifier } from './positions.ts'
import { DOLLAR, SHORT_BYTES } from './split.ts'
import { readAlarm, readCells, readCellsInFours, readCellsWithY, readLink } from './texts.ts'

export function decode(frame: Buffer, session: Session, receivedAt: Date): Decoded {
  if (frame[0] === DOLLAR) return decodeBinary(frame)
  // Some datagrams lack the end mark.
  const end = frame[frame.length - 1] === 0x23 ? frame.length - 1 : frame.length
  const fields = frame.toString('latin1', 0, end).split(',')
  const [maker = '', identifier = '', type = ''] = fields
  if (maker.length !== 3 || maker[0] !== '*') return { kind: 'bad', why: 'not an H02 frame' }
  if (!isDigits(identifier, 5, 20)) return { kind: 'bad', why: 'no identifier' }
  const maxBytes = session.transport === 'udp' ? frame.length : Number.POSITIVE_INFINITY
  return decodeText(maxBytes, type, identifier, fields, receivedAt)
}

/** UDP senders can be spoofed, so the answer must not be longer than the request: `maxBytes`. */
function decodeText(
  maxBytes: number,
  type: string,
  identifier: string,
  fields: readonly string[],
  receivedAt: Date,
): Decoded {
  const located = (location: Location | undefined, reply?: string): Decoded => {
    if (!location) return { kind: 'bad', identifier, why: `${type} that is cut short` }
    return { kind: 'locations', identifier, locations: [location], ...fitting(maxBytes, reply) }
  }
  switch (type) {
    case 'V1':
      return located(readFields(fields, 3), acknowledgement(identifier, type, receivedAt))
    case 'V2':
    case 'V5':
    case 'V6':
    case 'V8':
    case 'V19':
    case 'VI1':
      return located(readFields(fields, 3))
    case 'V4':
      return decodeAnswer(identifier, fields)
    case 'HTBT':
    case 'V0':
    case 'XT':
      return decodeHeartbeat(maxBytes, type, identifier, fields)
    case 'NBR':
      return located(readCells(fields), acknowledgement(identifier, type, receivedAt))
    case 'V3':
      return located(readCellsInFours(fields))
    case 'LINK':
      return located(readLink(fields))
    case 'VP1':
      return located(readVp1(fields))
    case 'ALRM':
      return located(readAlarm(fields))
    case 'SMS':
      return { kind: 'text', identifier, text: fields.slice(3).join(',') }
    default:
      // Command codes; the time is between the code and its parameters.
      if (/^[SDCR]/.test(type))
        return { kind: 'command', identifier, text: [type, ...fields.slice(4)].join(',') }
      return { kind: 'ignored', identifier, why: `text ${type.slice(0, 8)} is not known` }
  }
}

function decodeBinary(frame: Buffer): Decoded {
  const identifier = frame.length < SHORT_BYTES ? '' : readIdentifier(frame)
  if (!isDigits(identifier, 10, 15)) return { kind: 'bad', why: 'not a whole frame' }
  return { kind: 'locations', identifier, locations: [readBinary(frame)] }
}

/** The command, its outcome and time; most units add a position. */
function decodeAnswer(identifier: string, fields: readonly string[]): Decoded {
  // The server's own answer to a report, as a simulated tracker receives it.
  if (fields[3] === 'V1' || fields[3] === 'NBR') return { kind: 'ignored', identifier, why: 'acknowledged' }
  const result = fields[4] ?? ''
  const refused = result === 'ERROR' || /^[0-7][0-9A-Fa-f]$/.test(result)
  const at = fields.findIndex((field, index) => {
    return index > 3 && isDigits(field, 6, 6) && /^[ABV]$/.test(fields[index + 1] ?? '')
  })
  const location = at < 0 ? undefined : readFields(fields, at)
  const text = fields.slice(3, location ? at : undefined).join(',')
  const answer = { text, ...(refused && { refused }) }
  if (!location) return { kind: 'answer', identifier, ...answer }
  return { kind: 'locations', identifier, locations: [location], answer }
}

/** Watches require the echo. */
function decodeHeartbeat(
  maxBytes: number,
  type: string,
  identifier: string,
  fields: readonly string[],
): Decoded {
  const battery = type === 'HTBT' && isDigits(fields[3] ?? '', 1, 3) ? Number(fields[3]) : undefined
  const status: Location = { valid: false, alarms: [], attributes: {} }
  if (battery !== undefined && battery <= 100) status.batteryPct = battery
  const echo = type === 'XT' ? undefined : `${fields[0]},${identifier},${type}#`
  return { kind: 'heartbeat', identifier, status, ...fitting(maxBytes, echo) }
}

/** V, then cells; or the fields of a position without a time of day. */
function readVp1(fields: readonly string[]): Location | undefined {
  if (fields[3] === 'V') return readCellsWithY(fields)
  const location = readFields([...fields.slice(0, 3), '', ...fields.slice(3)], 3)
  return location && { ...location, valid: location.latitude !== undefined && fields[3] === 'A' }
}

/** No document requires it, and it does no harm: some units repeat a report without it. */
function acknowledgement(identifier: string, type: string, receivedAt: Date): string {
  return `*HQ,${identifier},V4,${type},${receivedAt.getUTCFullYear()}${twoDigits(receivedAt, 'mdhis')}#`
}

function fitting(maxBytes: number, reply: string | undefined): { reply?: Buffer } {
  return reply && reply.length <= maxBytes ? { reply: Buffer.from(reply, 'latin1') } : {}
}
