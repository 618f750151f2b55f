// Ruptela vehicle trackers: Eco, Pro, Trace, HCV, LCV and others.
import type { SocketProtocol } from '../protocol.types.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeHeartbeat, encodeLocations } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const ruptela: SocketProtocol = {
  kind: 'socket',
  name: 'ruptela',
  transports: ['tcp', 'udp'],
  usualPort: 5046,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: false,
  detect,
  split,
  decode,
  encode: { locations: encodeLocations, heartbeat: encodeHeartbeat, command: encodeCommand },
}
