import { Type } from 'typebox'

const latitude = Type.Number({ minimum: -90, maximum: 90, description: 'Degrees, WGS 84.' })
const longitude = Type.Number({ minimum: -180, maximum: 180, description: 'Degrees, WGS 84.' })

export const PointQuery = Type.Object({ latitude, longitude }, { additionalProperties: false })

export const maxPoints = 200
export const PointsBody = Type.Object(
  {
    points: Type.Array(Type.Object({ latitude, longitude }, { additionalProperties: false }), {
      minItems: 1,
      maxItems: maxPoints,
    }),
  },
  { additionalProperties: false },
)

const orNull = Type.Union([Type.String(), Type.Null()])
const AddressView = Type.Object({
  text: Type.String({ examples: ['Calle Mayor 5, 50300 Calatayud'] }),
  street: orNull,
  houseNumber: orNull,
  postalCode: orNull,
  town: orNull,
  region: orNull,
  country: orNull,
})
export const AddressOrNull = Type.Union([AddressView, Type.Null()], {
  description:
    'By the geocoder. Null without one, and if it has no address or does not respond within 0.8 s.',
})
