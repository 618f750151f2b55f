// Globalstar simplex units (SmartOne and related), pushed as XML by the operator's back office.
import type { HttpProtocol } from '../protocol.types.ts'
import { decodeRequest } from './decode.ts'
import { encodeLocations } from './encode.ts'

export const globalstarStu: HttpProtocol = {
  kind: 'http',
  name: 'globalstar-stu',
  usualPort: 5185,
  datesRollOver: false,
  decodeRequest,
  encode: { locations: (identifier, locations) => [encodeLocations(identifier, locations)] },
}
