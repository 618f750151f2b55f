import { Type } from 'typebox'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { getTripSpan } from '../trips/trip.api.ts'
import { formats } from './formats.ts'
import { LocationView, TripTrackQuery } from './location.schema.ts'
import { sendTrack } from './send-track.ts'

export const tripLocationRoutes: Routes = (app, ctx) => {
  app.get(
    '/api/trips/:tripId/locations',
    {
      config: { mediaTypes: formats.map(({ type }) => type), load: 'track' },
      schema: {
        operationId: 'listTripLocations',
        summary: 'List locations of a trip',
        description:
          'From its start to its end, oldest first; also of a stop or a gap. The header `Accept`, or `format`, selects JSON, GeoJSON, GPX, KML or CSV.',
        tags: ['Trips'],
        params: Type.Object({ tripId: Type.String({ maxLength: 64 }) }),
        querystring: TripTrackQuery,
        response: {
          200: answer({
            locations: Type.Array(ref(LocationView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { tripId } = request.params
      const { deviceId, from, to } = await getTripSpan(ctx, request.caller, tripId)
      return sendTrack(ctx, request, reply, { deviceId, period: { from, to }, name: tripId }, request.query)
    },
  )
}
