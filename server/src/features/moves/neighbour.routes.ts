import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Routes } from '../../platform/http.ts'
import { passageHeader } from '../cells/passage.service.ts'
import { appendBatch } from '../locations/held.service.ts'
import type { LocationBatch } from '../locations/location.types.ts'
import { cursorOf, lastPlace } from '../news/event-log.service.ts'
import { paths, requireBody, requireCell } from './neighbour.service.ts'

const mostBytes = 16 * 1_024 ** 2
const Batches = Type.Object({
  batches: Type.Array(
    Type.Object({
      rows: Type.Array(Type.Array(Type.Unknown(), { minItems: 13, maxItems: 14 })),
      history: Type.Optional(Type.Literal(true)),
    }),
  ),
})

/** Where there is one cell nobody may ask this, and there is nothing to ask. */
export const neighbourRoutes: Routes = (app, ctx) => {
  if (!ctx.cells) return
  const fromCell = (path: string) => async (request: FastifyRequest) =>
    requireCell(ctx, path, request.headers[passageHeader])
  const asSaid = async ({ body, headers }: FastifyRequest) => requireBody(ctx, body, headers[passageHeader])

  app.post(
    paths.locations,
    {
      config: { bare: true },
      bodyLimit: mostBytes,
      schema: { hide: true, body: Batches },
      onRequest: fromCell(paths.locations),
      preHandler: asSaid,
    },
    async (request) => {
      for (const batch of request.body.batches) await appendBatch(ctx, batch as unknown as LocationBatch)
      return {}
    },
  )

  app.post(
    paths.lastPlace,
    {
      config: { bare: true },
      schema: { hide: true, body: Type.Object({}) },
      onRequest: fromCell(paths.lastPlace),
      preHandler: asSaid,
    },
    async () => ({ place: cursorOf(ctx, await lastPlace(ctx), ctx.now()) }),
  )
}
