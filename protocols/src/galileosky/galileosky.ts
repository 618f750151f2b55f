// Galileosky vehicle trackers: 7.0, 7x, Base Block and others.
import type { SocketProtocol } from '../protocol.types.ts'
import { decode } from './decode.ts'
import { commandText, encodeCommand, encodeLocations, encodeLogin } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const galileosky: SocketProtocol = {
  kind: 'socket',
  name: 'galileosky',
  transports: ['tcp', 'udp'],
  usualPort: 5034,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: false,
  detect,
  split,
  decode,
  encode: { login: encodeLogin, locations: encodeLocations, command: encodeCommand, commandText },
}
