import { Type } from 'typebox'
import type { Routes } from '../../platform/http/server.ts'
import { cursorOf, lastPlace } from '../events/event-log.api.ts'
import { fromPeerCell, paths } from './peer-cell.api.ts'

/** Registered only where the installation has several cells. */
export const peerCellRoutes: Routes = (app, ctx) => {
  if (!ctx.cells) return
  app.post(
    paths.lastPlace,
    {
      config: { bare: true },
      schema: { hide: true, body: Type.Object({}) },
      ...fromPeerCell(ctx, paths.lastPlace),
    },
    async () => ({ place: cursorOf(ctx, await lastPlace(ctx), ctx.now()) }),
  )
}
