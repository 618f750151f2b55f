import { Type } from 'typebox'
import { sendList } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { listDeliveries, redeliver, sendTest } from './delivery.ts'
import { redeliverEvents } from './redelivery.ts'
import {
  attemptFields,
  DeliveryPath,
  DeliveryQuery,
  DeliveryView,
  deliveryFields,
  RedeliveryBody,
  WebhookPath,
  webhookFields,
} from './webhook.schema.ts'
import { getWebhookIn } from './webhook.ts'

const tags = ['Webhooks']
const access = 'webhooks.manage'

export const webhookDeliveryRoutes: Routes = (app, ctx) => {
  app.addSchema(DeliveryView)

  app.get(
    '/api/webhooks/:webhookId/deliveries',
    {
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'List webhook deliveries',
        description: 'Delivered, waiting and failed deliveries of the last 7 days, newest first.',
        tags,
        params: WebhookPath,
        querystring: DeliveryQuery,
        response: {
          200: answer({
            deliveries: Type.Array(ref(DeliveryView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { caller, params, query } = request
      const read = await listDeliveries(ctx, caller, params.webhookId, query.state)
      return sendList(request, reply, 'deliveries', read)
    },
  )

  app.post(
    '/api/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    {
      config: { access },
      schema: {
        operationId: 'redeliverWebhook',
        summary: 'Redeliver a delivery',
        description: 'Works in any state. It is sent before the other deliveries of its device.',
        tags,
        params: DeliveryPath,
        response: { 200: answer(deliveryFields), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { webhookId, deliveryId } = request.params
        return { payload: await redeliver(tx, request.caller, webhookId, deliveryId) }
      }),
  )

  app.post(
    '/api/webhooks/:webhookId/redeliver',
    {
      config: { access },
      schema: {
        operationId: 'redeliverPeriod',
        summary: 'Redeliver the events of a period',
        description: 'Queues them again, as far back as the event log reaches (72 hours).',
        tags,
        params: WebhookPath,
        body: RedeliveryBody,
        response: { 202: answer(webhookFields), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { webhookId } = request.params
        await redeliverEvents(tx, request.caller, webhookId, request.body)
        return { payload: (await getWebhookIn(tx, webhookId)).webhook, status: 202 }
      }),
  )

  app.post(
    '/api/webhooks/:webhookId/test',
    {
      config: { access },
      schema: {
        operationId: 'testWebhook',
        summary: 'Test a webhook',
        description: 'Posts an event of type webhook.test at once and returns the response of the receiver.',
        tags,
        params: WebhookPath,
        response: {
          200: answer({ deliveryId: Type.String(), delivered: Type.Boolean(), ...attemptFields }),
          ...failures,
        },
      },
    },
    (request) => sendTest(ctx, request.caller, request.params.webhookId),
  )
}
