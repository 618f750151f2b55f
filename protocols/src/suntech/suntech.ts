// Suntech vehicle trackers: text of the families SA200 to ST900, the universal text of ST4300 and the like, and binary.
import type { SocketProtocol } from '../protocol.types.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeHeartbeat, encodeLocation } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const suntech: SocketProtocol = {
  kind: 'socket',
  name: 'suntech',
  transports: ['tcp', 'udp'],
  usualPort: 5011,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: true,
  detect,
  split,
  decode,
  encode: {
    locations: (identifier, locations, serial) =>
      locations.map((location, index) => encodeLocation(identifier, location, serial + index)),
    heartbeat: encodeHeartbeat,
    command: encodeCommand,
  },
}
