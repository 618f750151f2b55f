import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { answer, failures } from '../../platform/http/responses.ts'
import { guardSecretLinks } from '../../platform/http/secret-link.ts'
import type { App, Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { refuseForeignOrigin } from '../auth/foreign-origin.api.ts'
import { linkCredential, linkSecret, mailLanguage } from '../auth/link-body.api.ts'
import { confirmEmail, requestEmailChange, undoEmailChange } from './own-email.ts'

const EmailBody = Type.Object(
  { email: Type.String({ format: 'email', maxLength: 254 }), language: mailLanguage },
  { additionalProperties: false },
)
const SecretBody = Type.Object({ secret: linkSecret }, { additionalProperties: false })

export const ownEmailRoutes: Routes = (app, ctx) => {
  app.post(
    '/api/me/email',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'requestEmailChange',
        summary: 'Change your e-mail address',
        description:
          'Sends a link to the new address. The address changes when the link is confirmed, within 24 hours. Also verifies the address that you have. Requires a sign-in with your password less than 5 minutes old. At most 5 a day.',
        tags: ['Users'],
        body: EmailBody,
        response: {
          200: answer({
            expiresAt: Type.String({ format: 'date-time', description: 'When the link expires.' }),
          }),
          ...failures,
        },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const expiresAt = await requestEmailChange(tx, request.caller, request.body)
        return { payload: { expiresAt: expiresAt.toISOString() } }
      }),
  )
}

/** For recipients of a link. Outside /api, because they need no token. */
export function emailLinkRoutes(parent: App, ctx: Context): void {
  parent.register(async (app: App) => {
    guardSecretLinks(app, ctx)
    app.addHook('onRequest', async (request) => refuseForeignOrigin(request))
    const common = { tags: ['Session'], security: [], body: SecretBody }
    const config = { credentialInBody: linkCredential, load: 'call' } as const

    app.post(
      '/session/email/confirm',
      {
        config,
        schema: {
          operationId: 'confirmEmail',
          summary: 'Confirm an e-mail address',
          description:
            'Works once per link. The old address, if it was verified, gets a link to undo the change.',
          ...common,
          response: { 200: answer({}), ...failures },
        },
      },
      async ({ body, id }) => {
        await confirmEmail(ctx, body.secret, id)
        return {}
      },
    )

    app.post(
      '/session/email/undo',
      {
        config,
        schema: {
          operationId: 'undoEmailChange',
          summary: 'Undo the change of an e-mail address',
          description: 'Restores the old address and ends all sessions of the user. Valid for 72 hours.',
          ...common,
          response: { 200: answer({}), ...failures },
        },
      },
      async ({ body, id }) => {
        await undoEmailChange(ctx, body.secret, id)
        return {}
      },
    )
  })
}
