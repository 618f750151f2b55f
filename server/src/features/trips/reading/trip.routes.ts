// A single trip, stop or gap: what it is, why, and what it was before.

import { Type } from 'typebox'
import { Cursor, Limit } from '../../../platform/http/paging.ts'
import { sendList } from '../../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { Routes } from '../../../platform/http/server.ts'
import { etagOf } from '../../../platform/http/versions.ts'
import { placeNamesFor } from '../../places/place.api.ts'
import { explainSegment } from './explanation.ts'
import { CorrectionView, ExplanationView, SegmentPath, segmentFields } from './segment.schema.ts'
import { getSegment, listCorrections } from './trip.ts'

const tags = ['Trips']
const CorrectionsQuery = Type.Object(
  { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) },
  { additionalProperties: false },
)

export const tripRoutes: Routes = (app, ctx) => {
  app.addSchema(CorrectionView)
  app.addSchema(ExplanationView)

  app.get(
    '/api/trips/:tripId',
    {
      schema: {
        operationId: 'getTrip',
        summary: 'Get a trip',
        description: 'Also a stop or a gap. 404 if it was withdrawn; its corrections can still be read.',
        tags,
        params: SegmentPath,
        response: { 200: answer(segmentFields), ...failures },
      },
    },
    async (request, reply) => {
      const namePlace = await placeNamesFor(ctx, request)
      const segment = await getSegment(ctx, request.caller, request.params.tripId, namePlace)
      reply.header('etag', etagOf(segment.version))
      return segment
    },
  )

  app.get(
    '/api/trips/:tripId/explanation',
    {
      config: { load: 'track' },
      schema: {
        operationId: 'explainTrip',
        summary: 'Explain a trip',
        description:
          'Why it began and ended: the deciding locations, what they measured, the thresholds, the settings in force, and the locations that were left out.',
        tags,
        params: SegmentPath,
        response: { 200: answer({ explanation: ref(ExplanationView) }), ...failures },
      },
    },
    async ({ caller, params }) => ({ explanation: await explainSegment(ctx, caller, params.tripId) }),
  )

  app.get(
    '/api/trips/:tripId/corrections',
    {
      schema: {
        operationId: 'listTripCorrections',
        summary: 'List corrections of a trip',
        description: 'Every change after it had ended, oldest first. Also of a trip that was withdrawn.',
        tags,
        params: SegmentPath,
        querystring: CorrectionsQuery,
        response: {
          200: answer({
            corrections: Type.Array(ref(CorrectionView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    async (request, reply) =>
      sendList(
        request,
        reply,
        'corrections',
        await listCorrections(ctx, request.caller, request.params.tripId),
      ),
  )
}
