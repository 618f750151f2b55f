import { Type } from 'typebox'
import type { Routes } from '../../platform/http/server.ts'
import { cursorOf, lastPosition } from '../events/event-log.api.ts'
import { fromPeerCell, paths } from './peer-cell.api.ts'

/** Registered only in installations with several cells. */
export const peerCellRoutes: Routes = (app, ctx) => {
  if (!ctx.cells) return
  app.post(
    paths.lastPosition,
    {
      config: { bare: true },
      schema: { hide: true, body: Type.Object({}) },
      ...fromPeerCell(ctx, paths.lastPosition),
    },
    async () => ({ position: cursorOf(ctx, await lastPosition(ctx), ctx.now()) }),
  )
}
