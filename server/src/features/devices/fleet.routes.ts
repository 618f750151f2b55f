import { Type } from 'typebox'
import { pageOf } from '../../platform/http/paging.ts'
import { sendPage } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { FleetPage, FleetRow, fleetColumns, maxInPage } from './fleet.schema.ts'
import { listFleet } from './fleet.ts'

export const fleetRoutes: Routes = (app, ctx) => {
  app.addSchema(FleetRow)

  app.get(
    '/api/fleet',
    {
      schema: {
        operationId: 'listFleet',
        summary: 'List the fleet',
        description:
          'Every device you may see as one compact row with its position, for maps. To miss nothing, take the `cursor` of /api/events first, then all pages of this list, then the stream after that cursor.',
        tags: ['Devices'],
        querystring: FleetPage,
        response: {
          200: answer({
            columns: Type.Array(Type.String(), { description: 'The names of the columns, in order.' }),
            devices: Type.Array(ref(FleetRow)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { limit = maxInPage, cursor } = request.query
      const page = await pageOf(request, listFleet(ctx, request.caller), { limit, cursor })
      return sendPage(request, reply, 'devices', page, { columns: fleetColumns })
    },
  )
}
