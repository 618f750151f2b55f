// The Things Stack v3: uplinks of LoRaWAN devices, posted by a webhook.
import type { HttpProtocol } from '../protocol.types.ts'
import { decodeRequest } from './decode.ts'
import { encodeLocation } from './encode.ts'

export const theThingsStack: HttpProtocol = {
  kind: 'http',
  name: 'the-things-stack',
  usualPort: 443,
  datesRollOver: false,
  isAlsoPublished: true,
  decodeRequest,
  encode: {
    locations: (identifier, locations) =>
      locations.map((location, index) => encodeLocation(identifier, location, index)),
  },
}
