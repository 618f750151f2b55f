// Watches of children and elderly people with messages in square brackets: `[3G*`, `[SG*`, `[CS*`, `[ZJ*`.
import type { SocketProtocol } from '../protocol.types.ts'
import { commandText } from './commands.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeHeartbeat, encodeLocation } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const watch: SocketProtocol = {
  kind: 'socket',
  name: 'watch',
  transports: ['tcp'],
  usualPort: 5093,
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
