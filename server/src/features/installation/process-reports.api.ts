// Every process reports its state every 10 seconds, so that operators see the installation without other tools.

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import serverPackage from '../../../package.json' with { type: 'json' }
import type { Context } from '../../platform/context.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import type { Health } from '../../platform/observability/health.ts'
import * as queries from './installation.queries.ts'
import type { Measures } from './installation.types.ts'

type Needs = Pick<Context, 'db' | 'cells' | 'bus' | 'now' | 'log'>

const reportEveryMs = 10_000
const nanosecondsPerMs = 1e6
/** More are counted as this many. */
const maxCounted = 10_000

export function startProcessReports(
  ctx: Needs,
  health: Pick<Health, 'missing'>,
  roles: readonly string[],
): { stop(): Promise<void> } {
  const id = randomUUID()
  const startedAt = ctx.now()
  const eventLoop = monitorEventLoopDelay({ resolution: 20 })
  eventLoop.enable()
  const directory = ctx.cells?.directory ?? ctx.db.directory
  const poller = startPoller(ctx, { what: 'reports of the process', everyMs: reportEveryMs }, async () => {
    const unavailable = await health.missing()
    // Nothing can be reported, and the others show that this process is missing.
    if (unavailable.includes('database')) return false
    const eventLoopMs = eventLoop.percentile(99) / nanosecondsPerMs
    eventLoop.reset()
    await queries.keepReport(directory, {
      ...{
        id,
        role: roles.join(' '),
        version: serverPackage.version,
        host: hostname(),
        startedAt,
        reportedAt: ctx.now(),
      },
      ...{ cell: ctx.cells?.own ?? 0, unavailable, eventLoopMs, memoryBytes: process.memoryUsage.rss() },
      measures: unavailable.length > 0 ? {} : await measure(ctx, roles),
    })
    return false
  })
  return {
    async stop() {
      eventLoop.disable()
      await poller.stop()
      await queries.deleteReport(directory, id).catch(() => {})
    },
  }
}

async function measure(ctx: Needs, roles: readonly string[]): Promise<Measures> {
  const now = ctx.now().getTime()
  const ageOf = (at: Date | null | undefined) => (at ? Math.max(0, (now - at.getTime()) / 1_000) : 0)
  const measures: Measures = {}
  if (roles.includes('recorder')) {
    measures.logWaiting = await ctx.bus.locations.pending()
    const oldest = await ctx.bus.locations.oldestPending()
    measures.logOldestSeconds = Math.max(0, ...oldest.map(({ at }) => ageOf(at)))
  }
  if (roles.includes('notifier')) {
    const due = await queries.countDue(ctx.db.directory, ctx.now(), maxCounted)
    measures.messagesDue = due.count
    measures.messagesOldestSeconds = ageOf(due.oldest)
  }
  return measures
}
