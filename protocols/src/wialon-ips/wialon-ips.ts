// Wialon IPS 1.1 and 2.0: a text protocol of many makers, and of apps and platforms that pass locations on.
import type { SocketProtocol } from '../protocol.types.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeDatagram, encodeHeartbeat, encodeLocation, encodeLogin } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const wialonIps: SocketProtocol = {
  kind: 'socket',
  name: 'wialon-ips',
  transports: ['tcp', 'udp'],
  usualPort: 5039,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: true,
  detect,
  split,
  decode,
  encode: {
    login: encodeLogin,
    locations: (_identifier, locations) => locations.map(encodeLocation),
    datagrams: (identifier, locations) => locations.map((location) => encodeDatagram(identifier, location)),
    heartbeat: encodeHeartbeat,
    command: encodeCommand,
  },
}
