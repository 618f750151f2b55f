// Meitrack: AAA as text, CCC and CCE in binary.
import type { SocketProtocol } from '../protocol.types.ts'
import { commandText } from './commands.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeText } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const meitrack: SocketProtocol = {
  kind: 'socket',
  name: 'meitrack',
  transports: ['tcp', 'udp'],
  usualPort: 5020,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: true,
  detect,
  split,
  decode,
  encode: {
    locations: (identifier, locations, serial) =>
      locations.map((location, index) => encodeText(identifier, location, serial + index)),
    command: encodeCommand,
    commandText,
  },
}
