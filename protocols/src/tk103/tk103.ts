// TK103 with its messages in brackets, of many makers, and its clones with commas.
import type { SocketProtocol } from '../protocol.types.ts'
import { commandText } from './commands.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeLocation, encodeLogin } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const tk103: SocketProtocol = {
  kind: 'socket',
  name: 'tk103',
  transports: ['tcp', 'udp'],
  usualPort: 5002,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: true,
  detect,
  split,
  decode,
  encode: {
    login: encodeLogin,
    locations: (identifier, locations) => locations.map((location) => encodeLocation(identifier, location)),
    command: encodeCommand,
    commandText,
  },
}
