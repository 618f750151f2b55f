// GPS103 of Coban and its clones, sold as TK103B, TK303, GPS306 and under many other names.
import type { SocketProtocol } from '../protocol.types.ts'
import { commandText } from './commands.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeHeartbeat, encodeLocation, encodeLogin } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const gps103: SocketProtocol = {
  kind: 'socket',
  name: 'gps103',
  transports: ['tcp', 'udp'],
  usualPort: 5001,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: true,
  detect,
  split,
  decode,
  encode: {
    login: encodeLogin,
    locations: (identifier, locations) => locations.map((location) => encodeLocation(identifier, location)),
    heartbeat: encodeHeartbeat,
    command: encodeCommand,
    commandText,
  },
}
