// Trackers over HTTP in the process of the gateway, so that their reports do not wait for what the API computes for others.

import { createRequestRouter } from '../features/cells/request-routing.api.ts'
import type { Gateway } from '../features/gateway/gateway.types.ts'
import { ingestRoutes } from '../features/gateway/ingest.routes.ts'
import { createIngestAuthenticator } from '../features/ingest-keys/ingest-key.api.ts'
import { createMappings } from '../features/ingest-keys/mapping.api.ts'
import type { Context } from '../platform/context.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import { createApp } from '../platform/http/server.ts'

/** Serves the same paths as the API below `/ingest/`, and nothing else. */
export async function listenHttp(ctx: Context, gateway: Gateway): Promise<{ stop(): Promise<void> }> {
  const router = createRequestRouter(ctx)
  const mappings = createMappings()
  const app = createApp(ctx, {
    identify: () => Promise.reject(new NotFoundError('path.not_found', 'Only trackers report here.')),
    admit: () => undefined,
    count: () => undefined,
    cells: router,
  })
  app.addHook('onClose', async () => {
    mappings.stop()
    router?.stop()
  })
  const ingestKeys = createIngestAuthenticator(ctx)
  ingestRoutes(
    app,
    ctx.config,
    () => gateway,
    () => ({ ingestKeys, mappings }),
    router,
  )
  const { http, gateway: own } = ctx.config
  await app.listen({ host: http.host, port: own.httpPort })
  return { stop: () => app.close() }
}
