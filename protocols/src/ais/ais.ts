// AIS: receivers ashore and aggregators pass on the reports of ships, as sentences of NMEA 0183.
import type { SocketProtocol } from '../protocol.types.ts'
import { decode } from './decode.ts'
import { encodeLocation } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const ais: SocketProtocol = {
  kind: 'socket',
  name: 'ais',
  transports: ['tcp', 'udp'],
  usualPort: 5130,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: false,
  needsNetwork: true,
  carriesMany: true,
  identifierDigits: 9,
  detect,
  split,
  decode,
  encode: {
    locations: (identifier, locations) => locations.map((location) => encodeLocation(identifier, location)),
  },
}
