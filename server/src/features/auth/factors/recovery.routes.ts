import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Credential } from '../../../platform/cells/cells.ts'
import { answer, failures } from '../../../platform/http/responses.ts'
import { guardSecretLinks } from '../../../platform/http/secret-link.ts'
import type { App, Routes } from '../../../platform/http/server.ts'
import { refuseForeignOrigin } from '../foreign-origin.api.ts'
import { stopRecovery } from './recovery.api.ts'

const StopBody = Type.Object(
  { secret: Type.String({ maxLength: 200, pattern: '^acc_[0-9A-Za-z]{22}\\.[\\w.-]+$' }) },
  { additionalProperties: false },
)
const credential = ({ body }: FastifyRequest): Credential => ({
  kind: 'account',
  name: (body as { secret: string }).secret.split('.')[0] ?? '',
})

export const factorRecoveryRoutes: Routes = (parent, ctx) => {
  parent.register(async (app: App) => {
    guardSecretLinks(app, ctx)
    app.addHook('onRequest', async (request) => refuseForeignOrigin(request))
    app.post(
      '/session/recovery/stop',
      {
        config: { credentialInBody: credential, load: 'call' },
        schema: {
          operationId: 'stopRecovery',
          summary: 'Stop the recovery of a second factor',
          description: 'With the secret of an e-mail about it. Public.',
          tags: ['Session'],
          security: [],
          body: StopBody,
          response: { 200: answer({}), ...failures },
        },
      },
      async ({ body }) => {
        await stopRecovery(ctx, body.secret)
        return {}
      },
    )
  })
}
