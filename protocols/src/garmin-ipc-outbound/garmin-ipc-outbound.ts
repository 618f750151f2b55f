// Garmin inReach through its portal: IPC Outbound, versions 2 to 4.
import type { HttpProtocol } from '../protocol.types.ts'
import { decodeRequest } from './decode.ts'
import { encodeLocations } from './encode.ts'

export const garminIpcOutbound: HttpProtocol = {
  kind: 'http',
  name: 'garmin-ipc-outbound',
  usualPort: 443,
  datesRollOver: false,
  // The portal also pushes pictures and voice messages.
  maxBodyBytes: 8_388_608,
  decodeRequest,
  encode: { locations: (identifier, locations) => [encodeLocations(identifier, locations)] },
}
