import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import type { App } from '../../platform/http/server.ts'
import type { Tokens } from './jwt.api.ts'
import { exchangeApiKey } from './token.ts'

const TokenBody = Type.Object(
  {
    userName: Type.String({ minLength: 1, maxLength: 254, description: 'Username of the account.' }),
    apiKey: Type.String({ minLength: 1, maxLength: 200, description: 'API key issued for the account.' }),
  },
  { additionalProperties: false },
)

const TokenIssued = Type.Object(
  {
    success: Type.Literal(true),
    token: Type.String({ description: 'The JWT, for the header `Authorization: Bearer …`.' }),
    expires: Type.String({ format: 'date-time', description: 'Expiry of the token, UTC.' }),
  },
  { description: 'The token was issued.' },
)

const TokenRefused = Type.Object(
  { success: Type.Literal(false), error: Type.String() },
  { description: 'No token was issued; `error` gives the reason.' },
)

/** Responses have exactly the four fields of the specification. */
export function tokenRoutes(app: App, ctx: Context, tokens: Tokens): void {
  app.post(
    '/api/Auth/Token',
    {
      config: {
        access: 'open',
        load: 'call',
        short: true,
        credentialInBody: ({ body }) => ({ kind: 'user', name: (body as Static<typeof TokenBody>).userName }),
      },
      schema: {
        operationId: 'getToken',
        summary: 'Exchange a user name and an API key for a token',
        description:
          'The token is valid for an hour, unless the operator configured another time. Request a new one before it expires.',
        tags: ['Token'],
        security: [],
        body: TokenBody,
        response: { 200: TokenIssued, '4xx': TokenRefused, '5xx': TokenRefused },
      },
    },
    async ({ body, ip, headers }) => {
      const request = { ...body, address: ip, agent: headers['user-agent'] }
      const { token, expires } = await exchangeApiKey(ctx, tokens, request)
      return { success: true as const, token, expires: expires.toISOString() }
    },
  )
}
