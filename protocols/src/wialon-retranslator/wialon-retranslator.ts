// Wialon Retranslator: a platform passes on the reports of many devices over one connection.
import type { SocketProtocol } from '../protocol.types.ts'
import { decode } from './decode.ts'
import { encodeLocation } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const wialonRetranslator: SocketProtocol = {
  kind: 'socket',
  name: 'wialon-retranslator',
  transports: ['tcp'],
  usualPort: 5167,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: false,
  needsNetwork: true,
  carriesMany: true,
  detect,
  split,
  decode,
  encode: {
    locations: (identifier, locations) => locations.map((location) => encodeLocation(identifier, location)),
  },
}
