// Newer trackers of Xexun for persons, pets and assets.
import type { SocketProtocol } from '../protocol.types.ts'
import { commandText } from './commands.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeLocations } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const xexun2: SocketProtocol = {
  kind: 'socket',
  name: 'xexun2',
  transports: ['tcp', 'udp'],
  usualPort: 5233,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: false,
  detect,
  split,
  decode,
  encode: { locations: encodeLocations, command: encodeCommand, commandText },
}
