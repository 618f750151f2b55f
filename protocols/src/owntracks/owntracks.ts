// OwnTracks on phones, over HTTP. Its MQTT messages have the same JSON, with the sender in the topic.
import type { HttpProtocol } from '../protocol.types.ts'
import { decodeRequest } from './decode.ts'
import { encodeLocation } from './encode.ts'

export const owntracks: HttpProtocol = {
  kind: 'http',
  name: 'owntracks',
  usualPort: 5144,
  datesRollOver: false,
  decodeRequest,
  encode: {
    locations: (identifier, locations) => locations.map((location) => encodeLocation(identifier, location)),
  },
}
