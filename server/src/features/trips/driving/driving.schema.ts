import { Type } from 'typebox'
import type { DriverSource, Purpose } from './driving.types.ts'
import { driverSources, purposes } from './driving.types.ts'

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const PurposeName = Type.Unsafe<Purpose>(Type.Enum([...purposes], { type: 'string' }))

/** Of a trip; stops and gaps have none of them. */
export const drivingFields = {
  driver: Type.Union(
    [
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        source: Type.Unsafe<DriverSource>(
          Type.Enum([...driverSources], {
            type: 'string',
            description: '`tag`: by a tag that the device reported. `user`: set by a user.',
          }),
        ),
      }),
      Type.Null(),
    ],
    { description: 'Who drove at its start; a tag that is seen within 2 minutes counts from the start.' },
  ),
  driverTag: orNull('The tag that the device reported, also if it is of nobody.'),
  purpose: PurposeName,
  note: orNull('Of a user.'),
}

export const TripBody = Type.Object(
  {
    purpose: Type.Optional(PurposeName),
    driverId: Type.Optional(
      Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
        description: 'Null: by tags and assignments.',
      }),
    ),
    note: Type.Optional(Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()])),
  },
  { additionalProperties: false },
)

export const ChangeView = Type.Object(
  {
    changedAt: Type.String({ format: 'date-time' }),
    changedBy: Type.String({ description: 'The user’s identifier.' }),
    purpose: PurposeName,
    driver: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()], {
      description: 'As set by the user; null: by tags and assignments.',
    }),
    note: orNull('Of the user.'),
  },
  { $id: 'TripChange', title: 'TripChange' },
)
