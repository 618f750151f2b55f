import { Type } from 'typebox'
import { answer, failures } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { etagOf } from '../../platform/http/versions.ts'
import { write } from '../../platform/http/write.ts'
import { getContact } from './contact.api.ts'
import { CodeBody, ContactPath, contactFields } from './contact.schema.ts'
import { confirmCode, requireConfirmed, sendCode } from './verification.ts'

const tags = ['Contacts']

export const verificationRoutes: Routes = (app, ctx) => {
  app.post(
    '/api/contacts/:contactId/verification',
    {
      config: { access: 'alerts.manage' },
      schema: {
        operationId: 'sendContactCode',
        summary: 'Send a verification code',
        description:
          'Sends six digits to the address of the contact. On Telegram nothing can be sent before the recipient has opened openUrl.',
        tags,
        params: ContactPath,
        response: {
          200: answer({
            expiresAt: Type.String({ format: 'date-time', description: 'When the code or link expires.' }),
            openUrl: Type.Union([Type.String(), Type.Null()], {
              description: 'The link that verifies the contact when its recipient opens it on Telegram.',
            }),
          }),
          ...failures,
        },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { expiresAt, openUrl } = await sendCode(tx, request.caller, request.params.contactId)
        return { payload: { expiresAt: expiresAt.toISOString(), openUrl } }
      }),
  )

  app.post(
    '/api/contacts/:contactId/verification/confirm',
    {
      config: { access: 'alerts.manage' },
      schema: {
        operationId: 'confirmContactCode',
        summary: 'Verify a contact',
        description: 'Takes the code that was sent to its address.',
        tags,
        params: ContactPath,
        body: CodeBody,
        response: { 200: answer(contactFields), ...failures },
      },
    },
    async (request, reply) => {
      const { body, caller, params } = request
      const { confirmation } = await write(ctx, request, reply, async (tx) => ({
        payload: { confirmation: await confirmCode(tx, caller, params.contactId, body.code) },
      }))
      requireConfirmed(confirmation)
      const { contact, version } = await getContact(ctx, caller, params.contactId)
      reply.header('etag', etagOf(version))
      return contact
    },
  )
}
