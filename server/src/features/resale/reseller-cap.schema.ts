import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { forEachCap } from '../spending/spending.types.ts'

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const amount = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

export const ResellerCapView = Type.Object(
  {
    cap: orNull(amount(), 'Null: no cap.'),
    used: Type.Integer({
      description: 'In the current day or month, with what accounts may still send of it.',
    }),
    keptForCritical: orNull(Type.Integer(), 'The tenth of the cap that only critical alerts may use.'),
    startsOn: Type.String({
      format: 'date',
      description: 'First day of the period, in the time zone of the caps.',
    }),
    resetsAt: Type.String({ format: 'date-time', description: 'When the next period begins.' }),
  },
  { $id: 'ResellerCap', title: 'ResellerCap' },
)

export const ResellerCapsBody = Type.Object(
  {
    timeZone: Type.Optional(
      Type.String({
        format: 'time-zone',
        maxLength: 64,
        description: 'Where the days begin.',
        examples: ['Europe/Madrid'],
      }),
    ),
    ...forEachCap(() => Type.Optional(orNull(amount(), 'Null removes the cap.'))),
  },
  { additionalProperties: false, minProperties: 1 },
)
