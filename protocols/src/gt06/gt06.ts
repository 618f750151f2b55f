// GT06 of Concox and Jimi, and its many clones.
import type { SocketProtocol } from '../protocol.types.ts'
import { commandText } from './commands.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeHeartbeat, encodeLocation, encodeLogin } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const gt06: SocketProtocol = {
  kind: 'socket',
  name: 'gt06',
  transports: ['tcp'],
  usualPort: 5023,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: true,
  detect,
  split,
  decode,
  encode: {
    login: encodeLogin,
    locations: (_identifier, locations, serial) =>
      locations.map((location, index) => encodeLocation(location, serial + index)),
    heartbeat: (_identifier, serial, status) => encodeHeartbeat(serial, status),
    command: encodeCommand,
    commandText,
  },
}
