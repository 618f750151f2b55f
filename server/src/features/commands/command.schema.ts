import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { Cursor, Limit } from '../../platform/http/paging.ts'
import type { CommandType } from './command.types.ts'
import { commandStates, commandTypes } from './command.types.ts'

const instant = Type.String({ format: 'date-time' })
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const closed = { additionalProperties: false }

/** What each type asks for. */
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
      'What the type asks for. interval: `seconds`. output: `output` (from 1) and `on`. raw: `text`, put into the protocol’s own frame, or `hex`, the whole frame as it is written to the tracker. position, reboot: nothing.',
  },
)

export const CommandBody = Type.Object(
  {
    type: Type.Enum([...commandTypes]),
    settings: Type.Optional(settings),
    expiresAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'Not sent from then on; at most 7 days ahead.' }),
    ),
    validForSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 604_800,
        description: 'Instead of `expiresAt`. Without either 3600, for an output 60.',
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
        'Why it failed: no_answer (it may or may not have been carried out), refused (by the tracker), not_supported (by what the tracker speaks), cancelled. Why it waits or expired: session_conflict (two trackers say they are this device), not_connected.',
    }),
  ),
  answer: orNull(Type.String({ description: 'What the tracker said, at most 2,000 characters of it.' })),
  createdBy: Type.String({ description: 'The user’s identifier.' }),
  createdAt: instant,
  expiresAt: instant,
  sentAt: orNull(Type.String({ format: 'date-time', description: 'It was written to the tracker once.' })),
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
