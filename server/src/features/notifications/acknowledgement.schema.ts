import { Type } from 'typebox'
import type { Channel, Language } from './notification.types.ts'
import { channels, languages } from './notification.types.ts'

const dateTime = (description: string) => Type.String({ format: 'date-time', description })
const orNull = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()])

export const TokenPath = Type.Object({
  secret: Type.String({
    maxLength: 64,
    examples: ['0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4cD5eF6gH7iJ'],
  }),
})

export const acknowledgementFields = {
  language: Type.Unsafe<Language>(
    Type.Union(
      languages.map((one) => Type.Literal(one)),
      { description: 'Language of the contact.' },
    ),
  ),
  contact: Type.Object({
    name: Type.String(),
    channel: Type.Unsafe<Channel>(Type.Union(channels.map((one) => Type.Literal(one)))),
  }),
  alert: Type.Object({
    id: Type.String(),
    deviceId: Type.String(),
    severity: Type.Enum(['info', 'warning', 'critical']),
    title: Type.String({ description: 'In the language of the contact.' }),
    text: orNull(Type.String({ description: 'What was reported, if the alert has a text of its own.' })),
    facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() }), {
      description: 'Device, time, place and reason, in the language of the contact.',
    }),
  }),
  acknowledgedAt: orNull(dateTime('Null if nobody has acknowledged it yet.')),
  acknowledgedBy: orNull(Type.String({ description: 'The name of the contact or user.' })),
  expiresAt: dateTime('When the link expires.'),
}
