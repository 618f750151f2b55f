// A message of a SPOT device: pushed as XML, or from the public feed as JSON or XML.
import type { AlarmName } from './alarm-names.ts'
import { identifierOf, numberOf, whenOf } from './loose-values.ts'
import { isPosition } from './measures.ts'
import type { Decoded, Location } from './protocol.types.ts'

/** The feed uses other names for the same fields. */
export interface SpotMessage {
  id: unknown
  esn: unknown
  time: readonly unknown[]
  type: unknown
  latitude: unknown
  longitude: unknown
  altitude?: unknown
  battery: unknown
  text: unknown
  model?: unknown
}

/** HELP goes to the owner's contacts and SOS to the rescue centre: both are emergencies. */
const alarms: Readonly<Record<string, AlarmName>> = {
  HELP: 'sos',
  SOS: 'sos',
  'HELP-CANCEL': 'sosCancelled',
  NEWMOVEMENT: 'movement',
  'POWER-OFF': 'deviceOff',
}

/** Sent by a button: stored also without coordinates. */
const messages = new Set(['OK', 'CUSTOM'])

export function decodeSpotMessage(message: SpotMessage): Decoded {
  const identifier = identifierOf(message.esn)
  if (!identifier) return { kind: 'bad', why: 'no device is named' }
  const fixedAt = firstTimeOf(message.time)
  const type = String(message.type ?? '').slice(0, 40)
  const location: Location = { valid: false, alarms: [], attributes: {} }
  // Without a time it is still a call for help.
  if (fixedAt) location.fixedAt = fixedAt
  keepCoordinates(location, message)
  if (Object.hasOwn(alarms, type)) location.alarms.push(alarms[type]!)
  if (message.battery === 'LOW') location.alarms.push('lowBattery')
  if (type === 'STOP') location.moving = false
  keepWord(location, 'messageType', type)
  keepWord(location, 'messageId', message.id)
  keepWord(location, 'battery', message.battery)
  keepWord(location, 'model', message.model)
  keepWord(location, 'text', message.text)
  if (location.latitude === undefined && location.alarms.length === 0 && !messages.has(type))
    return { kind: 'heartbeat', identifier, status: location }
  return { kind: 'locations', identifier, locations: [location] }
}

function firstTimeOf(times: readonly unknown[]): Date | undefined {
  for (const time of times) {
    const at = whenOf(time)
    if (at) return at
  }
  return undefined
}

function keepWord({ attributes }: Location, name: string, word: unknown): void {
  if (word !== undefined && word !== null && word !== '') attributes[name] = String(word).slice(0, 500)
}

/** Without a fix a SPOT Trace sends -99999, and others 0,0. */
function keepCoordinates(location: Location, message: SpotMessage): void {
  const [latitude, longitude] = [numberOf(message.latitude), numberOf(message.longitude)]
  if (latitude === undefined || longitude === undefined || !isPosition(latitude, longitude)) return
  location.latitude = latitude
  location.longitude = longitude
  location.valid = true
  const altitudeM = numberOf(message.altitude)
  if (altitudeM !== undefined) location.altitudeM = altitudeM
}
