// ChirpStack v4: uplinks of LoRaWAN devices, posted by its HTTP integration.
import type { HttpProtocol } from '../protocol.types.ts'
import { decodeRequest } from './decode.ts'
import { encodeLocation } from './encode.ts'

export const chirpstack: HttpProtocol = {
  kind: 'http',
  name: 'chirpstack',
  usualPort: 443,
  datesRollOver: false,
  isAlsoPublished: true,
  decodeRequest,
  encode: {
    locations: (identifier, locations) =>
      locations.map((location, index) => encodeLocation(identifier, location, index)),
  },
}
