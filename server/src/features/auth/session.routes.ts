import cookie from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Credential } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import { answer, failures } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/server.ts'
import type { FindProductName } from '../../platform/product-name.ts'
import { TotpCode } from './factors/factor.schema.ts'
import { passkeySessionRoutes } from './factors/passkey.routes.ts'
import { AuthenticationResponseBody } from './factors/passkey.schema.ts'
import { secondStepRoutes } from './factors/second-step.routes.ts'
import { refuseForeignOrigin } from './foreign-origin.api.ts'
import type { Tokens } from './jwt.api.ts'
import { linkSecret } from './link-body.api.ts'
import { changeOwnPassword, refresh, signIn, signOut } from './session.ts'
import {
  cookieName,
  credentialIn,
  PendingAnswer,
  passkeyCookieName,
  SignedInAnswer,
  sendSession,
  sendSignIn,
  signInOriginOf,
} from './session-cookie.api.ts'
import { writeRefusals } from './sign-in-log.api.ts'

const tags = ['Session']
const SignInBody = Type.Object(
  {
    userName: Type.String({ minLength: 1, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: 256 }),
    enrolmentLink: Type.Optional(linkSecret),
  },
  { additionalProperties: false },
)
const ChangePasswordBody = Type.Object(
  {
    ...SignInBody.properties,
    newPassword: Type.String({ minLength: 1, maxLength: 256 }),
    code: Type.Optional(TotpCode),
    passkey: Type.Optional(AuthenticationResponseBody),
  },
  { additionalProperties: false },
)

const cookieCredential = credentialIn(cookieName)
const userCredential = ({ body }: FastifyRequest): Credential => ({
  kind: 'user',
  name: (body as Static<typeof SignInBody>).userName,
})

/** For the web interface only; programs use API keys. Outside /api, because these routes need no token. */
export function sessionRoutes(
  app: App,
  ctx: Context,
  { tokens, findProductName }: { tokens: Tokens; findProductName: FindProductName },
): void {
  app.register(async (app: App) => {
    await app.register(cookie)
    app.addHook('onClose', () => writeRefusals(ctx))
    app.addHook('onRequest', async (request) => refuseForeignOrigin(request))

    app.post(
      '/session',
      {
        config: { credentialInBody: userCredential, load: 'call' },
        schema: {
          operationId: 'signIn',
          summary: 'Sign in with a password',
          description:
            'Sets the cookie of the session and returns a token. Users with a second factor get 202 and continue with POST /session/second. For the web interface; programs use an API key.',
          tags,
          security: [],
          body: SignInBody,
          response: { 200: SignedInAnswer, 202: PendingAnswer, ...failures },
        },
      },
      async (request, reply) =>
        sendSignIn(reply, await signIn(ctx, tokens, { ...request.body, ...signInOriginOf(request) })),
    )

    app.put(
      '/session/password',
      {
        config: { credentialInBody: userCredential, load: 'call' },
        schema: {
          operationId: 'changeOwnPassword',
          summary: 'Change your password',
          description:
            'Ends all sessions of the user and opens a new one. Users with a second factor also send the code of the authenticator app, or the answer of a passkey to POST /session/passkey/options.',
          tags,
          security: [],
          body: ChangePasswordBody,
          response: { 200: SignedInAnswer, 202: PendingAnswer, ...failures },
        },
      },
      async (request, reply) =>
        sendSignIn(
          reply,
          await changeOwnPassword(ctx, tokens, {
            ...request.body,
            challengeCookie: request.cookies[passkeyCookieName],
            ...signInOriginOf(request),
          }),
        ),
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
      async (request, reply) =>
        sendSession(reply, await refresh(ctx, tokens, request.cookies[cookieName], signInOriginOf(request))),
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
      async (request, reply) => {
        await signOut(ctx, request.cookies[cookieName], signInOriginOf(request))
        reply.clearCookie(cookieName, { path: '/', secure: true })
        return {}
      },
    )

    secondStepRoutes(app, ctx, { tokens, findProductName })
    passkeySessionRoutes(app, ctx, tokens)
  })
}
