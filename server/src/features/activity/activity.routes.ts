import { Type } from 'typebox'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { ArrivalView } from './activity.schema.ts'
import { listArrivals } from './activity.ts'

export const arrivalRoutes: Routes = (app, ctx) => {
  app.addSchema(ArrivalView)

  app.get(
    '/api/devices/:deviceId/arrivals',
    {
      schema: {
        operationId: 'listArrivals',
        summary: 'What was heard of a device in the last days, newest first: to connect its tracker',
        description:
          'At most 50, of the last 7 days, 20 of them locations. Connections are noted while a device brings no locations, and of what cannot be read a few each minute.',
        tags: ['Devices'],
        params: Type.Object({ deviceId: Type.String({ maxLength: 64 }) }),
        response: { 200: answer({ arrivals: Type.Array(ref(ArrivalView)) }), ...failures },
      },
    },
    async ({ caller, params }) => ({ arrivals: await listArrivals(ctx, caller, params.deviceId) }),
  )
}
