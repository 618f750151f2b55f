// Sessions of drivers, and tags that are of nobody.

import { Type } from 'typebox'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { Routes } from '../../../platform/http/server.ts'
import { periodOf, sendPages } from '../reading/list-request.ts'
import { DriverPath, maxUnknownTags, SessionsQuery, SessionView, UnknownTagView } from './session.schema.ts'
import { listUnknownTags, pageOfSessions } from './session-list.ts'

const tags = ['Drivers']

export const driverSessionRoutes: Routes = (app, ctx) => {
  app.addSchema(SessionView)
  app.addSchema(UnknownTagView)

  app.get(
    '/api/drivers/:driverId/sessions',
    {
      schema: {
        operationId: 'listDriverSessions',
        summary: 'List sessions of a driver',
        description:
          'Those that overlap the period, newest first: from a tag to the next, or to the engine being off for 10 minutes; and assignments. Only those of devices that you see, as of the last computation.',
        tags,
        params: DriverPath,
        querystring: SessionsQuery,
        response: {
          200: answer({
            sessions: Type.Array(ref(SessionView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    (request, reply) => {
      const { caller, params, query } = request
      const wanted = { driverId: params.driverId, period: periodOf(query) }
      return sendPages(request, reply, 'sessions', (page) => pageOfSessions(ctx, caller, wanted, page))
    },
  )

  app.get(
    '/api/drivers/unknownTags',
    {
      config: { load: 'track' },
      schema: {
        operationId: 'listUnknownTags',
        summary: 'List tags without a driver',
        description: `Tags of the last 90 days that were of nobody when they were seen, the last seen first. At most ${maxUnknownTags}.`,
        tags,
        response: {
          200: answer({ unknownTags: Type.Array(ref(UnknownTagView), { maxItems: maxUnknownTags }) }),
          ...failures,
        },
      },
    },
    async ({ caller }) => ({ unknownTags: await listUnknownTags(ctx, caller) }),
  )
}
