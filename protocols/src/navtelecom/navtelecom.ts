// Navtelecom vehicle trackers: SIGNAL, SMART and START, with FLEX 1.0 to 3.0.
import type { SocketProtocol } from '../protocol.types.ts'
import { decode } from './decode.ts'
import { encodeHeartbeat, encodeLocations, encodeLogin } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const navtelecom: SocketProtocol = {
  kind: 'socket',
  name: 'navtelecom',
  transports: ['tcp'],
  usualPort: 5019,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: false,
  detect,
  split,
  decode,
  encode: { login: encodeLogin, locations: encodeLocations, heartbeat: encodeHeartbeat },
}
