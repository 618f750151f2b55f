import { Type } from 'typebox'

export const resultTypes = ['coordinates', 'device', 'geofence', 'town', 'address'] as const

export const ResultView = Type.Object(
  {
    type: Type.Enum([...resultTypes], { type: 'string' }),
    id: Type.Optional(Type.String({ description: 'Of a device or geofence.' })),
    name: Type.String(),
    detail: Type.Union([Type.String(), Type.Null()], {
      description: 'Region and country of a town, license plate of a device, place of coordinates.',
    }),
    latitude: Type.Union([Type.Number(), Type.Null()], { description: 'Null: a device without a location.' }),
    longitude: Type.Union([Type.Number(), Type.Null()]),
  },
  { $id: 'PlaceResult', title: 'PlaceResult' },
)

export const SearchQuery = Type.Object(
  {
    q: Type.String({ minLength: 1, maxLength: 200 }),
    addresses: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Also search street addresses, if there is a geocoder. Takes up to 1.5 s.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Of each type.' }),
    ),
  },
  { additionalProperties: false },
)
