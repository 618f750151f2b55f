// RockBLOCK: messages of Iridium modems, posted by Ground Control's web hook.
import type { HttpProtocol } from '../protocol.types.ts'
import { decodeRequest } from './decode.ts'
import { encodeLocation } from './encode.ts'

export const rockblock: HttpProtocol = {
  kind: 'http',
  name: 'rockblock',
  usualPort: 443,
  datesRollOver: false,
  decodeRequest,
  encode: {
    locations: (identifier, locations) =>
      locations.map((location, index) => encodeLocation(identifier, location, index + 1)),
  },
}
