// Metrics and health of a process for operators, on a port that customers cannot reach.

import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics } from 'prom-client'
import type { Context } from '../context.ts'
import { listWaitingJobs } from '../jobs/jobs.queries.ts'
import type { Dependency, Health } from './health.ts'
import { metrics, onScrape, registry, scrape } from './metrics.ts'

export interface MetricsServer {
  port: number
  stop(): Promise<void>
}

const prefix = 'rastro_'

/** Memory, CPU and event loop metrics from prom-client. */
export function collectProcessMetrics(): void {
  const isCollecting = registry.getSingleMetric(`${prefix}nodejs_eventloop_lag_seconds`) !== undefined
  if (!isCollecting) collectDefaultMetrics({ register: registry, prefix })
}

export async function serveMetrics(
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'sites'>,
  health: Health,
  { role, port }: { role: string; port: number },
): Promise<MetricsServer> {
  collectProcessMetrics()
  registry.setDefaultLabels({ role })
  const unwatch = [onScrape(() => updateDependencies(health))]
  if (role === 'notifier') unwatch.push(onScrape(() => updateJobs(ctx)))

  const server = createServer(async (request, response) => {
    const { status, type = 'application/json', text } = await answerTo(ctx, request.url ?? '', health)
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
  })
  await listen(server, ctx.config.metrics.host, port)
  const { port: bound } = server.address() as AddressInfo
  ctx.log.info({ role, port: bound }, 'serving metrics and health')
  return {
    port: bound,
    stop() {
      for (const stopOne of unwatch) stopOne()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface Answer {
  status: number
  type?: string
  text: string
}

async function answerTo({ sites }: Pick<Context, 'sites'>, url: string, health: Health): Promise<Answer> {
  switch (url.split('?')[0]) {
    case '/metrics':
      return { status: 200, type: registry.contentType, text: await scrape() }
    case '/healthz':
      return { status: 200, text: JSON.stringify({ status: 'alive' }) }
    case '/readyz': {
      const { isReady, missing } = await health.check()
      const status = isReady ? 'ready' : 'not ready'
      return { status: isReady ? 200 : 503, text: JSON.stringify({ status, missing }) }
    }
    // For the `ask` of Caddy: whether a certificate may be issued. From memory, also while the database is unavailable.
    case '/ask': {
      const isVerified = sites.isVerified(new URLSearchParams(url.split('?')[1]).get('domain') ?? '')
      return { status: isVerified ? 200 : 404, text: JSON.stringify({ isVerified }) }
    }
    default:
      return {
        status: 404,
        text: JSON.stringify({ error: 'Available: /metrics, /healthz, /readyz, /ask?domain=…' }),
      }
  }
}

async function updateDependencies(health: Health): Promise<void> {
  const missing = await health.missing()
  const isUp = (dependency: Dependency) => Number(!missing.includes(dependency))
  metrics.dependencyUp.set({ dependency: 'database' }, isUp('database'))
  metrics.dependencyUp.set({ dependency: 'bus' }, isUp('bus'))
}

async function updateJobs({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const { queue, count, oldestSeconds } of await listWaitingJobs(db.directory)) {
    metrics.jobsWaiting.set({ queue }, count)
    metrics.jobsOldest.set({ queue }, oldestSeconds)
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
}
