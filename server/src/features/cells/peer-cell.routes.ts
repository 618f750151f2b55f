import { Type } from 'typebox'
import type { Routes } from '../../platform/http/server.ts'
import { receiveReset } from '../auth/password-reset-worker.api.ts'
import { cursorOf, lastPosition } from '../events/event-log.api.ts'
import { fromPeerCell, paths } from './peer-cell.api.ts'

const PasswordReset = Type.Object({
  userName: Type.String({ maxLength: 254 }),
  language: Type.Optional(Type.Union([Type.Literal('en'), Type.Literal('es'), Type.Literal('pt')])),
  networkHash: Type.String({ maxLength: 64 }),
})

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
  app.post(
    paths.passwordResets,
    {
      config: { bare: true },
      schema: { hide: true, body: PasswordReset },
      ...fromPeerCell(ctx, paths.passwordResets),
    },
    async ({ body }) => {
      await receiveReset(ctx, body)
      return {}
    },
  )
}
