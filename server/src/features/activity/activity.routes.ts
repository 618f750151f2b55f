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
        summary: 'What was heard of a device in the last days, newest first: to connect its tracker',
        description:
          'At most 50, of the last 7 days, 20 of them locations. Connections are noted while a device brings no locations, and of what cannot be read a few each minute.',
        tags: ['Devices'],
        params: Type.Object({ deviceId: Type.String({ maxLength: 64 }) }),
        response: { 200: answer({ activity: Type.Array(ref(ActivityView)) }), ...failures },
      },
    },
    async ({ caller, params }) => ({ activity: await listActivity(ctx, caller, params.deviceId) }),
  )
}
