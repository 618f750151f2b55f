import { Type } from 'typebox'
import { allowNoBody } from '../../platform/http/optional-body.ts'
import { answer, failures } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { mailLanguage } from '../auth/link-body.api.ts'
import { inviteUser, requireFewInvitations } from './invitation.api.ts'
import { UserPath } from './user.schema.ts'

const InvitationBody = Type.Object({ language: mailLanguage }, { additionalProperties: false })

export const invitationRoutes: Routes = (app, ctx) => {
  app.post(
    '/api/users/:userId/invitation',
    {
      config: { access: 'users.manage' },
      preValidation: allowNoBody,
      schema: {
        operationId: 'inviteUser',
        summary: 'Send an invitation',
        description:
          'Sends a link to the e-mail address of the user, who chooses a password with it. Valid for 72 hours; a newer one ends it. At most 3 a day per user. Sessions need a sign-in of the last 5 minutes.',
        tags: ['Users'],
        params: UserPath,
        body: InvitationBody,
        response: {
          200: answer({
            expiresAt: Type.String({ format: 'date-time', description: 'When the link expires.' }),
          }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      await requireFewInvitations(ctx, request.caller)
      return write(ctx, request, reply, async (tx) => {
        const { caller, params, body } = request
        const { expiresAt } = await inviteUser(tx, caller, params.userId, body.language)
        return { payload: { expiresAt: expiresAt.toISOString() } }
      })
    },
  )
}
