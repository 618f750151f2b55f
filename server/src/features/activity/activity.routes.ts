import { Type } from 'typebox'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { ActivityView } from './activity.schema.ts'
import { listActivity } from './activity.ts'

export const activityRoutes: Routes = (app, ctx) => {
  app.addSchema(ActivityView)

  app.get(
    '/api/devices/:deviceId/activity',
    {
      schema: {
        operationId: 'listActivity',
        summary: 'List device activity',
        description:
          'To diagnose the connection of a tracker. At most 50 entries of the last 7 days, newest first, 20 of them locations. Connections are recorded only while a device reports no locations, and unreadable frames only a few times per minute.',
        tags: ['Devices'],
        params: Type.Object({ deviceId: Type.String({ maxLength: 64 }) }),
        response: { 200: answer({ activity: Type.Array(ref(ActivityView)) }), ...failures },
      },
    },
    async ({ caller, params }) => ({ activity: await listActivity(ctx, caller, params.deviceId) }),
  )
}
