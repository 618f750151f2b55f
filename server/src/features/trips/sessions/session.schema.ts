import { Type } from 'typebox'
import { Cursor, Limit } from '../../../platform/http/paging.ts'

const dateTime = Type.String({ format: 'date-time' })

export const DriverPath = Type.Object({ driverId: Type.String({ maxLength: 64 }) })

export const SessionsQuery = Type.Object(
  {
    from: Type.Optional(
      Type.String({ format: 'since', description: 'Inclusive. A time, or an event cursor.' }),
    ),
    to: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)

export const SessionView = Type.Object(
  {
    deviceId: Type.String(),
    deviceName: Type.String(),
    source: Type.Enum(['tag', 'assignment'], {
      type: 'string',
      description: '`assignment`: counts while the device reports no tag.',
    }),
    tag: Type.Union([Type.String(), Type.Null()]),
    startedAt: Type.Union([dateTime, Type.Null()], { description: 'Null: without beginning.' }),
    endedAt: Type.Union([dateTime, Type.Null()], { description: 'Null: it has not ended.' }),
  },
  { $id: 'DriverSession', title: 'DriverSession' },
)

export const maxUnknownTags = 200
export const UnknownTagView = Type.Object(
  {
    tag: Type.String(),
    sessions: Type.Integer({ minimum: 1 }),
    firstSeenAt: dateTime,
    lastSeenAt: dateTime,
    deviceId: Type.String({ description: 'Where it was seen last.' }),
    deviceName: Type.String(),
  },
  { $id: 'UnknownTag', title: 'UnknownTag' },
)
