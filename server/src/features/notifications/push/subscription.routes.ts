import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { Routes } from '../../../platform/http/server.ts'
import { write } from '../../../platform/http/write.ts'
import { createPushService } from './push-service.ts'
import {
  PushSubscriptionView,
  SubscriptionBody,
  SubscriptionPath,
  TestBody,
  testAnswerFields,
} from './subscription.schema.ts'
import {
  deleteOwnSubscription,
  keepOwnSubscription,
  listOwnSubscriptions,
  testOwnSubscription,
} from './subscription.ts'
import type { ListedSubscription } from './subscription.types.ts'
import { createVapidKeys } from './vapid-key.ts'

const tags = ['Push notifications']

export const pushSubscriptionRoutes: Routes = (app, ctx: Context) => {
  const findKey = createVapidKeys(ctx)
  const service = createPushService(ctx, findKey)
  app.addHook('onClose', async () => service.stop())
  app.addSchema(PushSubscriptionView)

  app.get(
    '/api/me/pushSubscriptions',
    {
      schema: {
        operationId: 'listPushSubscriptions',
        summary: 'List your browsers with notifications',
        description:
          'The browsers that show your notifications, newest first, and the key to register one with: the `applicationServerKey` of its PushManager.',
        tags,
        response: {
          200: answer({
            applicationServerKey: Type.Union([Type.String(), Type.Null()], {
              description: 'Null if this installation sends no notifications to browsers.',
            }),
            pushSubscriptions: Type.Array(ref(PushSubscriptionView)),
          }),
          ...failures,
        },
      },
    },
    async ({ caller }) => ({
      applicationServerKey: ctx.config.notifications.push.enabled ? (await findKey()).publicKey : null,
      pushSubscriptions: (await listOwnSubscriptions(ctx, caller)).map((one) => toView(one, caller)),
    }),
  )

  app.post(
    '/api/me/pushSubscriptions',
    {
      config: { access: 'any', hasSecret: true },
      schema: {
        operationId: 'registerPushSubscription',
        summary: 'Register a browser for notifications',
        description:
          'Takes the subscription of a browser, for its session: notifications end with the session. Registering it again renews it. A user has at most 10 browsers; the one renewed least recently makes room. Creates the contact of the channel `push` that rules can notify, if the user has none.',
        tags,
        body: SubscriptionBody,
        response: { 200: answer({ id: Type.String() }), 201: answer({ id: Type.String() }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { endpoint, keys, language, showsText = null } = request.body
        const wanted = { endpoint, keys, language, showsText }
        const { id, isNew } = await keepOwnSubscription(tx, service, request.caller, wanted)
        return isNew
          ? { payload: { id }, status: 201, location: `/api/me/pushSubscriptions/${id}` }
          : { payload: { id } }
      }),
  )

  app.delete(
    '/api/me/pushSubscriptions/:subscriptionId',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'deletePushSubscription',
        summary: 'Remove a browser from notifications',
        description: 'It shows no further notifications. The contact stays.',
        tags,
        params: SubscriptionPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteOwnSubscription(tx, request.caller, request.params.subscriptionId)
        return { payload: {} }
      }),
  )

  app.post(
    '/api/me/pushSubscriptions/:subscriptionId/test',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'testPushSubscription',
        summary: 'Test notifications of a browser',
        description: 'Sends a notification to the browser at once. At most 50 a day.',
        tags,
        params: SubscriptionPath,
        body: TestBody,
        response: { 200: answer(testAnswerFields), ...failures },
      },
    },
    async ({ caller, params, body }) => {
      const outcome = await testOwnSubscription(ctx, service, caller, {
        id: params.subscriptionId,
        language: body.language ?? 'en',
      })
      return { outcome: outcome.kind, reason: 'why' in outcome ? outcome.why : null }
    },
  )
}

function toView(one: ListedSubscription, { clientId }: Caller) {
  const { sessionId, createdAt, acceptedAt, expiresAt, ...rest } = one
  return {
    ...rest,
    isCurrent: sessionId === clientId,
    createdAt: createdAt.toISOString(),
    acceptedAt: acceptedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
  }
}
