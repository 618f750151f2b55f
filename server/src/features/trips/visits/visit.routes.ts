// Visits of geofences, and who is inside.

import { Type } from 'typebox'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { Routes } from '../../../platform/http/server.ts'
import { periodOf, sendPages } from '../reading/list-request.ts'
import { GeofencePath, GeofenceVisitsQuery, PresentQuery, VisitsQuery, VisitView } from './visit.schema.ts'
import { pageOfPresent, pageOfVisits } from './visit-list.ts'

const tags = ['Geofences']
const nextCursor = Type.Optional(Type.String())
const VisitsAnswer = answer({ visits: Type.Array(ref(VisitView)), nextCursor })
const description =
  'Those that overlap the period, newest first, as of the last computation. A page may have fewer visits than `limit`; only the last one has no `nextCursor`.'

export const visitRoutes: Routes = (app, ctx) => {
  app.addSchema(VisitView)

  app.get(
    '/api/visits',
    {
      config: { load: 'track' },
      schema: {
        operationId: 'listVisits',
        summary: 'List visits of geofences',
        description,
        tags,
        querystring: VisitsQuery,
        response: { 200: VisitsAnswer, ...failures },
      },
    },
    (request, reply) => {
      const { caller, query } = request
      const { deviceId, geofenceId, type } = query
      const wanted = { period: periodOf(query), deviceId, geofenceId, requiresGeofence: false, kind: type }
      return sendPages(request, reply, 'visits', (page) => pageOfVisits(ctx, caller, wanted, page))
    },
  )

  app.get(
    '/api/geofences/:geofenceId/visits',
    {
      config: { load: 'track' },
      schema: {
        operationId: 'listGeofenceVisits',
        summary: 'List visits of a geofence',
        description,
        tags,
        params: GeofencePath,
        querystring: GeofenceVisitsQuery,
        response: { 200: VisitsAnswer, ...failures },
      },
    },
    (request, reply) => {
      const { caller, query, params } = request
      const { deviceId, type } = query
      const { geofenceId } = params
      const wanted = { period: periodOf(query), deviceId, geofenceId, requiresGeofence: true, kind: type }
      return sendPages(request, reply, 'visits', (page) => pageOfVisits(ctx, caller, wanted, page))
    },
  )

  app.get(
    '/api/geofences/:geofenceId/present',
    {
      schema: {
        operationId: 'listPresentDevices',
        summary: 'List devices inside a geofence',
        description:
          'Visits that have not ended, the latest first, as of the last computation. A device is inside after a minute.',
        tags,
        params: GeofencePath,
        querystring: PresentQuery,
        response: { 200: VisitsAnswer, ...failures },
      },
    },
    (request, reply) => {
      const { caller, params } = request
      return sendPages(request, reply, 'visits', (page) =>
        pageOfPresent(ctx, caller, params.geofenceId, page),
      )
    },
  )
}
