import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import type { App } from '../../platform/http/server.ts'
import type { Tokens } from '../auth/jwt.api.ts'
import { fromPeerCell, paths } from '../cells/peer-cell.api.ts'
import { issueHere } from './visitor-token.api.ts'

const id = Type.String({ maxLength: 40 })
const Wanted = Type.Object({ account: id, id, visitorId: id })

/** For visitors from another cell. Registered only in installations with several cells. */
export function peerTokenRoutes(app: App, ctx: Context, tokens: Tokens): void {
  if (!ctx.cells) return
  app.post(
    paths.supportTokens,
    {
      config: { bare: true },
      schema: { hide: true, body: Wanted },
      ...fromPeerCell(ctx, paths.supportTokens),
    },
    async ({ body }) => {
      const issued = await issueHere(ctx, tokens, body)
      return { ...(issued && { issued }) }
    },
  )
}
