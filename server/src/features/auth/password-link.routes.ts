// Routes for a forgotten password and for invitations. Outside /api, because they need no token.

import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { answer, failures } from '../../platform/http/responses.ts'
import { guardSecretLinks } from '../../platform/http/secret-link.ts'
import type { App } from '../../platform/http/server.ts'
import { TotpCode } from './factors/factor.schema.ts'
import { refuseForeignOrigin } from './foreign-origin.api.ts'
import { linkCredential, linkSecret, mailLanguage } from './link-body.api.ts'
import { choosePassword, openInvitation } from './password-by-link.ts'
import { requestReset } from './password-reset.ts'

const common = { tags: ['Session'], security: [] }
const RequestBody = Type.Object(
  { userName: Type.String({ minLength: 1, maxLength: 254 }), language: mailLanguage },
  { additionalProperties: false },
)
const SecretBody = Type.Object({ secret: linkSecret }, { additionalProperties: false })
/** Of a user with a second factor: also one of the two codes. */
const ChoiceBody = Type.Object(
  {
    secret: linkSecret,
    newPassword: Type.String({ minLength: 1, maxLength: 256 }),
    language: mailLanguage,
    code: Type.Optional(TotpCode),
    recoveryCode: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  },
  { additionalProperties: false },
)

export function passwordLinkRoutes(parent: App, ctx: Context): void {
  parent.register(async (app: App) => {
    guardSecretLinks(app, ctx)
    app.addHook('onRequest', async (request) => refuseForeignOrigin(request))

    app.post(
      '/session/reset',
      {
        // Every cell takes every name: looking for its home cell would take longer for names that exist.
        config: { credential: () => undefined, load: 'call' },
        schema: {
          operationId: 'requestPasswordReset',
          summary: 'Request a password reset',
          description:
            'If the name exists and its e-mail address is verified, the user gets a link that is valid for 60 minutes. The answer is the same for every name.',
          ...common,
          body: RequestBody,
          response: { 202: answer({}, 'Accepted.'), ...failures },
        },
      },
      async ({ body, ip }, reply) => {
        await requestReset(ctx, { ...body, address: ip })
        reply.code(202)
        return {}
      },
    )

    app.post(
      '/session/reset/confirm',
      {
        config: { credentialInBody: linkCredential, load: 'call' },
        schema: {
          operationId: 'confirmPasswordReset',
          summary: 'Choose a password with a reset link',
          description:
            'Works once per link. Ends all sessions of the user. Users with a second factor also send a code.',
          ...common,
          body: ChoiceBody,
          response: { 200: answer({}), ...failures },
        },
      },
      async ({ body, id, ip }) => {
        await choosePassword(ctx, 'password-reset', { ...body, requestId: id, address: ip })
        return {}
      },
    )

    app.post(
      '/session/invitation',
      {
        config: { credentialInBody: linkCredential, load: 'call' },
        schema: {
          operationId: 'openInvitation',
          summary: 'Open an invitation',
          description: 'Returns who is invited to what, and changes nothing.',
          ...common,
          body: SecretBody,
          response: {
            200: answer({
              userName: Type.String(),
              name: Type.String({ description: 'Name of the user.' }),
              account: Type.String({ description: 'Name of the account.' }),
              expiresAt: Type.String({ format: 'date-time', description: 'When the link expires.' }),
            }),
            ...failures,
          },
        },
      },
      ({ body }) => openInvitation(ctx, body.secret),
    )

    app.post(
      '/session/invitation/accept',
      {
        config: { credentialInBody: linkCredential, load: 'call' },
        schema: {
          operationId: 'acceptInvitation',
          summary: 'Accept an invitation',
          description:
            'Sets the password of the user and verifies the e-mail address. Works once per link. Users with a second factor also send a code.',
          ...common,
          body: ChoiceBody,
          response: { 200: answer({}), ...failures },
        },
      },
      async ({ body, id, ip }) => {
        await choosePassword(ctx, 'invitation', { ...body, requestId: id, address: ip })
        return {}
      },
    )
  })
}
