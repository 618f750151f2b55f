// JT/T 808, the Chinese standard for vehicle terminals, in its editions of 2011, 2013 and 2019.
import type { SocketProtocol } from '../protocol.types.ts'
import { commandText } from './commands.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeHeartbeat, encodeLocation, encodeLogin } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const jt808: SocketProtocol = {
  kind: 'socket',
  name: 'jt808',
  transports: ['tcp'],
  usualPort: 5015,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: true,
  detect,
  split,
  decode,
  encode: {
    login: encodeLogin,
    locations: (identifier, locations, serial) =>
      locations.map((location, index) => encodeLocation(identifier, location, serial + index)),
    heartbeat: encodeHeartbeat,
    command: encodeCommand,
    commandText,
  },
}
