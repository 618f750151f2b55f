// Decodes a Meitrack frame. Commands: Meitrack GPRS protocol.
import type { Decoded, Location, Session } from '../protocol.types.ts'
import { isDigits } from '../text-values.ts'
import type { Packet } from './frame.ts'
import { openFrame, sealFrame } from './frame.ts'
import { readParameterRecords } from './parameters.ts'
import { readRecords } from './records.ts'
import { readText } from './text.ts'

export function decode(frame: Buffer, { settings, transport }: Session): Decoded {
  const packet = openFrame(frame)
  if (!packet) return { kind: 'bad', why: 'not a whole frame' }
  const { identifier, from, end, isCommand } = packet
  if (!isDigits(identifier, 10, 20)) return { kind: 'bad', why: 'no IMEI' }
  if (!packet.checksumIsRight && !settings.tolerateChecksum)
    return { kind: 'bad', identifier, why: 'checksum' }
  if (isCommand) return { kind: 'command', identifier, text: frame.toString('latin1', from, end) }
  const command = frame.toString('latin1', from, from + 3)
  const dataFrom = from + 4
  switch (command) {
    case 'AAA': {
      const location = readText(frame.toString('latin1', dataFrom, end), settings)
      // No answer: it would make the tracker discard an event that it may not have sent yet.
      return located(identifier, location && [location])
    }
    case 'AFF': {
      // Old units repeat an event under this command; otherwise it is the answer to the deletion of stored ones.
      const location = readText(frame.toString('latin1', dataFrom, end), settings)
      if (location) return located(identifier, [location])
      return { kind: 'answer', identifier, text: frame.toString('latin1', from, end) }
    }
    case 'CCC': {
      const locations = readRecords(frame, dataFrom, end, settings)
      return located(identifier, locations, locations && answer(packet, `CCC,${locations.length}`))
    }
    case 'CCE':
      return located(identifier, readParameterRecords(frame, dataFrom, end, settings))
    case 'AAC': {
      const reply = answer(packet, 'AAC,1')
      // UDP senders can be spoofed, so the answer must not be longer than the request.
      const mayReply = transport === 'tcp' || reply.length <= frame.length
      return { kind: 'heartbeat', identifier, ...(mayReply && { reply }) }
    }
    case 'D00':
      return { kind: 'ignored', identifier, why: 'a piece of a photograph' }
    default:
      return { kind: 'answer', identifier, text: frame.toString('latin1', from, end) }
  }
}

function located(identifier: string, locations: Location[] | undefined, reply?: Buffer): Decoded {
  if (!locations) return { kind: 'bad', identifier, why: 'a report that cannot be read' }
  return { kind: 'locations', identifier, locations, ...(reply && { reply }) }
}

function answer({ flag, identifier }: Packet, text: string): Buffer {
  return sealFrame('@@', flag, identifier, text)
}
