import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { Cursor, Limit, UpdatedSince } from '../../platform/http/paging.ts'
import { nameText } from '../../platform/http/text.ts'

const maxKm = 10_000_000
const maxHours = 1_000_000
const maxDays = 36_500

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const every = (maximum: number, unit: string) =>
  orNull(
    Type.Integer({ minimum: 1, maximum }),
    `Due after this many ${unit}. At least one interval is required.`,
  )
const warn = (maximum: number, unit: string) =>
  orNull(
    Type.Integer({ minimum: 0, maximum }),
    `The state is \`soon\` this many ${unit} before, and \`overdue\` so many after. Default: a tenth of the interval.`,
  )
const ids = (description: string, maxItems: number) =>
  Type.Array(Type.String({ maxLength: 64 }), { maxItems, description })

const fields = {
  name: nameText({ description: 'Unique in the account.' }),
  everyKm: every(maxKm, 'kilometres'),
  everyHours: every(maxHours, 'engine hours'),
  everyDays: every(maxDays, 'local days'),
  warnKm: warn(maxKm, 'kilometres'),
  warnHours: warn(maxHours, 'engine hours'),
  warnDays: warn(maxDays, 'days'),
  groups: ids('Applies to devices in these groups. Without groups and devices: to all devices.', 1_000),
  devices: ids('Applies to these devices.', 10_000),
}

export const PlanBody = Type.Object(
  {
    name: fields.name,
    everyKm: Type.Optional(fields.everyKm),
    everyHours: Type.Optional(fields.everyHours),
    everyDays: Type.Optional(fields.everyDays),
    warnKm: Type.Optional(fields.warnKm),
    warnHours: Type.Optional(fields.warnHours),
    warnDays: Type.Optional(fields.warnDays),
    groups: Type.Optional(fields.groups),
    devices: Type.Optional(fields.devices),
  },
  { additionalProperties: false },
)

export const planFields = {
  id: Type.String({ examples: ['mpl_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  ...fields,
  createdAt: Type.String({ format: 'date-time' }),
  modifiedAt: Type.String({ format: 'date-time' }),
}
export const PlanView = Type.Object(planFields, { $id: 'MaintenancePlan', title: 'MaintenancePlan' })

export const PlanPath = Type.Object({ planId: Type.String({ maxLength: 64 }) })
export const PlanQuery = Type.Object(
  {
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Part of the name.' })),
    updatedSince: Type.Optional(UpdatedSince),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)
