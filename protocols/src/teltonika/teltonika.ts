// Teltonika vehicle and personal trackers: codecs 8, 8 Extended and 16, and the text codecs 12, 13 and 14.
import type { SocketProtocol } from '../protocol.types.ts'
import { commandText } from './commands.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeDatagrams, encodeLocations, encodeLogin, PING } from './encode.ts'
import { detect, MAX_FRAME_BYTES, split } from './split.ts'

export const teltonika: SocketProtocol = {
  kind: 'socket',
  name: 'teltonika',
  transports: ['tcp', 'udp'],
  usualPort: 5027,
  maxFrameBytes: MAX_FRAME_BYTES,
  datesRollOver: true,
  detect,
  split,
  decode,
  encode: {
    login: encodeLogin,
    locations: (_identifier, locations) => encodeLocations(locations),
    datagrams: encodeDatagrams,
    heartbeat: () => Buffer.from(PING),
    // Codec 12, which every unit supports. The connection identifies the device.
    command: ({ identifier: _identifier, ...request }) => encodeCommand(request),
    commandText,
  },
}
