import { Type } from 'typebox'
import { PatchBody, patched } from '../../platform/http/patch.ts'
import { sendList } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { requireValid } from '../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../platform/http/versions.ts'
import { write } from '../../platform/http/write.ts'
import { placeNamesFor } from '../places/place.api.ts'
import { FuelEventDocument, FuelEventPath, FuelEventsQuery, FuelEventView } from './fuel-event.schema.ts'
import { changeEvent, getEvent, listEvents } from './fuel-event.ts'

const tags = ['Fuel']
const path = '/api/fuelEvents'
const EventAnswer = answer({ fuelEvent: ref(FuelEventView) })

export const fuelEventRoutes: Routes = (app, ctx) => {
  app.addSchema(FuelEventView)

  app.get(
    path,
    {
      config: { load: 'track' },
      schema: {
        operationId: 'listFuelEvents',
        summary: 'List fills and drains',
        description: 'Those that began in the period, newest first, as of the last computation.',
        tags,
        querystring: FuelEventsQuery,
        response: {
          200: answer({
            fuelEvents: Type.Array(ref(FuelEventView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { caller, query } = request
      const read = await listEvents(ctx, caller, query, await placeNamesFor(ctx, request))
      return sendList(request, reply, 'fuelEvents', read, 'fuel')
    },
  )

  app.get(
    `${path}/:fuelEventId`,
    {
      schema: {
        operationId: 'getFuelEvent',
        summary: 'Get a fill or a drain',
        description: '404 if later locations have disproved it.',
        tags,
        params: FuelEventPath,
        response: { 200: EventAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params } = request
      const db = ctx.db.forAccount(caller.accountId)
      const namePlace = await placeNamesFor(ctx, request)
      const fuelEvent = await getEvent({ db }, caller, params.fuelEventId, namePlace)
      reply.header('etag', etagOf(fuelEvent.version))
      return { fuelEvent }
    },
  )

  app.patch(
    `${path}/:fuelEventId`,
    {
      config: { access: 'fleet.manage', patches: FuelEventDocument },
      schema: {
        operationId: 'patchFuelEvent',
        summary: 'Confirm a fill or a drain',
        description:
          'Takes a JSON Patch or a merge patch of `confirmed`, `litres` (by the receipt) and `note`.',
        tags,
        params: FuelEventPath,
        body: PatchBody,
        response: { 200: EventAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const namePlace = await placeNamesFor(ctx, request)
      return write(ctx, request, reply, async (tx) => {
        const { caller, params, body } = request
        await changeEvent(tx, caller, params.fuelEventId, (before, version) => {
          requireVersion(request, version)
          return requireValid(FuelEventDocument, patched(before, body))
        })
        const fuelEvent = await getEvent(tx, caller, params.fuelEventId, namePlace)
        return { payload: { fuelEvent }, etag: etagOf(fuelEvent.version) }
      })
    },
  )
}
