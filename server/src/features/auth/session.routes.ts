import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Comer } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import { ForbiddenError } from '../../platform/http/errors.ts'
import { answer, failures } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/server.ts'
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
  expires: Type.String({ format: 'date-time' }),
})

/** Before the cookie is trusted with anything: whose it says it is. */
const ofCookie = ({ headers }: FastifyRequest): Comer | undefined => {
  const [, name] =
    new RegExp(`(?:^|;\\s*)${cookieName}=(acc_[0-9A-Za-z]{22})`).exec(headers.cookie ?? '') ?? []
  return name === undefined ? undefined : { kind: 'account', name }
}
const ofName = ({ body }: FastifyRequest): Comer => ({
  kind: 'user',
  name: (body as Static<typeof SignInBody>).userName,
})

/** For the web interface only; programs use API keys. Outside /api, because no token is needed here. */
export function sessionRoutes(app: App, ctx: Context, tokens: Tokens): void {
  app.register(async (app: App) => {
    await app.register(cookie)
    app.addHook('onRequest', async (request) => refuseForeignOrigin(request, ctx.config.http.publicUrl))

    app.post(
      '/session',
      {
        config: { comerInBody: ofName },
        schema: {
          operationId: 'signIn',
          summary: 'Sign in by password',
          tags,
          security: [],
          body: SignInBody,
          response: { 200: SignedInAnswer, ...failures },
        },
      },
      async ({ body, ip }, reply) => enter(reply, await signIn(ctx, tokens, { ...body, address: ip })),
    )

    app.put(
      '/session/password',
      {
        config: { comerInBody: ofName },
        schema: {
          operationId: 'changeOwnPassword',
          summary: 'Change one’s own password, and sign in anew; all other sessions end',
          tags,
          security: [],
          body: ChangePasswordBody,
          response: { 200: SignedInAnswer, ...failures },
        },
      },
      async ({ body, ip }, reply) =>
        enter(reply, await changeOwnPassword(ctx, tokens, { ...body, address: ip })),
    )

    app.post(
      '/session/refresh',
      {
        config: { comer: ofCookie },
        schema: {
          operationId: 'refreshSession',
          summary: 'A new token for the session in the cookie',
          tags,
          security: [],
          response: { 200: SignedInAnswer, ...failures },
        },
      },
      async ({ cookies }, reply) => enter(reply, await refresh(ctx, tokens, cookies[cookieName])),
    )

    app.delete(
      '/session',
      {
        config: { comer: ofCookie },
        schema: {
          operationId: 'signOut',
          summary: 'Sign out',
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

function enter(reply: FastifyReply, { token, expires, cookie, cookieExpires }: SignedIn) {
  reply.header('cache-control', 'no-store')
  const guarded = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const
  reply.setCookie(cookieName, cookie, { ...guarded, expires: cookieExpires })
  return { token, expires: expires.toISOString() }
}

/** A cookie goes along with other sites' requests too; browsers say where a request comes from. */
function refuseForeignOrigin({ headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  const isOurs = site
    ? site === 'same-origin' || site === 'none'
    : !headers.origin || headers.origin === publicUrl
  if (!isOurs) throw new ForbiddenError('session.foreign_origin', 'Sign in from the web interface itself.')
}
