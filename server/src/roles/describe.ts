// Builds the OpenAPI and AsyncAPI documents from the routes, without any dependency running.

import { readConfig } from '../config/config.ts'
import type { Context } from '../platform/context.ts'
import { createLog } from '../platform/observability/log.ts'
import { createSites } from '../platform/sites/sites.ts'
import { createApi } from './api.ts'

export async function describeServer(): Promise<{ openapi: object; asyncapi: object }> {
  const config = readConfig({
    RASTRO_DATABASE_URL: 'postgres://nowhere/rastro',
    RASTRO_NATS_URL: 'nats://nowhere',
    RASTRO_SECRET: 'required only by a running server',
    RASTRO_PUBLIC_URL: 'https://rastro.example',
  })
  // No handler runs while routes are described, so no dependency is needed.
  const unconnected = { config, log: createLog('silent'), now: () => new Date() } as Context
  const ctx = { ...unconnected, sites: createSites(unconnected) }
  const app = await createApi(ctx, {
    missing: async () => [],
    check: async () => ({ isReady: true, missing: [] }),
  })
  await app.ready()
  const openapi = app.swagger()
  const asyncapi = (await app.inject('/asyncapi.json')).json()
  await app.close()
  return { openapi, asyncapi }
}
