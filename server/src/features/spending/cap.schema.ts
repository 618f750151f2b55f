import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { forEachCap } from './spending.types.ts'

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const amount = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

export const SpendingCapView = Type.Object(
  {
    cap: orNull(
      amount(),
      'In force: the lower one of your own cap and what your provider allows. Null: no cap.',
    ),
    ownCap: orNull(amount(), 'Set by your account.'),
    maxCap: orNull(amount(), 'What your provider allows.'),
    used: Type.Integer({ description: 'In the current day or month.' }),
    keptForCritical: orNull(Type.Integer(), 'The tenth of the cap that only critical alerts may use.'),
    startsOn: Type.String({
      format: 'date',
      description: 'First day of the period, in the time zone of the account.',
    }),
    resetsAt: Type.String({ format: 'date-time', description: 'When the next period begins.' }),
  },
  { $id: 'SpendingCap', title: 'SpendingCap' },
)

export const CapChanges = Type.Object(
  forEachCap(() => Type.Optional(orNull(amount(), 'Null removes your own cap.'))),
  { additionalProperties: false, minProperties: 1 },
)
