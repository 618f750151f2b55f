// Eview personal alarms and pendants (EV-07B, EV-04 and others), also sold as MiniFinder.
import type { SocketProtocol } from '../protocol.types.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeHeartbeat, encodeLocations } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const eview: SocketProtocol = {
  kind: 'socket',
  name: 'eview',
  transports: ['tcp'],
  usualPort: 5187,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: false,
  detect,
  split,
  decode,
  encode: { locations: encodeLocations, heartbeat: encodeHeartbeat, command: encodeCommand },
}
