// One process with one or more roles: opens its dependencies, serves, and stops gracefully.

import type { Config } from '../config/config.ts'
import { startProcessReports } from '../features/installation/process-reports.api.ts'
import { printSetupCode } from '../features/setup/setup.api.ts'
import { requireSchema } from '../operations/migrate/schema-version.ts'
import { collectWhenIdle } from '../platform/async/collector.ts'
import { inBackground } from '../platform/async/in-background.ts'
import { createHealth } from '../platform/observability/health.ts'
import type { Log } from '../platform/observability/log.ts'
import { serveMetrics } from '../platform/observability/metrics-server.ts'
import { startTracing } from '../platform/observability/tracing.ts'
import { openDependencies } from './dependencies.ts'
import { requireErased } from './erased-accounts.ts'
import type { ProcessRole } from './roles.ts'
import { metricsPortOf, needsOf } from './roles.ts'
import { runStartupChecks } from './startup-checks.ts'

// Loaded on demand: a gateway alone needs little more than half the memory of all roles.
const loadRecorder = () => import('../features/recorder/recorder.consumer.ts')
const loadGateway = () => import('./gateway.ts')
const loadMqtt = () => import('./mqtt.ts')
const loadNotifier = () => import('./notifier.ts')
const loadApi = () => import('./api.ts')
const loadTrips = () => import('./trips.ts')
const loadReporter = () => import('./reporter.ts')
const loadPlaces = () => import('../features/places/place.api.ts')

export interface Served {
  /** URL of the API; undefined without the api role. */
  url: string | undefined
  stop(): Promise<void>
}

export async function serve(config: Config, log: Log, roles: ProcessRole[]): Promise<Served> {
  let stopping = false
  const [first] = roles as [ProcessRole, ...ProcessRole[]]
  const stopTracing = await startTracing(config.tracing, first)
  const worksOnJobs = roles.includes('notifier')
  const sendsJobs = worksOnJobs || roles.includes('api')
  const { ctx, close } = await openDependencies(config, log, { worksOnJobs, sendsJobs })
  try {
    const stopProcess = (error: Error) => {
      log.error(error.message)
      process.kill(process.pid, 'SIGTERM')
    }
    await requireSchema(ctx, stopProcess)
    await requireErased(ctx, stopProcess)
    await runStartupChecks(ctx, stopProcess)
    const needs = roles.flatMap((role) => needsOf[role])
    const health = createHealth(ctx, () => stopping, needs)
    const metricsPort = metricsPortOf(first, config.metrics.port)
    const metricsServer =
      metricsPort > 0 && (await serveMetrics(ctx, health, { role: first, port: metricsPort }))
    const reports = startProcessReports(ctx, health, roles)
    const namesPlaces = roles.includes('api') || roles.includes('notifier')
    if (namesPlaces) (await loadPlaces()).preparePlaces(ctx)
    const recorder = roles.includes('recorder')
      ? await (await loadRecorder()).recordLocations(ctx)
      : undefined
    const gateway = roles.includes('gateway') ? await (await loadGateway()).startGateway(ctx) : undefined
    const mqtt = roles.includes('mqtt') ? (await loadMqtt()).startMqtt(ctx) : undefined
    const notifier = roles.includes('notifier') ? await (await loadNotifier()).startNotifier(ctx) : undefined
    const trips = roles.includes('trips') ? (await loadTrips()).startTrips(ctx) : undefined
    const reporter = roles.includes('reporter') ? (await loadReporter()).startReports(ctx) : undefined
    const watching = roles.includes('api') ? await ctx.sites.watch() : undefined
    const api = roles.includes('api') ? await (await loadApi()).createApi(ctx, health) : undefined
    const url = await api?.listen({ host: config.http.host, port: config.http.port })
    log.info({ roles, url, gatewayPort: gateway?.port }, 'serving')
    // Trackers wait for the gateway, nobody for the others.
    collectWhenIdle(roles.includes('gateway') ? 0.02 : 0.1)
    if (api) inBackground(ctx, printSetupCode(ctx))
    return {
      url,
      async stop() {
        stopping = true
        // Stops accepting, and waits for requests in progress.
        await api?.close()
        watching?.stop()
        await gateway?.stop()
        await mqtt?.stop()
        await notifier?.stop()
        await trips?.stop()
        await reporter?.stop()
        await recorder?.stop()
        await reports.stop()
        if (metricsServer) await metricsServer.stop()
        await close()
        await stopTracing()
        log.info({ roles }, 'stopped')
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
