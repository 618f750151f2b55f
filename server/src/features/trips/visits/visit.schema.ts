import { Type } from 'typebox'
import { Cursor, Limit } from '../../../platform/http/paging.ts'
import { visitKinds } from './visit.types.ts'

const dateTime = (description: string) => Type.String({ format: 'date-time', description })

export const VisitView = Type.Object(
  {
    geofenceId: Type.String({ examples: ['geo_0aB1cD2eF3gH4iJ5kL6mN7'] }),
    deviceId: Type.String(),
    enteredAt: dateTime('When the track crossed the border.'),
    leftAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'Null while the device is inside.',
    }),
    type: Type.Enum([...visitKinds], { description: 'passed: inside for less than a minute.' }),
    duration: Type.Integer({
      minimum: 0,
      description: 'Seconds; while the device is inside, up to the last usable location.',
    }),
    distance: Type.Number({ minimum: 0, description: 'Metres driven inside, with centimetres as decimals.' }),
    idleSeconds: Type.Integer({ minimum: 0, description: 'Stationary with the engine on.' }),
    version: Type.Integer({ minimum: 1, description: 'Increases with every change.' }),
  },
  { $id: 'Visit', title: 'Visit', description: 'A stay of a device inside a geofence.' },
)

export const GeofencePath = Type.Object({ geofenceId: Type.String({ maxLength: 64 }) })

const shared = {
  from: Type.Optional(
    Type.String({ format: 'since', description: 'Inclusive. A time, or an event cursor.' }),
  ),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
  deviceId: Type.Optional(Type.String({ maxLength: 64, description: 'Only of this device.' })),
  type: Type.Optional(Type.Enum([...visitKinds], { description: 'Only of this type.' })),
}
const page = { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) }

export const GeofenceVisitsQuery = Type.Object({ ...shared, ...page }, { additionalProperties: false })

export const VisitsQuery = Type.Object(
  {
    ...shared,
    geofenceId: Type.Optional(Type.String({ maxLength: 64, description: 'Only of this geofence.' })),
    ...page,
  },
  { additionalProperties: false },
)

export const PresentQuery = Type.Object(page, { additionalProperties: false })
