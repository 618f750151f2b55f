// ATrack trackers: AK, AL, AT, AX and others.
import type { SocketProtocol } from '../protocol.types.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeHeartbeat, encodeLocations } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const atrack: SocketProtocol = {
  kind: 'socket',
  name: 'atrack',
  transports: ['tcp', 'udp'],
  usualPort: 5044,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: true,
  detect,
  split,
  decode,
  encode: { locations: encodeLocations, heartbeat: encodeHeartbeat, command: encodeCommand },
}
