// The cookies of the sign-in: scripts cannot read them, and other sites cannot send them.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Credential } from '../../platform/cells/cells.ts'
import { answer } from '../../platform/http/responses.ts'
import type { PendingSignIn } from './factors/factor.types.ts'
import type { SignedIn } from './session.types.ts'
import type { SessionOrigin } from './sign-in.types.ts'

export const cookieName = '__Host-rastro'
/** Of a sign-in that waits for the second factor. */
export const stepCookieName = '__Host-rastro-step'
/** The sealed challenge of a passkey. */
export const passkeyCookieName = '__Host-rastro-passkey'
export const cookieAttributes = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const

const signedIn = {
  token: Type.String({ description: 'Keep it in memory only.' }),
  expiresAt: Type.String({ format: 'date-time' }),
}
export const SignedInAnswer = answer(signedIn)
export const SecondStepAnswer = answer({
  ...signedIn,
  recoveryCodes: Type.Optional(
    Type.Array(Type.String(), { description: 'After enrolling. Shown only once; each code works once.' }),
  ),
  recoveryCodesLeft: Type.Optional(
    Type.Integer({ description: 'After a recovery code was used: how many are left.' }),
  ),
})
export const PendingAnswer = answer(
  {
    next: Type.Union([Type.Literal('secondFactor'), Type.Literal('enrolment')], {
      description:
        '`secondFactor`: send the code with POST /session/second. `enrolment`: the user needs a second factor and has none; begin with POST /session/second/totp.',
    }),
    methods: Type.Array(
      Type.Union([Type.Literal('totp'), Type.Literal('passkey'), Type.Literal('recoveryCode')]),
      { description: 'What the user can sign in with.' },
    ),
    expiresAt: Type.String({ format: 'date-time' }),
  },
  'The password is right, and a second factor follows. There is no session yet.',
)

/** The account named in a cookie. It is not verified here. */
export const credentialIn =
  (name: string) =>
  ({ headers }: FastifyRequest): Credential | undefined => {
    const [, account] =
      new RegExp(`(?:^|;\\s*)${name}=(acc_[0-9A-Za-z]{22})`).exec(headers.cookie ?? '') ?? []
    return account === undefined ? undefined : { kind: 'account', name: account }
  }

export function signInOriginOf({ ip, headers, site }: FastifyRequest): SessionOrigin {
  return { address: ip, agent: headers['user-agent'], host: site.host }
}

export function sendSession(reply: FastifyReply, { token, expires, cookie, cookieExpires }: SignedIn) {
  reply.header('cache-control', 'no-store')
  reply.setCookie(cookieName, cookie, { ...cookieAttributes, expires: cookieExpires })
  return { token, expiresAt: expires.toISOString() }
}

/** The session, or the step that comes before it. */
export function sendSignIn(reply: FastifyReply, outcome: SignedIn | PendingSignIn) {
  if ('token' in outcome) return sendSession(reply, outcome)
  const { next, methods, cookie, cookieExpires } = outcome
  reply.code(202)
  reply.header('cache-control', 'no-store')
  reply.setCookie(stepCookieName, cookie, { ...cookieAttributes, expires: cookieExpires })
  return { next, methods, expiresAt: cookieExpires.toISOString() }
}
