// Iridium SBD by DirectIP: the network's gateway connects, sends one message of one modem, and disconnects.
import type { SocketProtocol } from '../protocol.types.ts'
import { decode } from './decode.ts'
import { encodeLocation } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const iridiumDirectip: SocketProtocol = {
  kind: 'socket',
  name: 'iridium-directip',
  transports: ['tcp'],
  usualPort: 10_800,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: false,
  needsNetwork: true,
  detect,
  split,
  decode,
  encode: {
    locations: (identifier, locations, serial) =>
      locations.map((location, index) => encodeLocation(identifier, location, serial + index)),
  },
}
