// Decodes a message of AIS-140, the Indian standard: `$`, fields with commas, `*`. Source: excerpts of the standard,
// an open implementation, and published messages. Checksums differ between makers and are not checked.
import type { Decoded } from '../protocol.types.ts'
import { twoDigits } from '../text-values.ts'
import { readEmergency, readNormal } from './locations.ts'
import type { Message } from './message.ts'
import { readMessage } from './message.ts'

/** Seen as the first message of units with an empty header. */
const FIRST_MESSAGE = '01'

export function decode(frame: Buffer, _session: unknown, receivedAt: Date): Decoded {
  const message = readMessage(frame.toString('latin1'))
  const { header, imei, before } = message
  if (header === 'HBT')
    return { kind: 'heartbeat', ...(imei && { identifier: imei }), reply: Buffer.from('$HBT*') }
  if (!imei) return { kind: 'bad', why: 'message without an IMEI' }
  switch (before.at(-1)) {
    case 'L':
    case 'H':
      return located(message, readNormal(message))
    case 'EMR':
    case 'SEM':
      return located(message, readEmergency(message))
  }
  if (header === 'LGN') return login(imei, `$LGN${dateOf(receivedAt)}*`)
  if (header === FIRST_MESSAGE) return login(imei, '$,1,*')
  return { kind: 'heartbeat', identifier: imei }
}

function located({ imei: identifier }: Message, location: ReturnType<typeof readNormal>): Decoded {
  if (!location) return { kind: 'bad', identifier, why: 'message that cannot be read' }
  return { kind: 'locations', identifier, locations: [location] }
}

/** ddmmyyyyhhmmss */
function dateOf(at: Date): string {
  return `${twoDigits(at, 'dm')}${at.getUTCFullYear()}${twoDigits(at, 'his')}`
}

function login(identifier: string, answer: string): Decoded {
  return { kind: 'login', identifier, accept: Buffer.from(answer), refuse: { close: true } }
}
