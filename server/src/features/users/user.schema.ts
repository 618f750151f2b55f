import { Type } from 'typebox'
import { privileges } from '../../platform/http/caller.ts'
import { Cursor, Limit, UpdatedSince } from '../../platform/http/paging.ts'
import { nameText } from '../../platform/http/text.ts'

const text = (maxLength: number, description: string) =>
  Type.Union([Type.String({ maxLength }), Type.Null()], { description })
const instant = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

const required = {
  name: nameText(),
  email: Type.String({ format: 'email', maxLength: 254 }),
  country: Type.String({ format: 'country', description: 'ISO 3166-1 alpha-2; see /api/users/countries.' }),
  timeZone: Type.String({
    format: 'time-zone',
    maxLength: 64,
    description: 'IANA; see /api/users/timeZones.',
  }),
}
const optional = {
  userName: Type.String({
    minLength: 1,
    maxLength: 254,
    pattern: '^[^\\s\\p{Cc}]+$',
    description: 'Unique on the platform, case-insensitive. Defaults to the e-mail address.',
  }),
  description: text(2_000, 'Free text.'),
  message: text(2_000, 'Shown to the user after signing in.'),
  disabled: Type.Boolean({ description: 'A disabled user can neither sign in nor get a token.' }),
  disabledMessage: text(
    500,
    'Reason for disabling, for user managers. Every refused sign-in has the same text.',
  ),
  tags: Type.Record(Type.String({ minLength: 1, maxLength: 64 }), Type.String({ maxLength: 256 }), {
    maxProperties: 50,
    propertyNames: { minLength: 1, maxLength: 64 },
    description: 'Custom names and values.',
  }),
  role: Type.Union([Type.Literal('owner'), Type.Literal('administrator'), Type.Literal('standard')]),
  privileges: Type.Array(Type.Union(privileges.map((one) => Type.Literal(one))), {
    maxItems: privileges.length,
    uniqueItems: true,
    description: 'For standard users. The owner and administrators have all privileges.',
  }),
  groupIds: Type.Array(Type.String({ maxLength: 64 }), {
    maxItems: 100,
    uniqueItems: true,
    description: 'Limits a standard user to the devices of these groups.',
  }),
  deviceId: text(
    64,
    'Limits a standard user to this device. Without groups and device, the user sees no devices.',
  ),
  adminDevices: Type.Boolean({ description: 'May edit the devices in scope, and their limits.' }),
  from: instant('The user is not valid before this time.'),
  expiresAt: instant('The user expires at this time.'),
}

type OptionalFields = { [K in keyof typeof optional]: ReturnType<typeof Type.Optional<(typeof optional)[K]>> }
const optionalFields = Object.fromEntries(
  Object.entries(optional).map(([name, schema]) => [name, Type.Optional(schema)]),
) as unknown as OptionalFields

/** For POST and PUT: absent optional fields are cleared, except `userName`, `role` and `password`, which are kept. */
export const UserBody = Type.Object(
  {
    ...required,
    ...optionalFields,
    password: Type.Optional(
      Type.String({
        minLength: 12,
        maxLength: 256,
        description:
          'Write only. At least 15 characters, or 12 if the user has a second factor, and not easy to guess. Ends the sessions of the user and, if set by someone else, deletes the API keys of the user.',
      }),
    ),
    keepApiKeys: Type.Optional(
      Type.Boolean({ description: 'Write only. With `password`: keeps the API keys of the user.' }),
    ),
  },
  { additionalProperties: false },
)

export const userFields = {
  id: Type.String({ examples: ['usr_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  ...required,
  ...optional,
  emailVerified: Type.Boolean({
    description:
      'Whether the user has confirmed the e-mail address. Links for a forgotten password are sent only then.',
  }),
  createdAt: Type.String({ format: 'date-time' }),
  modifiedAt: Type.String({ format: 'date-time' }),
  lastLoginAt: instant('Last sign-in with a password.'),
}
export const UserView = Type.Object(userFields, { $id: 'User', title: 'User' })

export const UserPath = Type.Object({ userId: Type.String({ maxLength: 64 }) })
export const UserQuery = Type.Object(
  {
    search: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Part of a name or e-mail.' }),
    ),
    groupId: Type.Optional(Type.String({ maxLength: 64, description: 'Only users of this group.' })),
    updatedSince: Type.Optional(UpdatedSince),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)
