import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Credential } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import { networkOf } from '../../platform/http/network.ts'
import { createRateLimit, requireRate } from '../../platform/http/rate-limit.ts'
import { answer, failures } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/server.ts'
import { refuseForeignOrigin } from '../auth/foreign-origin.api.ts'
import type { Tokens } from '../auth/jwt.api.ts'
import { cookieName, credentialIn, sendSession, signInOriginOf } from '../auth/session-cookie.api.ts'
import { domainOf } from './domain-names.ts'
import { ssoCookieAttributes, ssoCookieName } from './flow-cookie.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { endByProvider } from './logout.ts'
import { createOidc } from './oidc.ts'
import type { Begun, Finished } from './sign-in.ts'
import { beginForSession, beginSignIn, findMethods, finish } from './sign-in.ts'

const tags = ['Session']
const logoutsPerMinute = 600
const maxLogoutBytes = 16_384

const UserName = Type.String({ minLength: 1, maxLength: 254 })
const BeginQuery = Type.Object(
  {
    userName: Type.Optional(UserName),
    purpose: Type.Optional(
      Type.Union([Type.Literal('proof'), Type.Literal('link'), Type.Literal('test')], {
        description: 'Of the session in the cookie. Absent: a sign-in.',
      }),
    ),
  },
  { additionalProperties: false, oneOf: [{ required: ['userName'] }, { required: ['purpose'] }] },
)
const Redirect = Type.Null({ description: 'To the provider, or back to the interface.' })

const ofDomain = (userName: unknown): Credential | undefined => {
  const name = domainOf(typeof userName === 'string' ? userName : '')
  return name === '' ? undefined : { kind: 'domain', name }
}
const ofSession = credentialIn(cookieName)
const ofQuery = (request: FastifyRequest): Credential | undefined => {
  const { userName } = request.query as { userName?: string }
  return userName === undefined ? ofSession(request) : ofDomain(userName)
}

/** For the web interface. Outside /api, because these routes need no token. */
export function ssoSessionRoutes(app: App, ctx: Context, tokens: Tokens): void {
  const oidc = createOidc(ctx, createGuardedFetch(ctx))
  const ofNetwork = createRateLimit('sso', ctx.config.http.requestsPerMinutePerAddress)
  const ofAccount = createRateLimit('sso logout', logoutsPerMinute)
  const requireNetworkRate = async ({ ip }: FastifyRequest) => requireRate(ofNetwork.take(networkOf(ip)))

  app.register(async (app: App) => {
    await app.register(cookie)
    app.addHook('onRequest', requireNetworkRate)

    app.register(async (app: App) => {
      app.addHook('onRequest', async (request) => refuseForeignOrigin(request))

      app.post(
        '/session/start',
        {
          config: {
            credentialInBody: ({ body }) => ofDomain((body as { userName?: unknown }).userName),
            load: 'call',
          },
          schema: {
            operationId: 'startSignIn',
            summary: 'Find the sign-in methods of a user name',
            description:
              'By the domain of the user name alone: the answer is the same whether or not the user exists.',
            tags,
            security: [],
            body: Type.Object({ userName: UserName }, { additionalProperties: false }),
            response: {
              200: answer({
                sso: Type.Union(
                  [
                    Type.Object({
                      name: Type.String({ description: 'Of the company or provider.' }),
                      isRequired: Type.Boolean({ description: 'Passwords and passkeys are refused.' }),
                    }),
                    Type.Null(),
                  ],
                  { description: 'Single sign-on, with GET /session/sso. Null: not for this domain.' },
                ),
              }),
              ...failures,
            },
          },
        },
        ({ body, site: { host } }) => findMethods(ctx, { userName: body.userName, host }),
      )

      app.get(
        '/session/sso',
        {
          config: { bare: true, credential: ofQuery, load: 'call' },
          schema: {
            operationId: 'beginSso',
            summary: 'Sign in with the provider of an account',
            description: 'For browsers: redirects to the provider, which returns to the interface.',
            tags,
            security: [],
            querystring: BeginQuery,
            response: { 303: Redirect, ...failures },
          },
        },
        async (request, reply) => {
          const { host, origin } = request.site
          const { userName = '', purpose } = request.query
          const begun = purpose
            ? await beginForSession(ctx, oidc, request.cookies[cookieName], { purpose, host, origin })
            : await beginSignIn(ctx, oidc, { userName, host, origin })
          return sendBegun(reply, begun, purpose !== undefined)
        },
      )
    })

    // The answer is a navigation that begins at the provider: the state in the cookie takes the place of the check of the
    // origin.
    app.get(
      '/session/sso/callback',
      {
        config: { bare: true, credential: credentialIn(ssoCookieName), load: 'call', hasSecret: true },
        schema: {
          operationId: 'finishSso',
          summary: 'Return from the provider',
          description: 'For browsers, with the answer of the provider. Sets the cookie of the session.',
          tags,
          security: [],
          querystring: Type.Object({}, { additionalProperties: true }),
          response: { 303: Redirect, ...failures },
        },
      },
      async (request, reply) => {
        const finished = await finish(ctx, oidc, tokens, {
          ...signInOriginOf(request),
          cookie: request.cookies[ssoCookieName],
          query: new URL(request.url, request.site.origin).searchParams,
          requestId: request.id,
        })
        reply.clearCookie(ssoCookieName, ssoCookieAttributes)
        if (finished.kind === 'signedIn') sendSession(reply, finished.signedIn)
        return redirect(reply, pathAfter(finished))
      },
    )
  })

  app.register(async (app: App) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxLogoutBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )

    app.post(
      '/session/sso/logout/:accountId',
      {
        config: {
          credential: ({ params }) => ({
            kind: 'account',
            name: (params as { accountId: string }).accountId,
          }),
          load: 'call',
        },
        schema: {
          operationId: 'endSsoSessions',
          summary: 'End sessions by a logout token',
          description: 'For the provider: OpenID Connect Back-Channel Logout 1.0.',
          tags,
          security: [],
          consumes: ['application/x-www-form-urlencoded'],
          params: Type.Object({ accountId: Type.String({ maxLength: 64 }) }),
          body: Type.Object({ logout_token: Type.String({ minLength: 1, maxLength: maxLogoutBytes }) }),
          response: { 200: answer({}), ...failures },
        },
      },
      async ({ params, body }, reply) => {
        requireRate(ofAccount.take(params.accountId))
        reply.header('cache-control', 'no-store')
        await endByProvider(ctx, oidc, params.accountId, body.logout_token)
        return {}
      },
    )
  })
}

function sendBegun(reply: FastifyReply, begun: Begun, isInWindow: boolean) {
  if ('refusal' in begun) {
    const path = isInWindow ? `/sso-done?outcome=${begun.refusal}` : `/sign-in?sso=${begun.refusal}`
    return redirect(reply, path)
  }
  reply.setCookie(ssoCookieName, begun.cookie, { ...ssoCookieAttributes, expires: begun.expires })
  return redirect(reply, begun.url)
}

/** Proofs, links and tests have a window of their own, which closes itself. */
function pathAfter(finished: Finished): string {
  if (finished.kind === 'signedIn') return '/'
  if (finished.kind !== 'refused') return `/sso-done?outcome=${finished.kind}`
  const { refusal, purpose } = finished
  return purpose === 'signIn' ? `/sign-in?sso=${refusal}` : `/sso-done?outcome=${refusal}`
}

function redirect(reply: FastifyReply, url: string) {
  reply.header('cache-control', 'no-store')
  reply.header('referrer-policy', 'no-referrer')
  return reply.redirect(url, 303)
}
