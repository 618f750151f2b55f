import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { Cursor, Limit } from '../../platform/http/paging.ts'

const maxKm = 20_000_000
const maxHours = 1_000_000
const maxCost = 1_000_000_000_000

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const id = Type.String({ maxLength: 64 })

const km = Type.Number({ minimum: 0, maximum: maxKm })
const hours = Type.Number({ minimum: 0, maximum: maxHours })
const cost = Type.Integer({ minimum: 0, maximum: maxCost })
const currency = Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] })
const note = Type.String({ maxLength: 2_000 })

export const DoneBody = Type.Object(
  {
    doneAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'Not in the future. Default: now.' }),
    ),
    odometer: Type.Optional(
      orNull(km, 'Kilometres that the odometer showed. Sets a reading of it. Default: what was computed.'),
    ),
    engineHours: Type.Optional(
      orNull(hours, 'Hours that the meter showed. Sets a reading of it. Default: what was computed.'),
    ),
    costMinor: Type.Optional(orNull(cost, 'In the smallest unit of the currency: cents. Needs `currency`.')),
    currency: Type.Optional(orNull(currency, 'As in ISO 4217.')),
    note: Type.Optional(orNull(note, 'What was done, by whom, the number of the invoice.')),
  },
  { additionalProperties: false },
)

export const workFields = {
  id: Type.String({ examples: ['mwk_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  deviceId: Type.String(),
  planId: Type.String(),
  planName: Type.String(),
  doneAt: Type.String({ format: 'date-time' }),
  odometer: orNull(Type.Number(), 'Kilometres.'),
  engineHours: orNull(Type.Number(), 'Hours.'),
  costMinor: orNull(Type.Integer(), 'In the smallest unit of the currency.'),
  currency: orNull(Type.String(), 'As in ISO 4217.'),
  note: orNull(Type.String(), 'As given.'),
  createdAt: Type.String({ format: 'date-time' }),
  createdBy: Type.String({ description: 'The user’s identifier.' }),
}
export const WorkView = Type.Object(workFields, { $id: 'MaintenanceWork', title: 'MaintenanceWork' })

export const DonePath = Type.Object({ deviceId: id, planId: id })
export const WorkPath = Type.Object({ deviceId: id, workId: id })
export const WorkQuery = Type.Object(
  {
    planId: Type.Optional(id),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)
