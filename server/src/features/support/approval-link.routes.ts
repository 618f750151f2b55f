// Routes for the link in the e-mail about a support session. Outside /api, because they need no token.

import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { answer, failures } from '../../platform/http/responses.ts'
import { guardSecretLinks } from '../../platform/http/secret-link.ts'
import type { App } from '../../platform/http/server.ts'
import { refuseForeignOrigin } from '../auth/foreign-origin.api.ts'
import { linkCredential, linkSecret } from '../auth/link-body.api.ts'
import { answerRequest, openRequest } from './approval-link.ts'
import type { SupportNeeds } from './support.routes.ts'

const common = { tags: ['Support sessions'], security: [] }
const config = { credentialInBody: linkCredential, load: 'call' } as const

export function supportLinkRoutes(parent: App, ctx: Context, { report }: SupportNeeds): void {
  parent.register(async (app: App) => {
    guardSecretLinks(app, ctx)
    app.addHook('onRequest', async (request) => refuseForeignOrigin(request))

    app.post(
      '/session/supportRequest',
      {
        config,
        schema: {
          operationId: 'openSupportLink',
          summary: 'Open a request for a support session by its link',
          description: 'Returns who asks and why, and changes nothing.',
          ...common,
          body: Type.Object({ secret: linkSecret }, { additionalProperties: false }),
          response: {
            200: answer({
              visitorName: Type.String(),
              organization: Type.String(),
              reason: Type.String(),
              minutes: Type.Integer({ description: 'How long the session lasts.' }),
              expiresAt: Type.String({ format: 'date-time', description: 'Until when it can be approved.' }),
            }),
            ...failures,
          },
        },
      },
      ({ body }) => openRequest(ctx, body.secret),
    )

    app.post(
      '/session/supportRequest/answer',
      {
        config,
        schema: {
          operationId: 'answerSupportLink',
          summary: 'Answer a request for a support session by its link',
          description: 'Approves it for reading only, or refuses it. Works once per link.',
          ...common,
          body: Type.Object(
            { secret: linkSecret, isApproved: Type.Boolean() },
            { additionalProperties: false },
          ),
          response: { 200: answer({}), ...failures },
        },
      },
      async ({ body, id: requestId }) => {
        await report(await answerRequest(ctx, { ...body, requestId }))
        return {}
      },
    )
  })
}
