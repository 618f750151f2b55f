import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { unitsOf } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { invalid } from '../../platform/http/validation.ts'
import { openTrack, readPeriod, requireDevices } from './location.api.ts'
import { LocationView, TracksQuery } from './location.schema.ts'

type Period = ReturnType<typeof readPeriod>

const maxDays = 31
const dayMs = 86_400_000

const TrackView = Type.Object({ deviceId: Type.String(), locations: Type.Array(ref(LocationView)) })

export const tracksRoutes: Routes = (app, ctx) => {
  app.get(
    '/api/locations',
    {
      config: { load: 'track' },
      schema: {
        operationId: 'listTracks',
        summary: 'List locations of several devices',
        description: 'One track per device, in the order of `ids`; each oldest first.',
        tags: ['Locations'],
        querystring: TracksQuery,
        response: { 200: answer({ tracks: Type.Array(TrackView) }), ...failures },
      },
    },
    async (request, reply) => {
      const { ids, ...wanted } = request.query
      const period = readPeriod(wanted, 'querystring')
      if (period.to.getTime() - period.from.getTime() > maxDays * dayMs)
        throw invalid('querystring', [{ path: 'to', message: `must be at most ${maxDays} days after from` }])
      await requireDevices(ctx, request.caller, ids)
      return sendTracks(reply, writeTracks(ctx, request, ids, period))
    },
  )
}

function sendTracks(reply: FastifyReply, text: AsyncGenerator<string>) {
  return reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(text, { objectMode: false, highWaterMark: 65_536 }))
}

/** Track after track, so one request reads one chunk at a time. */
async function* writeTracks(
  ctx: Context,
  request: FastifyRequest,
  ids: string[],
  period: Period,
): AsyncGenerator<string> {
  let count = 0
  yield '{"success":true,"tracks":['
  for (const [index, id] of ids.entries()) {
    const { chunks } = await openTrack(ctx, request.caller, id, period)
    let open = `${index === 0 ? '' : ','}{"deviceId":${JSON.stringify(id)},"locations":[`
    for await (const chunk of chunks) {
      count += chunk.count
      if (chunk.count > 0) {
        yield open + chunk.json
        open = ','
      }
    }
    yield open === ',' ? ']}' : `${open}]}`
  }
  yield `],${JSON.stringify(await request.envelope(unitsOf(count))).slice(1)}`
}
