import { Type } from 'typebox'
import { sendPage } from '../../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { Routes } from '../../../platform/http/server.ts'
import { listNearDevices } from './near.api.ts'
import { defaultLimit, defaultRadiusM, NearDevice, NearQuery } from './near.schema.ts'

export const nearRoutes: Routes = (app, ctx) => {
  app.addSchema(NearDevice)

  app.get(
    '/api/devices/near',
    {
      schema: {
        operationId: 'listNearDevices',
        summary: 'List devices near a point',
        description:
          'The devices that you may see whose last location is within the radius, nearest first. Devices without a location are left out.',
        tags: ['Devices'],
        querystring: NearQuery,
        response: { 200: answer({ devices: Type.Array(ref(NearDevice)) }), ...failures },
      },
    },
    async (request, reply) => {
      const { latitude, longitude, radius = defaultRadiusM, limit = defaultLimit } = request.query
      const around = { latitude, longitude, radiusM: radius, limit }
      return sendPage(request, reply, 'devices', await listNearDevices(ctx, request.caller, around))
    },
  )
}
