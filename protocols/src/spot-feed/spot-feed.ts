// A page of SPOT's public feed, posted by the program that fetches it.
import type { HttpProtocol } from '../protocol.types.ts'
import { decodeRequest } from './decode.ts'
import { encodeLocations } from './encode.ts'

export const spotFeed: HttpProtocol = {
  kind: 'http',
  name: 'spot-feed',
  usualPort: 443,
  datesRollOver: false,
  decodeRequest,
  encode: { locations: (identifier, locations) => [encodeLocations(identifier, locations)] },
}
