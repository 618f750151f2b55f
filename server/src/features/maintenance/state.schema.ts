import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { Limit, LongCursor } from '../../platform/http/paging.ts'
import { states } from './state.types.ts'

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const id = Type.String({ maxLength: 64 })

const state = Type.Enum([...states], {
  description:
    'By what remains of each interval: `ok`, more than the warning; `soon`, up to the warning; `due`, nothing; `overdue`, exceeded by more than the warning. The worst one counts. `unknown` if no value is known.',
})

export const StateView = Type.Object(
  {
    deviceId: Type.String(),
    deviceName: Type.String(),
    planId: Type.String(),
    planName: Type.String(),
    state,
    everyKm: orNull(Type.Integer(), 'The interval of the plan.'),
    everyHours: orNull(Type.Integer(), 'The interval of the plan.'),
    everyDays: orNull(Type.Integer(), 'The interval of the plan.'),
    lastDoneAt: orNull(Type.String({ format: 'date-time' }), 'When the work was last done.'),
    countedSince: orNull(
      Type.String({ format: 'date-time' }),
      'What was driven since then counts. Null if the plan has just begun to apply.',
    ),
    remainingKm: orNull(Type.Number(), 'Negative if exceeded. Null if the plan has no such interval.'),
    remainingHours: orNull(
      Type.Number(),
      'Negative if exceeded. Null if the plan has no such interval, or nothing is known of the engine.',
    ),
    remainingDays: orNull(
      Type.Integer(),
      'Local days; negative if exceeded. Null if the plan has no such interval.',
    ),
    odometer: Type.Number({ description: 'Kilometres now.' }),
    engineHours: orNull(Type.Number(), 'Hours now.'),
    forecastOn: orNull(
      Type.String({ format: 'date' }),
      'The local day on which it will be due, at the mean of the last 28 days. Null if it is not known, or due already.',
    ),
  },
  { $id: 'MaintenanceState', title: 'MaintenanceState' },
)

export const StateQuery = Type.Object(
  {
    state: Type.Optional(Type.Enum([...states])),
    planId: Type.Optional(id),
    groupId: Type.Optional(id),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(LongCursor),
  },
  { additionalProperties: false },
)

const count = Type.Integer({ minimum: 0 })
export const countFields = { ok: count, soon: count, due: count, overdue: count, unknown: count }

export const DevicePath = Type.Object({ deviceId: id })
