// Queclink vehicle and asset trackers: the @Track protocol in text, and its HEX reports.
import type { SocketProtocol } from '../protocol.types.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeHeartbeat, encodeLocation } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const queclink: SocketProtocol = {
  kind: 'socket',
  name: 'queclink',
  transports: ['tcp', 'udp'],
  usualPort: 5004,
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
