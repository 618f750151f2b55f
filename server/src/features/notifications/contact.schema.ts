import { Type } from 'typebox'
import { Cursor, Limit, UpdatedSince } from '../../platform/http/paging.ts'
import { nameText } from '../../platform/http/text.ts'
import type { Channel } from './notification.types.ts'
import { channels, languages } from './notification.types.ts'

const fields = {
  name: nameText(),
  channel: Type.Union(channels.map((one) => Type.Literal(one))),
  address: Type.String({
    minLength: 3,
    maxLength: 2_048,
    description:
      'An e-mail address; a phone number with country code: +34600111222; for chat the URL of an incoming webhook, of which the answer shows the host and a fingerprint; for telegram any text: the chat that opens the link of the verification takes its place.',
  }),
  language: Type.Union(
    languages.map((one) => Type.Literal(one)),
    { description: 'Language of the messages. Default: en.' },
  ),
  userId: Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
    description: 'The user it belongs to; deleted with that user.',
  }),
}

export const ContactBody = Type.Object(
  { ...fields, language: Type.Optional(fields.language), userId: Type.Optional(fields.userId) },
  { additionalProperties: false },
)

const instant = Type.String({ format: 'date-time' })
export const contactFields = {
  id: Type.String({ examples: ['con_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  ...fields,
  verified: Type.Boolean({ description: 'Nothing is sent to an address that is not verified.' }),
  gone: Type.Union(
    [Type.Object({ goneAt: Type.String({ format: 'date-time' }), reason: Type.String() }), Type.Null()],
    { description: 'The provider reported that the address no longer exists. Verifying it again ends this.' },
  ),
  createdAt: instant,
  modifiedAt: instant,
}
export const ContactView = Type.Object(contactFields, { $id: 'Contact', title: 'Contact' })

export const ContactChannelView = Type.Object(
  { channel: Type.Unsafe<Channel>(fields.channel) },
  { $id: 'ContactChannel', title: 'ContactChannel' },
)

export const ContactPath = Type.Object({ contactId: Type.String({ maxLength: 64 }) })
export const ContactQuery = Type.Object(
  {
    search: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Part of the name or address.' }),
    ),
    updatedSince: Type.Optional(UpdatedSince),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)

export const LinkPath = Type.Object({
  secret: Type.String({ maxLength: 64, examples: ['0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4cD5eF6gH7'] }),
})
export const openLinkFields = {
  channel: Type.Unsafe<Channel>(fields.channel),
  address: Type.String({ description: 'Shortened: enough to recognise it.', examples: ['a…@example.com'] }),
  verified: Type.Boolean(),
  expiresAt: Type.String({ format: 'date-time', description: 'When the link expires.' }),
}

export const CodeBody = Type.Object(
  { code: Type.String({ pattern: '^\\d{6}$', description: 'The six-digit code that was received.' }) },
  { additionalProperties: false },
)
