import { Type } from 'typebox'
import { nameText } from '../../platform/http/text.ts'

export const ApiKeyView = Type.Object(
  {
    id: Type.String({ examples: ['key_4nYJ1oZ0m6Yb3Uo2aWq8Kd'] }),
    name: Type.String(),
    userName: Type.String({ description: 'The user that the key acts as.' }),
    createdAt: Type.String({ format: 'date-time' }),
    lastUsedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When the key was last exchanged for a token, to the minute.',
    }),
    lastUsedFrom: Type.Union([Type.String(), Type.Null()], {
      description: 'The IP address it was last used from.',
    }),
  },
  { $id: 'ApiKey', title: 'ApiKey' },
)

export const ApiKeyBody = Type.Object(
  { name: nameText({ maxLength: 100, description: 'A name to recognise this key by.' }) },
  { additionalProperties: false },
)

export const ApiKeyPath = Type.Object({ keyId: Type.String({ maxLength: 64 }) })

export const shownOnce = Type.String({
  description: 'The key itself. It is shown only once; the server stores a hash.',
  examples: ['rk_live_4nYJ1oZ0m6Yb3Uo2aWq8Kd_…'],
})
