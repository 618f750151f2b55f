// CalAmp LM Direct: trackers of vehicles and assets, LMU and TTU.
import type { SocketProtocol } from '../protocol.types.ts'
import { decode } from './decode.ts'
import { encodeHeartbeat, encodeLocations } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const calamp: SocketProtocol = {
  kind: 'socket',
  name: 'calamp',
  transports: ['udp'],
  usualPort: 5082,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: false,
  detect,
  split,
  decode,
  encode: { locations: encodeLocations, datagrams: encodeLocations, heartbeat: encodeHeartbeat },
}
