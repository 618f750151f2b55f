// EGTS, the protocol of ERA-GLONASS (GOST 33472): terminals of many makers, and servers that pass reports on.
import type { SocketProtocol } from '../protocol.types.ts'
import { decode } from './decode.ts'
import { encodeLocations, encodeLogin } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const egts: SocketProtocol = {
  kind: 'socket',
  name: 'egts',
  transports: ['tcp'],
  usualPort: 5162,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: false,
  carriesMany: true,
  detect,
  split,
  decode,
  encode: { login: encodeLogin, locations: encodeLocations },
}
