import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Credential } from '../../../platform/cells/cells.ts'
import type { Context } from '../../../platform/context.ts'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import { write } from '../../../platform/http/write.ts'
import type { FindProductName } from '../../../platform/product-name.ts'
import type { Tokens } from '../jwt.api.ts'
import {
  cookieAttributes,
  passkeyCookieName,
  SignedInAnswer,
  sendSession,
  signInOriginOf,
} from '../session-cookie.api.ts'
import { RecoveryCodes } from './factor.schema.ts'
import { addPasskey, listOwnPasskeys, removePasskey, startRegistration } from './own-passkeys.ts'
import {
  AuthenticationResponseBody,
  PasskeyBody,
  PasskeyPath,
  PasskeyView,
  WebAuthnOptions,
} from './passkey.schema.ts'
import type { Passkey } from './passkey.types.ts'
import { newChallenge } from './passkey-challenge.ts'
import { signInWithPasskey } from './passkey-sign-in.ts'
import { parseUserHandle } from './passkey-site.ts'
import type { AuthenticationResponse } from './webauthn.ts'

const tags = ['Second factors']

const PasskeySignInBody = Type.Object(
  { response: AuthenticationResponseBody },
  { additionalProperties: false },
)

/** The account in the user handle of the passkey. It is not verified here. */
export const passkeyCredential = ({ body }: FastifyRequest): Credential | undefined => {
  const { response } = (body as { response: AuthenticationResponse }).response
  const named = parseUserHandle(response.userHandle)
  return named && { kind: 'account', name: named.account }
}

/** Registered with the routes of the session. */
export function passkeySessionRoutes(app: App, ctx: Context, tokens: Tokens): void {
  app.post(
    '/session/passkey/options',
    {
      // Any cell can answer: the user is not known yet, and the challenge is sealed.
      config: { credential: () => undefined, load: 'call' },
      schema: {
        operationId: 'startPasskeySignIn',
        summary: 'Get a challenge for a passkey',
        description: 'For POST /session/passkey and POST /session/proof.',
        tags: ['Session'],
        security: [],
        body: Type.Object(
          {
            host: Type.Optional(
              Type.String({ maxLength: 253, description: 'A former host of this installation.' }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: answer({ options: WebAuthnOptions }), ...failures },
      },
    },
    async ({ body, ip, site }, reply) => {
      const { options, cookie, expires } = await newChallenge(ctx, { ...body, address: ip, at: site })
      reply.header('cache-control', 'no-store')
      reply.setCookie(passkeyCookieName, cookie, { ...cookieAttributes, expires })
      return { options }
    },
  )

  app.post(
    '/session/passkey',
    {
      config: { credentialInBody: passkeyCredential, load: 'call' },
      schema: {
        operationId: 'signInWithPasskey',
        summary: 'Sign in with a passkey',
        description: 'Sets the cookie of the session and returns a token. A passkey needs no password.',
        tags: ['Session'],
        security: [],
        body: PasskeySignInBody,
        response: { 200: SignedInAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const signedIn = await signInWithPasskey(ctx, tokens, {
        response: request.body.response,
        challengeCookie: request.cookies[passkeyCookieName],
        ...signInOriginOf(request),
      })
      reply.clearCookie(passkeyCookieName, cookieAttributes)
      return sendSession(reply, signedIn)
    },
  )
}

export function passkeyRoutes(app: App, ctx: Context, findProductName: FindProductName): void {
  app.addSchema(PasskeyView)

  app.get(
    '/api/me/passkeys',
    {
      schema: {
        operationId: 'listPasskeys',
        summary: 'List your passkeys',
        description: 'In the order of their creation; at most 10.',
        tags,
        response: { 200: answer({ passkeys: Type.Array(ref(PasskeyView)) }), ...failures },
      },
    },
    async ({ caller }) => ({ passkeys: (await listOwnPasskeys(ctx, caller)).map(toView) }),
  )

  app.post(
    '/api/me/passkeys/options',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'startPasskey',
        summary: 'Get a challenge for a new passkey',
        description: 'Requires a sign-in of the last 5 minutes.',
        tags,
        response: { 200: answer({ options: WebAuthnOptions }), ...failures },
      },
    },
    async (request, reply) => {
      const { caller, site } = request
      const product = await findProductName(caller.accountId)
      return write(ctx, request, reply, async (tx) => ({
        payload: { options: await startRegistration(tx, caller, site, product) },
      }))
    },
  )

  app.post(
    '/api/me/passkeys',
    {
      config: { access: 'any', hasSecret: true },
      schema: {
        operationId: 'createPasskey',
        summary: 'Create a passkey',
        description:
          'Ends your other sessions. Returns recovery codes, unless you have some: store them away from your devices.',
        tags,
        body: PasskeyBody,
        response: { 201: answer({ passkey: ref(PasskeyView), recoveryCodes: RecoveryCodes }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { passkey, recoveryCodes } = await addPasskey(tx, request.caller, {
          ...request.body,
          at: request.site,
        })
        const payload = { passkey: toView(passkey), recoveryCodes }
        return { payload, status: 201, location: `/api/me/passkeys/${passkey.id}` }
      }),
  )

  app.delete(
    '/api/me/passkeys/:passkeyId',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'deletePasskey',
        summary: 'Delete a passkey',
        description: 'Ends your other sessions. Requires a sign-in of the last 5 minutes.',
        tags,
        params: PasskeyPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await removePasskey(tx, request.caller, request.params.passkeyId)
        return { payload: {} }
      }),
  )
}

function toView({ id, name, host, synced, createdAt, lastUsedAt }: Passkey): Static<typeof PasskeyView> {
  return {
    id,
    name,
    host,
    synced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
