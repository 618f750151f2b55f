// Eelink trackers (TK, GPT and others), also sold under other names.
import type { SocketProtocol } from '../protocol.types.ts'
import { commandText } from './commands.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeDatagrams, encodeHeartbeat, encodeLocations, encodeLogin } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const eelink: SocketProtocol = {
  kind: 'socket',
  name: 'eelink',
  transports: ['tcp', 'udp'],
  usualPort: 5064,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: false,
  detect,
  split,
  decode,
  encode: {
    login: encodeLogin,
    locations: (_identifier, locations, serial) => encodeLocations(locations, serial),
    datagrams: encodeDatagrams,
    heartbeat: (_identifier, serial) => encodeHeartbeat(serial),
    command: encodeCommand,
    commandText,
  },
}
