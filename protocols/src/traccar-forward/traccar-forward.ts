// Positions that a Traccar server forwards as JSON (forward.type=json).
import type { HttpProtocol } from '../protocol.types.ts'
import { decodeRequest } from './decode.ts'
import { encodeLocation } from './encode.ts'

export const traccarForward: HttpProtocol = {
  kind: 'http',
  name: 'traccar-forward',
  usualPort: 443,
  datesRollOver: false,
  decodeRequest,
  encode: {
    locations: (identifier, locations) => locations.map((location) => encodeLocation(identifier, location)),
  },
}
