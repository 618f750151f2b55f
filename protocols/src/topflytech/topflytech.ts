// Topflytech trackers for vehicles (TLW and others), OBD (TLD), persons and assets (TLP, Torch).
import type { SocketProtocol } from '../protocol.types.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeHeartbeat, encodeLocations } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const topflytech: SocketProtocol = {
  kind: 'socket',
  name: 'topflytech',
  transports: ['tcp', 'udp'],
  usualPort: 5094,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: true,
  detect,
  split,
  decode,
  encode: { locations: encodeLocations, heartbeat: encodeHeartbeat, command: encodeCommand },
}
