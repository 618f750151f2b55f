// Decodes an Eview packet. Source: an open implementation and published packets.
import type { Decoded, Location, Session } from '../protocol.types.ts'
import { isDigits } from '../text-values.ts'
import type { Packet } from './packet.ts'
import { commands, eachKey, keyOf, openPacket, sealPacket, WANTS_ANSWER } from './packet.ts'
import { readRecords } from './records.ts'

const IMEI = 0x01
const BATTERY = 0x10
const TIME = 0x12
const TEXT = 0x1f
const SUCCESS = Buffer.from([1, 0])
const MAX_ANSWER_BYTES = 250

export function decode(frame: Buffer, session: Session, receivedAt: Date): Decoded {
  const packet = openPacket(frame)
  if (!packet) return { kind: 'bad', why: 'length does not match' }
  const { command, flags } = packet
  const identifier = identifierOf(packet)
  const named = identifier === undefined ? {} : { identifier }
  // Without an answer the tracker sends the packet again.
  if (!packet.checksumIsRight) return { kind: 'bad', ...named, why: 'checksum' }
  switch (command) {
    case commands.report: {
      const locations = readRecords(packet.keys)
      if (locations.length === 0) return { kind: 'bad', ...named, why: 'a report without keys' }
      const reply = flags & WANTS_ANSWER ? { reply: answer(packet) } : {}
      return { kind: 'locations', ...named, locations, ...reply }
    }
    case commands.services:
      return { kind: 'heartbeat', ...named, ...statusOf(packet), ...serve(packet, session, receivedAt) }
    case commands.response:
    case commands.refused:
      return answerOf(packet, named)
    case commands.system:
    case commands.configuration:
      return commandOrAnswer(packet, named)
    default:
      return { kind: 'ignored', ...named, why: `command ${command}` }
  }
}

function identifierOf({ keys }: Packet): string | undefined {
  for (const { key, value } of eachKey(keys)) {
    if (key !== IMEI) continue
    const text = value.toString('latin1')
    return isDigits(text, 15, 15) ? text : undefined
  }
  return undefined
}

function answer({ index }: Packet): Buffer {
  return sealPacket(0, index, commands.response, SUCCESS)
}

/** Some models have the battery in their heartbeat. */
function statusOf({ keys }: Packet): { status?: Location } {
  for (const { key, value } of eachKey(keys))
    if (key === BATTERY && value.length === 1 && value[0]! <= 100)
      return { status: { valid: false, batteryPct: value[0]!, alarms: [], attributes: {} } }
  return {}
}

/** A question about the time is answered with the time, everything else with success. */
function serve(packet: Packet, { transport }: Session, receivedAt: Date): { reply?: Buffer } {
  const { flags, index, keys } = packet
  if (!(flags & WANTS_ANSWER)) return {}
  for (const { key } of eachKey(keys)) {
    if (key !== TIME) continue
    const seconds = Buffer.alloc(4)
    seconds.writeUInt32LE(Math.floor(receivedAt.getTime() / 1000) >>> 0)
    // Longer than the question, so never sent to an address that was not proven.
    if (transport === 'tcp') return { reply: sealPacket(0, index, commands.services, keyOf(TIME, seconds)) }
  }
  return { reply: answer(packet) }
}

function answerOf({ command, keys }: Packet, named: { identifier?: string }): Decoded {
  const result = keys[1] ?? 0
  if (command === commands.response && result === 0) return { kind: 'answer', ...named, text: 'OK' }
  return { kind: 'answer', ...named, text: `refused, ${result}`, refused: true }
}

/** The tracker repeats the keys that it was asked for; a command is the same the other way round. */
function commandOrAnswer({ command, flags, keys, index }: Packet, named: { identifier?: string }): Decoded {
  if (flags & WANTS_ANSWER && !('identifier' in named)) {
    const text = `${command.toString(16).padStart(2, '0')} ${keys.toString('hex')}`.trim()
    return { kind: 'command', requestId: index, text }
  }
  for (const { key, value } of eachKey(keys))
    if (key === TEXT && value.length > 1)
      return { kind: 'answer', ...named, text: value.toString('latin1', 1) }
  return { kind: 'answer', ...named, text: keys.toString('hex', 0, MAX_ANSWER_BYTES) }
}
