import { Type } from 'typebox'
import { ref } from '../../../platform/http/responses.ts'
import { vehicleTypes } from '../../devices/device.types.ts'
import { LocationView } from '../location.schema.ts'

export const defaultRadiusM = 5_000
export const defaultLimit = 20

const degrees = (max: number) => Type.Number({ minimum: -max, maximum: max, description: 'Degrees, WGS 84.' })

export const NearQuery = Type.Object(
  {
    latitude: degrees(90),
    longitude: degrees(180),
    radius: Type.Optional(
      Type.Number({ minimum: 1, maximum: 500_000, description: 'Metres. Default: 5,000.' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Devices. Default: 20.' })),
  },
  { additionalProperties: false },
)

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const NearDevice = Type.Object(
  {
    id: Type.String({ examples: ['dev_0aB1cD2eF3gH4iJ5kL6mN7'] }),
    name: Type.String(),
    state: Type.Union([Type.Literal('active'), Type.Literal('expired')]),
    online: Type.Boolean({ description: 'Seen within the last ten minutes.' }),
    vehicleType: Type.Union([Type.Enum(vehicleTypes, { type: 'string' }), Type.Null()], {
      description: 'What the device is fitted to.',
    }),
    licensePlate: orNull('License plate, or registration.'),
    groups: Type.Array(Type.String(), {
      description: 'The groups it belongs to, as far as you may see them.',
    }),
    lastLocation: ref(LocationView),
    distance: Type.Number({ description: 'Metres from the point to the last location.' }),
  },
  {
    $id: 'NearDevice',
    title: 'NearDevice',
    description: 'A device near a point, with its last location.',
  },
)
