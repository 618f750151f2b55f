// Visitors call only what is open to them, and every route that they read is recorded before it is answered.

import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { ForbiddenError } from '../../platform/http/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { invalidToken } from '../auth/jwt.api.ts'
import * as queries from './support.queries.ts'
import { visitorAccess } from './visitor-access.ts'

/** Call it before the routes are registered. */
export function admitVisitors(app: App, ctx: Pick<Context, 'db' | 'now'>): void {
  app.addHook('onRequest', async (request) => {
    const { caller } = request
    if (!caller?.support) return
    const { access } = caller.support
    const needed = visitorAccess.get(operationOf(request))
    if (needed !== 'read' && needed !== access) throw denied(needed === 'write')
    const db = ctx.db.forAccount(caller.accountId)
    const now = ctx.now()
    // The audit log has the changes. A session that has ended is refused here at once; callers are checked every 2 s.
    const isActive =
      needed === 'write'
        ? await queries.isActive(db, caller.clientId, now)
        : await queries.recordRead(db, caller.clientId, routeOf(request), now)
    if (!isActive) throw invalidToken()
  })
}

/** As in the API reference. */
function routeOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${(routeOptions.url ?? '').replace(/:(\w+)/g, '{$1}')}`
}

function operationOf({ routeOptions }: FastifyRequest): string {
  return (routeOptions.schema as { operationId?: string } | undefined)?.operationId ?? ''
}

function denied(isWrite: boolean): ForbiddenError {
  return new ForbiddenError(
    'support.access_denied',
    isWrite ? 'This support session is for reading only.' : 'A support session may not call this.',
  )
}
