import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { answer, failures } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import type { FindProductName } from '../../../platform/product-name.ts'
import type { Tokens } from '../jwt.api.ts'
import { linkSecret } from '../link-body.api.ts'
import {
  cookieAttributes,
  cookieName,
  credentialIn,
  passkeyCookieName,
  SecondStepAnswer,
  SignedInAnswer,
  sendSession,
  signInOriginOf,
  stepCookieName,
} from '../session-cookie.api.ts'
import { TotpCode, TotpSecret } from './factor.schema.ts'
import { finishSignIn, startEnrolment } from './finish-sign-in.ts'
import { AuthenticationResponseBody } from './passkey.schema.ts'
import { proveWithPasskey } from './passkey-sign-in.ts'
import { proveWithPassword, proveWithSso } from './proof.ts'

const tags = ['Session']

const SecondStepBody = Type.Object(
  {
    code: Type.Optional(TotpCode),
    recoveryCode: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    enrolmentLink: Type.Optional(linkSecret),
  },
  {
    additionalProperties: false,
    oneOf: [{ required: ['code'] }, { required: ['recoveryCode'] }],
  },
)
const ProofBody = Type.Object(
  {
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    code: Type.Optional(TotpCode),
    passkey: Type.Optional(AuthenticationResponseBody),
    sso: Type.Optional(
      Type.Literal(true, { description: 'After GET /session/sso with `purpose=proof`, within 2 minutes.' }),
    ),
  },
  {
    additionalProperties: false,
    oneOf: [{ required: ['password'] }, { required: ['passkey'] }, { required: ['sso'] }],
  },
)

/** The second step of a sign-in, and proofs for the session. Registered with the routes of the session. */
export function secondStepRoutes(
  app: App,
  ctx: Context,
  { tokens, findProductName }: { tokens: Tokens; findProductName: FindProductName },
): void {
  const ofStep = credentialIn(stepCookieName)

  app.post(
    '/session/second',
    {
      config: { credential: ofStep, load: 'call', hasSecret: true },
      schema: {
        operationId: 'continueSignIn',
        summary: 'Sign in with the second factor',
        description:
          'Sets the cookie of the session and returns a token. A sign-in has 5 minutes and 5 tries; an enrolment 15 minutes. Each code works once.',
        tags,
        security: [],
        body: SecondStepBody,
        response: { 200: SecondStepAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const given = { ...request.body, ...signInOriginOf(request) }
      const done = await finishSignIn(ctx, tokens, request.cookies[stepCookieName], given)
      const { recoveryCodes, recoveryCodesLeft } = done
      reply.clearCookie(stepCookieName, cookieAttributes)
      return {
        ...sendSession(reply, done),
        ...(recoveryCodes && { recoveryCodes }),
        ...(recoveryCodesLeft !== undefined && { recoveryCodesLeft }),
      }
    },
  )

  app.post(
    '/session/second/totp',
    {
      config: { credential: ofStep, load: 'call', hasSecret: true },
      schema: {
        operationId: 'startEnrolment',
        summary: 'Set up an authenticator app while signing in',
        description:
          'For users who need a second factor and have none. Confirm the app with POST /session/second.',
        tags,
        security: [],
        response: { 200: answer(TotpSecret), ...failures },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return startEnrolment(ctx, request.cookies[stepCookieName], signInOriginOf(request), findProductName)
    },
  )

  app.post(
    '/session/proof',
    {
      config: { credential: credentialIn(cookieName), load: 'call' },
      schema: {
        operationId: 'proveIdentity',
        summary: 'Prove your identity again',
        description:
          'Returns a new token of the same session, for actions that require a recent authentication. Send the password, and the code if you have an authenticator app; or a passkey; or `sso` after signing in with the provider of the account again. Recovery codes are not accepted.',
        tags,
        security: [],
        body: ProofBody,
        response: { 200: SignedInAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { password = '', code, passkey, sso } = request.body
      const cookie = request.cookies[cookieName]
      const challengeCookie = request.cookies[passkeyCookieName]
      const origin = signInOriginOf(request)
      const issued = sso
        ? await proveWithSso(ctx, tokens, cookie, origin)
        : passkey
          ? await proveWithPasskey(ctx, tokens, cookie, { response: passkey, challengeCookie, ...origin })
          : await proveWithPassword(ctx, tokens, cookie, { password, ...(code && { code }), ...origin })
      reply.header('cache-control', 'no-store')
      return { token: issued.token, expiresAt: issued.expires.toISOString() }
    },
  )
}
