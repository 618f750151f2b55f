import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { Limit, LongCursor } from '../../platform/http/paging.ts'
import { ref } from '../../platform/http/responses.ts'
import { PlaceView } from '../places/place-view.api.ts'
import type { FuelEventKind } from './detection/fuel.types.ts'
import { fuelEventKinds } from './detection/fuel.types.ts'

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const dateTime = (description: string) => Type.String({ format: 'date-time', description })
const Kind = Type.Unsafe<FuelEventKind>(Type.Enum([...fuelEventKinds], { type: 'string' }))

export const fuelEventFields = {
  id: Type.String({ examples: ['fev_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  deviceId: Type.String(),
  sensorId: Type.String(),
  type: Kind,
  startedAt: dateTime('The last reading before the level changed.'),
  endedAt: dateTime('The first reading after it.'),
  litres: Type.Number({ minimum: 0, description: 'By the sensor.' }),
  levelBefore: Type.Number({ description: 'Litres.' }),
  levelAfter: Type.Number({ description: 'Litres.' }),
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  place: Type.Optional(ref(PlaceView)),
  confirmed: Type.Boolean({ description: 'By a user. Then it stays, whatever is computed again.' }),
  confirmedLitres: orNull(Type.Number({ minimum: 0 }), 'By the receipt.'),
  confirmedAt: orNull(Type.String({ format: 'date-time' }), 'Null unless it is confirmed.'),
  confirmedBy: orNull(Type.String(), 'The user’s identifier.'),
  note: orNull(Type.String(), 'Of a user.'),
  version: Type.Integer({ minimum: 1, description: 'Increases with every change.' }),
}
export const FuelEventView = Type.Object(fuelEventFields, {
  $id: 'FuelEvent',
  title: 'FuelEvent',
  description: 'A fill, or a drain: a fall of the level beyond what the engine uses at a stop.',
})

export const FuelEventPath = Type.Object({ fuelEventId: Type.String({ maxLength: 64 }) })

export const FuelEventsQuery = Type.Object(
  {
    from: Type.Optional(
      Type.String({ format: 'since', description: 'Inclusive. A time, or an event cursor.' }),
    ),
    to: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
    deviceId: Type.Optional(Type.String({ maxLength: 64, description: 'Only of this device.' })),
    group: Type.Optional(Type.String({ maxLength: 64, description: 'Only devices in this group.' })),
    type: Type.Optional(Kind),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(LongCursor),
  },
  { additionalProperties: false },
)

/** What a user can change. */
export const FuelEventDocument = Type.Object(
  {
    confirmed: Type.Boolean(),
    litres: Type.Optional(
      Type.Union([Type.Number({ minimum: 0, maximum: 1_000_000 }), Type.Null()], {
        description: 'By the receipt; only if it is confirmed.',
      }),
    ),
    note: Type.Optional(Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()])),
  },
  { additionalProperties: false },
)
