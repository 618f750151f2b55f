import { Type } from 'typebox'
import type { Privilege } from '../../platform/http/caller.ts'
import { privileges } from '../../platform/http/caller.ts'
import { nameText } from '../../platform/http/text.ts'

const instant = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

const limits = {
  privileges: Type.Unsafe<Privilege[] | null>(
    Type.Union(
      [
        Type.Array(Type.Union(privileges.map((one) => Type.Literal(one))), {
          maxItems: privileges.length,
          uniqueItems: true,
        }),
        Type.Null(),
      ],
      {
        description:
          'The privileges of the key, at most those of its user. An empty list: the key only reads. Null: all privileges of the user.',
      },
    ),
  ),
  groupIds: Type.Union(
    [
      Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
      Type.Null(),
    ],
    { description: 'Limits the key to the devices of these groups. Null: all groups of the user.' },
  ),
  deviceId: Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
    description: 'Limits the key to this device. Not together with `groupIds`.',
  }),
  expiresAt: instant(
    'The key and its tokens stop working at this time. Null: never, if `apiKeyMaxDays` of the account allows it.',
  ),
  networks: Type.Union(
    [
      Type.Array(Type.String({ maxLength: 49 }), { minItems: 1, maxItems: 20, uniqueItems: true }),
      Type.Null(),
    ],
    {
      description:
        'IP addresses and networks from which the key and its tokens are accepted. Null: from everywhere.',
      examples: [['192.0.2.0/24', '2001:db8::/32']],
    },
  ),
}

export const ApiKeyView = Type.Object(
  {
    id: Type.String({ examples: ['key_4nYJ1oZ0m6Yb3Uo2aWq8Kd'] }),
    name: Type.String(),
    userName: Type.String({ description: 'The user that the key acts as.' }),
    createdAt: Type.String({ format: 'date-time' }),
    lastUsedAt: instant('When the key was last exchanged for a token, to the minute.'),
    lastUsedFrom: Type.Union([Type.String(), Type.Null()], {
      description: 'The IP address it was last used from.',
    }),
    ...limits,
    previousSecret: Type.Union(
      [
        Type.Object({
          validUntil: Type.String({ format: 'date-time' }),
          lastUsedAt: instant('When the previous secret was last exchanged since then, to the minute.'),
        }),
        Type.Null(),
      ],
      { description: 'The secret before the last `regenerate` with an overlap, while it is still accepted.' },
    ),
  },
  { $id: 'ApiKey', title: 'ApiKey' },
)

const name = nameText({ maxLength: 100, description: 'A name to recognise this key by.' })
export const ApiKeyBody = Type.Object(
  {
    name,
    privileges: Type.Optional(limits.privileges),
    groupIds: Type.Optional(limits.groupIds),
    deviceId: Type.Optional(limits.deviceId),
    expiresAt: Type.Optional(limits.expiresAt),
    networks: Type.Optional(limits.networks),
  },
  { additionalProperties: false },
)

export const RegenerateBody = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description: 'For how long the old secret and its tokens stay valid. Default: they end at once.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const ApiKeyPath = Type.Object({ keyId: Type.String({ maxLength: 64 }) })

export const shownOnce = Type.String({
  description: 'The key itself. It is shown only once; the server stores a hash.',
  examples: ['rk_live_4nYJ1oZ0m6Yb3Uo2aWq8Kd_…'],
})
