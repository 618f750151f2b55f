// A single trip, stop or gap: what it is, why, and what it was before.

import { Type } from 'typebox'
import { Cursor, Limit } from '../../../platform/http/paging.ts'
import { PatchBody, patched } from '../../../platform/http/patch.ts'
import { sendList } from '../../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { Routes } from '../../../platform/http/server.ts'
import { requireValid } from '../../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../../platform/http/versions.ts'
import { write } from '../../../platform/http/write.ts'
import { placeNamesFor } from '../../places/place.api.ts'
import { annotateTrip, getTrip, listTripChanges, maxAnnotations } from '../driving/annotation.ts'
import { ChangeView, TripBody } from '../driving/driving.schema.ts'
import { withDriving } from '../driving/driving.ts'
import { explainSegment } from './explanation.ts'
import { CorrectionView, ExplanationView, SegmentPath, segmentFields } from './segment.schema.ts'
import { toView } from './segment-view.ts'
import { getSegment, listCorrections } from './trip.ts'

const tags = ['Trips']
const CorrectionsQuery = Type.Object(
  { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) },
  { additionalProperties: false },
)

export const tripRoutes: Routes = (app, ctx) => {
  app.addSchema(CorrectionView)
  app.addSchema(ExplanationView)
  app.addSchema(ChangeView)

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

  app.patch(
    '/api/trips/:tripId',
    {
      config: { access: 'fleet.manage', patches: TripBody },
      schema: {
        operationId: 'patchTrip',
        summary: 'Update a trip',
        description:
          'Takes a JSON Patch or a merge patch of purpose, note and driver, as a user states them; they stay when the trip is computed again. Times and distances cannot be changed: cut or join trips by marks.',
        tags,
        params: SegmentPath,
        body: PatchBody,
        response: { 200: answer(segmentFields), ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request
      const trip = await getTrip(ctx, caller, params.tripId)
      requireVersion(request, trip.version)
      const namePlace = await placeNamesFor(ctx, request)
      return write(ctx, request, reply, async (tx) => {
        const edit = (before: object) => requireValid(TripBody, patched(before, body))
        await annotateTrip(tx, caller, { id: params.tripId, trip, edit })
        const [driven] = await withDriving(tx.db, [trip])
        return { payload: toView(driven!, namePlace), etag: etagOf(trip.version) }
      })
    },
  )

  app.get(
    '/api/trips/:tripId/changes',
    {
      schema: {
        operationId: 'listTripChanges',
        summary: 'List changes of a trip by users',
        description: 'Each purpose, note and driver that was set, oldest first.',
        tags,
        params: SegmentPath,
        response: {
          200: answer({ changes: Type.Array(ref(ChangeView), { maxItems: maxAnnotations }) }),
          ...failures,
        },
      },
    },
    async ({ caller, params }) => ({ changes: await listTripChanges(ctx, caller, params.tripId) }),
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
