// Decodes a message of a watch. Source: an open implementation and published messages.
import type { Attributes, Decoded, Location } from '../protocol.types.ts'
import { decimalOf } from '../text-values.ts'
import type { Sender } from './header.ts'
import { headerAt, senderOf } from './header.ts'
import { readLocation } from './locations.ts'

export function decode(frame: Buffer): Decoded {
  const header = headerAt(frame, 0)
  if (typeof header === 'string' || frame[frame.length - 1] !== 0x5d)
    return { kind: 'bad', why: 'not a whole message' }
  const sender = senderOf(frame, header)
  const { identifier } = sender
  const content = frame.toString('latin1', header.contentAt, frame.length - 1)
  const fields = content.split(',')
  const word = fields[0]!
  if (/^(?:UD|AL|WT)\w*$/.test(word)) return decodeLocation(sender, word, fields)
  switch (word) {
    case 'LK':
      return alive(identifier, readLink(fields), messageOf(sender, 'LK'))
    case 'INIT':
      return alive(identifier, undefined, messageOf(sender, 'INIT,1'))
    // Asks for recordings, of which there are none.
    case 'TKQ':
    case 'TKQ2':
    case 'CONFIG':
    case 'ICCID':
    case 'RYIMEI':
      return alive(identifier, readFacts(word, fields), messageOf(sender, word))
    case 'TK':
    case 'img':
      return { kind: 'ignored', identifier, why: 'a recording' }
    case 'JXTK':
      return { kind: 'ignored', identifier, why: 'a recording', reply: messageOf(sender, 'JXTKR,1') }
  }
  const health = healthOf(word, fields)
  if (health) return alive(identifier, { valid: false, alarms: [], attributes: health })
  // Watches answer a command with its word.
  return { kind: 'answer', identifier, text: content.slice(0, 500) }
}

/** With the maker and the running number of the message that it answers. */
export function messageOf({ maker, identifier, index }: Sender, content: string): Buffer {
  const length = content.length.toString(16).toUpperCase().padStart(4, '0')
  return Buffer.from(
    `[${[maker, identifier, ...(index ? [index] : []), length, content].join('*')}]`,
    'latin1',
  )
}

function alive(identifier: string, status: Location | undefined, reply?: Buffer): Decoded {
  return { kind: 'heartbeat', identifier, ...(status && { status }), ...(reply && { reply }) }
}

/** An alarm is repeated until it is answered. */
function decodeLocation(sender: Sender, word: string, fields: string[]): Decoded {
  const { identifier } = sender
  const location = readLocation(fields.slice(1))
  if (!location) return { kind: 'bad', identifier, why: `${word} that is cut short` }
  if (word === 'UD2') location.attributes.buffered = true
  const reply = word.startsWith('AL') ? { reply: messageOf(sender, 'AL') } : {}
  return { kind: 'locations', identifier, locations: [location], ...reply }
}

/** Steps, tumbles and battery. */
function readLink(fields: string[]): Location | undefined {
  if (fields.length < 4) return undefined
  const status: Location = { valid: false, alarms: [], attributes: {} }
  const [steps, tumbles, percent] = fields.slice(1, 4).map(decimalOf)
  if (steps !== undefined) status.attributes.steps = steps
  if (tumbles !== undefined) status.attributes.tumbles = tumbles
  if (percent !== undefined && percent >= 0 && percent <= 100) status.batteryPct = percent
  return status
}

function readFacts(word: string, [, first]: string[]): Location | undefined {
  if (word !== 'ICCID' || !first || !/^\d{18,20}\w?$/.test(first)) return undefined
  return { valid: false, alarms: [], attributes: { iccid: first } }
}

/** Pulse, blood pressure, oxygen and body temperature. */
function healthOf(word: string, fields: string[]): Attributes | undefined {
  const names = Object.hasOwn(healthFields, word) ? healthFields[word] : undefined
  if (!names) return undefined
  const attributes: Attributes = {}
  for (const [index, name] of names.entries()) {
    const value = decimalOf(fields[index + 1])
    if (name && value !== undefined) attributes[name] = value
  }
  return attributes
}

/** In the order of the fields; undefined for those without a known meaning. */
const healthFields: Readonly<Record<string, readonly (string | undefined)[]>> = {
  heart: ['heartRate'],
  HEART: ['heartRate'],
  PULSE: ['heartRate'],
  BLOOD: ['pressureHigh', 'pressureLow'],
  bphrt: ['pressureHigh', 'pressureLow', 'heartRate'],
  oxygen: [undefined, 'oxygenPct'],
  btemp2: [undefined, 'bodyC'],
  TEMP: ['bodyC'],
}
