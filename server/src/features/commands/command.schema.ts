import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { Cursor, Limit } from '../../platform/http/paging.ts'
import type { CommandType } from './command.types.ts'
import { commandStates, commandTypes } from './command.types.ts'

const instant = Type.String({ format: 'date-time' })
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const closed = { additionalProperties: false }

/** The settings of each type. */
export const settingsOf: Record<CommandType, TSchema> = {
  position: Type.Object({}, closed),
  interval: Type.Object({ seconds: Type.Integer({ minimum: 1, maximum: 2_592_000 }) }, closed),
  output: Type.Object({ output: Type.Integer({ minimum: 1, maximum: 8 }), on: Type.Boolean() }, closed),
  reboot: Type.Object({}, closed),
  raw: Type.Object(
    {
      text: Type.Optional(Type.String({ pattern: '^[ -~]{1,200}$' })),
      hex: Type.Optional(Type.String({ pattern: '^([0-9a-fA-F]{2}){1,512}$' })),
    },
    { ...closed, minProperties: 1, maxProperties: 1 },
  ),
}

const settings = Type.Object(
  {},
  {
    additionalProperties: true,
    description:
      'Depends on the type. interval: `seconds`. output: `output` (from 1) and `on`. raw: `text`, which is put into a frame of the protocol, or `hex`, the whole frame as it is written to the tracker. position, reboot: none.',
  },
)

export const CommandBody = Type.Object(
  {
    type: Type.Enum([...commandTypes]),
    settings: Type.Optional(settings),
    expiresAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'Not sent after this time; at most 7 days ahead.' }),
    ),
    validForSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 604_800,
        description: 'Instead of `expiresAt`. Default: 3600, for an output 60.',
      }),
    ),
  },
  closed,
)

export const commandFields = {
  id: Type.String({ examples: ['cmd_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  deviceId: Type.String(),
  type: Type.Enum([...commandTypes]),
  settings,
  state: Type.Enum([...commandStates]),
  reason: orNull(
    Type.String({
      description:
        'Why it failed: no_answer (it may or may not have been executed), refused (by the tracker), not_supported (by its protocol or model). Why it is queued or expired: session_conflict (two connections identify as this device), not_connected.',
    }),
  ),
  answer: orNull(Type.String({ description: 'The answer of the tracker, truncated to 2,000 characters.' })),
  createdBy: Type.String({ description: 'The user’s identifier.' }),
  createdAt: instant,
  expiresAt: instant,
  sentAt: orNull(
    Type.String({
      format: 'date-time',
      description: 'When it was written to the connection of the tracker.',
    }),
  ),
  endedAt: orNull(instant),
}
export const CommandView = Type.Object(commandFields, { $id: 'Command', title: 'Command' })

export const DevicePath = Type.Object({ deviceId: Type.String({ maxLength: 64 }) })
export const CommandPath = Type.Object({
  deviceId: Type.String({ maxLength: 64 }),
  commandId: Type.String({ maxLength: 64 }),
})
export const CommandQuery = Type.Object(
  {
    state: Type.Optional(Type.Enum([...commandStates])),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  closed,
)
