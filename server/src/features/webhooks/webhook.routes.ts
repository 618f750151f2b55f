import { Type } from 'typebox'
import type { Tx } from '../../platform/context.ts'
import { PatchBody, patched } from '../../platform/http/patch.ts'
import { sendList } from '../../platform/http/raw-responses.ts'
import { ignoreReadOnly } from '../../platform/http/read-only.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { requireValid } from '../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../platform/http/versions.ts'
import { write } from '../../platform/http/write.ts'
import { findEnd } from './redelivery.ts'
import {
  secret,
  WebhookBody,
  WebhookPath,
  WebhookQuery,
  WebhookView,
  webhookFields,
} from './webhook.schema.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookIn,
  listWebhooks,
  rotateSecret,
  toDocument,
} from './webhook.ts'

const tags = ['Webhooks']
const access = 'webhooks.manage'
const WebhookAnswer = answer(webhookFields)

export const webhookRoutes: Routes = (app, ctx) => {
  app.addSchema(WebhookView)

  app.get(
    '/api/webhooks',
    {
      schema: {
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'The webhooks of the account, without their secrets.',
        tags,
        querystring: WebhookQuery,
        response: {
          200: answer({ webhooks: Type.Array(ref(WebhookView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    (request, reply) =>
      sendList(request, reply, 'webhooks', listWebhooks(ctx, request.caller, request.query)),
  )

  app.get(
    '/api/webhooks/:webhookId',
    {
      schema: {
        operationId: 'getWebhook',
        summary: 'Get a webhook',
        description: 'The webhook with its state.',
        tags,
        params: WebhookPath,
        response: { 200: WebhookAnswer, ...failures },
      },
    },
    async ({ caller, params }, reply) => {
      const { webhook, version } = await getWebhook(ctx, caller, params.webhookId)
      reply.header('etag', etagOf(version))
      return webhook
    },
  )

  app.post(
    '/api/webhooks',
    {
      config: { access },
      schema: {
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description: 'It receives events from now on.',
        tags,
        body: WebhookBody,
        response: { 201: answer({ ...webhookFields, secret }), ...failures },
      },
    },
    async (request, reply) => {
      const position = await findEnd(ctx)
      return write(ctx, request, reply, async (tx) => {
        const created = await createWebhook(tx, request.caller, request.body, position)
        const { payload, etag } = await shown(tx, created.id)
        const location = `/api/webhooks/${created.id}`
        return { payload: { ...payload, secret: created.secret }, etag, status: 201, location }
      })
    },
  )

  app.put(
    '/api/webhooks/:webhookId',
    {
      config: { access },
      preValidation: ignoreReadOnly(webhookFields, WebhookBody),
      schema: {
        operationId: 'replaceWebhook',
        summary: 'Replace a webhook',
        description: 'Absent fields are cleared. Its secret and its position in the log stay.',
        tags,
        params: WebhookPath,
        body: WebhookBody,
        response: { 200: WebhookAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { webhookId } = request.params
        await changeWebhook(tx, request.caller, webhookId, (before) => {
          requireVersion(request, before.version)
          return request.body
        })
        return shown(tx, webhookId)
      }),
  )

  app.patch(
    '/api/webhooks/:webhookId',
    {
      config: { access },
      schema: {
        operationId: 'patchWebhook',
        summary: 'Update a webhook',
        description: 'Takes a JSON Patch or a merge patch.',
        tags,
        params: WebhookPath,
        body: PatchBody,
        response: { 200: WebhookAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { webhookId } = request.params
        await changeWebhook(tx, request.caller, webhookId, (before) => {
          requireVersion(request, before.version)
          return requireValid(WebhookBody, patched(toDocument(before), request.body))
        })
        return shown(tx, webhookId)
      }),
  )

  app.delete(
    '/api/webhooks/:webhookId',
    {
      config: { access },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Deletes its waiting deliveries and its delivery log too.',
        tags,
        params: WebhookPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteWebhook(tx, request.caller, request.params.webhookId, (before) =>
          requireVersion(request, before.version),
        )
        return { payload: {} }
      }),
  )

  app.post(
    '/api/webhooks/:webhookId/secret',
    {
      config: { access },
      schema: {
        operationId: 'replaceWebhookSecret',
        summary: 'Rotate a webhook secret',
        description: 'The old secret signs as well for 24 hours.',
        tags,
        params: WebhookPath,
        response: {
          200: answer({ secret, oldSecretUntil: Type.String({ format: 'date-time' }) }),
          ...failures,
        },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => ({
        payload: await rotateSecret(tx, request.caller, request.params.webhookId),
      })),
  )
}

async function shown(tx: Tx, id: string) {
  const { webhook, version } = await getWebhookIn(tx, id)
  return { payload: webhook, etag: etagOf(version) }
}
