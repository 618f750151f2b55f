import { createHealth } from '../src/platform/observability/health.ts'
import type { MetricsServer } from '../src/platform/observability/metrics-server.ts'
import { serveMetrics } from '../src/platform/observability/metrics-server.ts'
import type { World } from './world.ts'

/** Where Caddy asks which hosts get a certificate. */
export function serveAsk({ ctx }: Pick<World, 'ctx'>): Promise<MetricsServer> {
  const health = createHealth(ctx, () => false)
  return serveMetrics(ctx, health, { role: 'api', port: 0 })
}
