import { Type } from 'typebox'
import type { Routes } from '../../platform/http/server.ts'
import { fromPeerCell, paths } from '../cells/peer-cell.api.ts'
import { appendBatch } from './buffered-locations.api.ts'
import type { LocationBatch } from './location-row.types.ts'

const maxBytes = 16 * 1_024 ** 2
const Batches = Type.Object({
  batches: Type.Array(
    Type.Object({
      rows: Type.Array(Type.Array(Type.Unknown(), { minItems: 13, maxItems: 14 })),
      history: Type.Optional(Type.Literal(true)),
    }),
  ),
})

/** Receives the locations of moved accounts from other cells. */
export const peerLocationRoutes: Routes = (app, ctx) => {
  if (!ctx.cells) return
  app.post(
    paths.locations,
    {
      config: { bare: true },
      bodyLimit: maxBytes,
      schema: { hide: true, body: Batches },
      ...fromPeerCell(ctx, paths.locations),
    },
    async (request) => {
      for (const batch of request.body.batches) await appendBatch(ctx, batch as unknown as LocationBatch)
      return {}
    },
  )
}
