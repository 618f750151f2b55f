import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Credential } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import { answer, failures } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/server.ts'
import { refuseForeignOrigin } from './foreign-origin.api.ts'
import type { Tokens } from './jwt.api.ts'
import { changeOwnPassword, refresh, signIn, signOut } from './session.ts'
import type { SignedIn } from './session.types.ts'

const cookieName = '__Host-rastro'
const tags = ['Session']
const SignInBody = Type.Object(
  {
    userName: Type.String({ minLength: 1, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: 256 }),
  },
  { additionalProperties: false },
)
const ChangePasswordBody = Type.Object(
  { ...SignInBody.properties, newPassword: Type.String({ minLength: 1, maxLength: 256 }) },
  { additionalProperties: false },
)
const SignedInAnswer = answer({
  token: Type.String({ description: 'Keep it in memory only.' }),
  expiresAt: Type.String({ format: 'date-time' }),
})

/** The account named in the cookie. It is not verified here. */
const cookieCredential = ({ headers }: FastifyRequest): Credential | undefined => {
  const [, name] =
    new RegExp(`(?:^|;\\s*)${cookieName}=(acc_[0-9A-Za-z]{22})`).exec(headers.cookie ?? '') ?? []
  return name === undefined ? undefined : { kind: 'account', name }
}
const userCredential = ({ body }: FastifyRequest): Credential => ({
  kind: 'user',
  name: (body as Static<typeof SignInBody>).userName,
})

/** For the web interface only; programs use API keys. Outside /api, because these routes need no token. */
export function sessionRoutes(app: App, ctx: Context, tokens: Tokens): void {
  app.register(async (app: App) => {
    await app.register(cookie)
    app.addHook('onRequest', async (request) => refuseForeignOrigin(request, ctx.config.http.publicUrl))

    app.post(
      '/session',
      {
        config: { credentialInBody: userCredential, load: 'call' },
        schema: {
          operationId: 'signIn',
          summary: 'Sign in with a password',
          description:
            'Sets the cookie of the session and returns a token. For the web interface; programs use an API key.',
          tags,
          security: [],
          body: SignInBody,
          response: { 200: SignedInAnswer, ...failures },
        },
      },
      async ({ body, ip }, reply) => sendSession(reply, await signIn(ctx, tokens, { ...body, address: ip })),
    )

    app.put(
      '/session/password',
      {
        config: { credentialInBody: userCredential, load: 'call' },
        schema: {
          operationId: 'changeOwnPassword',
          summary: 'Change your password',
          description: 'Ends all sessions of the user and opens a new one.',
          tags,
          security: [],
          body: ChangePasswordBody,
          response: { 200: SignedInAnswer, ...failures },
        },
      },
      async ({ body, ip }, reply) =>
        sendSession(reply, await changeOwnPassword(ctx, tokens, { ...body, address: ip })),
    )

    app.post(
      '/session/refresh',
      {
        config: { credential: cookieCredential, load: 'call' },
        schema: {
          operationId: 'refreshSession',
          summary: 'Refresh the session',
          description: 'Returns a new token for the session in the cookie.',
          tags,
          security: [],
          response: { 200: SignedInAnswer, ...failures },
        },
      },
      async ({ cookies }, reply) => sendSession(reply, await refresh(ctx, tokens, cookies[cookieName])),
    )

    app.delete(
      '/session',
      {
        config: { credential: cookieCredential, load: 'call' },
        schema: {
          operationId: 'signOut',
          summary: 'Sign out',
          description: 'Ends the session and deletes its cookie.',
          tags,
          security: [],
          response: { 200: answer({}), ...failures },
        },
      },
      async ({ cookies }, reply) => {
        await signOut(ctx, cookies[cookieName])
        reply.clearCookie(cookieName, { path: '/', secure: true })
        return {}
      },
    )
  })
}

function sendSession(reply: FastifyReply, { token, expires, cookie, cookieExpires }: SignedIn) {
  reply.header('cache-control', 'no-store')
  const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const
  reply.setCookie(cookieName, cookie, { ...attributes, expires: cookieExpires })
  return { token, expiresAt: expires.toISOString() }
}
