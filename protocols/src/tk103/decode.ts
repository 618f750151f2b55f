// Decodes a TK103 message. Source: the published protocol in brackets, its clones from public examples.
import type { Attributes, Decoded, Location } from '../protocol.types.ts'
import { isDigits } from '../text-values.ts'
import { alarmOfType } from './alarms.ts'
import { readBatteryReport } from './batteries.ts'
import { decodeFields, readBracedCells } from './fields.ts'
import { readFixed } from './positions.ts'
import { IDENTIFIER_CHARS, LEAST_DIGITS, MAX_DIGITS } from './split.ts'

export function decode(frame: Buffer): Decoded {
  const text = frame.toString('latin1')
  if (!text.startsWith('(') || !text.endsWith(')')) return { kind: 'bad', why: 'not a whole message' }
  const end = endOfIdentifier(text)
  const identifier = text.slice(1, end)
  if (text[end] === ',') return decodeFields(identifier, text.slice(end + 1, -1))
  const command = text.slice(end, end + 4)
  const data = text.slice(end + 4, -1)
  if (data.startsWith(',')) return decodeFields(identifier, `${command}${data}`)
  if (command === 'BP05' && data.includes('{')) return decodeCellLogin(identifier, data)
  return decodeFixed(identifier, command, data)
}

/** Truncated messages, or messages without a fix, do not close the connection: the next one may be complete. */
function decodeFixed(identifier: string, command: string, data: string): Decoded {
  switch (command) {
    case 'BP00':
      if (!data.includes('HSO')) break
      return {
        kind: 'login',
        identifier,
        accept: answer(identifier, 'AP01HSO'),
        refuse: { close: false },
      }
    case 'BP05':
      return decodeLogin(identifier, data)
    case 'BO01':
      return decodeAlarm(identifier, data)
    case 'BR00':
    case 'BR01':
    case 'BR02':
    case 'BP04':
      return located(identifier, readFixed(data))
    case 'BV00':
      return { kind: 'heartbeat', identifier, status: statusOf({ vin: data }) }
    case 'BS50':
      return { kind: 'heartbeat', identifier, status: readBatteryReport(data) }
    case 'BS51':
      return { kind: 'heartbeat', identifier, status: statusOf({ batteryReport: data }) }
    case 'BP02':
    case 'BP07':
    case 'BT00':
    case 'BV01':
    case 'BX01':
      return { kind: 'answer', identifier, text: command + data }
    // The server's own answers, as a simulated tracker receives them.
    case 'AP01':
    case 'AP05':
    case 'AS01':
      return { kind: 'ignored', identifier, why: 'acknowledged' }
  }
  if (/^A[A-Z]\d\d$/.test(command)) return { kind: 'command', identifier, text: command + data }
  return { kind: 'ignored', identifier, why: `message ${command} is not known` }
}

/** The identifier need not be part of the IMEI, which only this message contains. */
function decodeLogin(identifier: string, data: string): Decoded {
  const imei = data.slice(0, 15)
  const location = readFixed(data.slice(15))
  if (!isDigits(imei, 15, 15) || !location) return cutShort(identifier)
  return {
    kind: 'login',
    identifier,
    accept: answer(identifier, 'AP05'),
    refuse: { close: false },
    attributes: { imei },
    ...(hasContent(location) && { locations: [location] }),
  }
}

/** Without a fix: the cells nearby follow the IMEI. */
function decodeCellLogin(identifier: string, data: string): Decoded {
  const imei = data.slice(0, 15)
  const cells = readBracedCells(data)
  if (!isDigits(imei, 15, 15) || !cells) return cutShort(identifier)
  return {
    kind: 'login',
    identifier,
    accept: answer(identifier, 'AP05'),
    refuse: { close: false },
    attributes: { imei },
    locations: [cells],
  }
}

function statusOf(attributes: Attributes): Location {
  return { valid: false, alarms: [], attributes }
}

function decodeAlarm(identifier: string, data: string): Decoded {
  const type = data[0] ?? ''
  const location = readFixed(data.slice(1))
  if (!location || !isDigits(type, 1, 1)) return cutShort(identifier)
  location.attributes.alarmCode = Number(type)
  const alarm = alarmOfType(type)
  if (alarm) location.alarms.push(alarm)
  return { kind: 'locations', identifier, locations: [location], reply: answer(identifier, `AS01${type}`) }
}

function located(identifier: string, location: Location | undefined): Decoded {
  if (!location) return cutShort(identifier)
  // It never had a fix, but its switches are known.
  if (!hasContent(location)) return { kind: 'heartbeat', identifier, status: location }
  return { kind: 'locations', identifier, locations: [location] }
}

/** Otherwise coordinates of zero, and a date like 000007. */
function hasContent({ fixedAt, latitude }: Location): boolean {
  return fixedAt !== undefined || latitude !== undefined
}

function cutShort(identifier: string): Decoded {
  return { kind: 'bad', identifier, why: 'a message that is cut short' }
}

function answer(identifier: string, text: string): Buffer {
  return Buffer.from(`(${identifier}${text})`, 'latin1')
}

function endOfIdentifier(text: string): number {
  let end = 1
  while (end < text.length && end <= MAX_DIGITS && isDigits(text[end]!, 1, 1)) end++
  return end > LEAST_DIGITS ? end : 1 + IDENTIFIER_CHARS
}
