// OsmAnd and the Traccar client on phones, over HTTP: query, form or JSON, all at one URL.
import type { HttpProtocol } from '../protocol.types.ts'
import { decodeRequest } from './decode.ts'
import { encodeLocation } from './encode.ts'

export const osmand: HttpProtocol = {
  kind: 'http',
  name: 'osmand',
  usualPort: 5055,
  datesRollOver: false,
  needsNoSecret: true,
  decodeRequest,
  encode: {
    locations: (identifier, locations) => locations.map((location) => encodeLocation(identifier, location)),
  },
}
