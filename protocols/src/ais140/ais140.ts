// AIS-140: vehicle trackers for India, of many makers.
import type { SocketProtocol } from '../protocol.types.ts'
import { decode } from './decode.ts'
import { encodeHeartbeat, encodeLocation } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const ais140: SocketProtocol = {
  kind: 'socket',
  name: 'ais140',
  transports: ['tcp'],
  usualPort: 5179,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: true,
  detect,
  split,
  decode,
  encode: {
    locations: (identifier, locations) => locations.map((location) => encodeLocation(identifier, location)),
    heartbeat: encodeHeartbeat,
  },
}
