import { Type } from 'typebox'
import { sendList } from '../../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { Routes } from '../../../platform/http/server.ts'
import { write } from '../../../platform/http/write.ts'
import { DevicePath, MarkBody, MarkPath, MarkQuery, MarkView, markFields } from './track-mark.schema.ts'
import { createMark, deleteMark, listMarks } from './track-mark.ts'

const tags = ['Trip settings']
const access = 'fleet.manage'

export const trackMarkRoutes: Routes = (app, ctx) => {
  app.addSchema(MarkView)

  app.get(
    '/api/devices/:deviceId/trackMarks',
    {
      schema: {
        operationId: 'listTrackMarks',
        summary: 'List the marks of a device',
        description: 'In the order in which they were set, the newest first.',
        tags,
        params: DevicePath,
        querystring: MarkQuery,
        response: {
          200: answer({ trackMarks: Type.Array(ref(MarkView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { caller, params } = request
      return sendList(request, reply, 'trackMarks', await listMarks(ctx, caller, params.deviceId))
    },
  )

  app.post(
    '/api/devices/:deviceId/trackMarks',
    {
      config: { access },
      schema: {
        operationId: 'createTrackMark',
        summary: 'Cut a trip, or join two trips',
        description:
          'The mark stays in force whenever trips are computed again. Trips change within seconds, as corrections with the cause `mark`.',
        tags,
        params: DevicePath,
        body: MarkBody,
        response: { 201: answer(markFields), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params, body } = request
        const mark = await createMark(tx, caller, params.deviceId, body)
        const location = `/api/devices/${params.deviceId}/trackMarks/${mark.id}`
        return { payload: mark, status: 201, location }
      }),
  )

  app.delete(
    '/api/devices/:deviceId/trackMarks/:markId',
    {
      config: { access },
      schema: {
        operationId: 'deleteTrackMark',
        summary: 'Delete a mark',
        description: 'Trips change back within seconds, as corrections with the cause `mark`.',
        tags,
        params: MarkPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params } = request
        await deleteMark(tx, caller, params.deviceId, params.markId)
        return { payload: {} }
      }),
  )
}
