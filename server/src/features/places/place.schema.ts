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
