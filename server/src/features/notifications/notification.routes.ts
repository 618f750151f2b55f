import { Type } from 'typebox'
import { sendList } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { listOfDevice } from './notification.api.ts'
import { DevicePath, NotificationQuery, NotificationView } from './notification.schema.ts'

export const notificationRoutes: Routes = (app, ctx) => {
  app.addSchema(NotificationView)

  app.get(
    '/api/devices/:deviceId/notifications',
    {
      schema: {
        operationId: 'listNotifications',
        summary: 'List notifications of a device',
        description: 'Sent, failed and suppressed notifications with their reasons, newest first.',
        tags: ['Notifications'],
        params: DevicePath,
        querystring: NotificationQuery,
        response: {
          200: answer({
            notifications: Type.Array(ref(NotificationView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { caller, params, query } = request
      const read = await listOfDevice(ctx, caller, params.deviceId, query.state)
      return sendList(request, reply, 'notifications', read)
    },
  )
}
