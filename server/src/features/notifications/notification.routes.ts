import { Type } from 'typebox'
import { answer, failures, ref } from '../../platform/answers.ts'
import type { Routes } from '../../platform/http.ts'
import { sendList } from '../../platform/raw-answers.ts'
import { DevicePath, NotificationQuery, NotificationView } from './notification.schema.ts'
import { listOfDevice } from './notification.service.ts'

export const notificationRoutes: Routes = (app, ctx) => {
  app.addSchema(NotificationView)

  app.get(
    '/api/devices/:deviceId/notifications',
    {
      schema: {
        operationId: 'listNotifications',
        summary: 'What was sent because of a device, what was not, and why; the newest first',
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
