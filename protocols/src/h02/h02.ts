// H02 of SinoTrack and many others: texts, and on older units frames of 32 bytes.
import type { SocketProtocol } from '../protocol.types.ts'
import { commandText } from './commands.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeHeartbeat, encodeLocation } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const h02: SocketProtocol = {
  kind: 'socket',
  name: 'h02',
  transports: ['tcp', 'udp'],
  usualPort: 5013,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: true,
  detect,
  split,
  decode,
  encode: {
    locations: (identifier, locations) => locations.map((location) => encodeLocation(identifier, location)),
    heartbeat: encodeHeartbeat,
    command: encodeCommand,
    commandText,
  },
}
