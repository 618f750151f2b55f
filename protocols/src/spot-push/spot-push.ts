// SPOT's XML push, for business accounts.
import type { HttpProtocol } from '../protocol.types.ts'
import { decodeRequest } from './decode.ts'
import { encodeLocations } from './encode.ts'

export const spotPush: HttpProtocol = {
  kind: 'http',
  name: 'spot-push',
  usualPort: 5156,
  datesRollOver: false,
  decodeRequest,
  encode: { locations: (identifier, locations) => [encodeLocations(identifier, locations)] },
}
