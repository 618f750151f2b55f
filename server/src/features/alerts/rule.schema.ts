import { Type } from 'typebox'
import { Cursor, Limit, UpdatedSince } from '../../platform/http/paging.ts'
import { nameText } from '../../platform/http/text.ts'
import { Hours } from '../../platform/time/weekly-hours.ts'
import { kinds } from './rules/kinds.ts'

const ids = (what: string, maxItems: number) =>
  Type.Array(Type.String({ maxLength: 64 }), { maxItems, description: what })

export const severities = ['info', 'warning', 'critical'] as const

const Conditions = Type.Object(
  {
    schedule: Type.Optional(
      Type.Array(Hours, { maxItems: 50, description: 'When the rule is active. Default: always.' }),
    ),
    timeZone: Type.Optional(
      Type.String({
        format: 'time-zone',
        description: 'Time zone of the schedule. Default: the one of the account.',
      }),
    ),
    accuracyM: Type.Optional(
      Type.Number({ minimum: 1, maximum: 100_000, description: 'Less accurate locations are ignored.' }),
    ),
  },
  { additionalProperties: false },
)

const fields = {
  name: nameText({ description: 'Unique in the account.' }),
  type: Type.Enum(kinds.map(({ name }) => name)),
  enabled: Type.Boolean(),
  severity: Type.Enum([...severities]),
  settings: Type.Object({}, { additionalProperties: true, description: 'Settings of the type.' }),
  conditions: Conditions,
  groups: ids('Applies to devices in these groups. Without groups and devices: to all devices.', 1_000),
  devices: ids('Applies to these devices.', 10_000),
  geofences: ids('The geofences it evaluates. Default: all of the account.', 10_000),
  contacts: ids('The contacts to notify.', 100),
  escalation: Type.String({
    maxLength: 64,
    description:
      '`default`: the escalation policy of the account for the severity, if there is one. `none`, or the id of a policy.',
  }),
}

const { name, type, ...optional } = fields
type Optional = { [K in keyof typeof optional]: ReturnType<typeof Type.Optional<(typeof optional)[K]>> }

export const RuleBody = Type.Object(
  {
    name,
    type,
    ...(Object.fromEntries(
      Object.entries(optional).map(([key, schema]) => [key, Type.Optional(schema)]),
    ) as unknown as Optional),
  },
  { additionalProperties: false },
)

export const ruleFields = {
  id: Type.String({ examples: ['rul_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  ...fields,
  createdAt: Type.String({ format: 'date-time' }),
  modifiedAt: Type.String({ format: 'date-time' }),
}
export const RuleView = Type.Object(ruleFields, { $id: 'AlertRule', title: 'AlertRule' })

export const RulePath = Type.Object({ ruleId: Type.String({ maxLength: 64 }) })
export const RuleQuery = Type.Object(
  {
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Part of the name.' })),
    updatedSince: Type.Optional(UpdatedSince),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)

export const DryRunBody = Type.Object(
  {
    deviceId: Type.String({ maxLength: 64 }),
    from: Type.String({ format: 'date-time', description: 'Inclusive.' }),
    to: Type.String({ format: 'date-time', description: 'Exclusive; at most 31 days later.' }),
    rule: RuleBody,
  },
  { additionalProperties: false },
)
