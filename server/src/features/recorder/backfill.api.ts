// Stores a past that nobody heard at its time: what the demo makes up. Its rows take the recorder's way, without the log.

import type { Location } from '@rastro/protocols'
import type { Context } from '../../platform/context.ts'
import { createJudge } from '../alerts/judge.api.ts'
import { createPresence } from '../devices/presence.api.ts'
import type { Span } from './backfill.queries.ts'
import * as queries from './backfill.queries.ts'
import { createDeviceMemory } from './device-cache.api.ts'
import { partitionOf } from './location-log.api.ts'
import { toRow } from './location-row.api.ts'
import type { LocationRow } from './location-row.types.ts'
import { recordRows } from './recorder.ts'

export type { Span } from './backfill.queries.ts'

/** As long as a tracker's words are on their way. */
const underWayMs = 1_500

export interface Past {
  /** Rules are judged too, as if it had been heard then. All of a device must come in the order of time. */
  relive(rows: LocationRow[]): Promise<void>
  /** Without rules: what is older than what was judged is history. */
  keep(rows: LocationRow[]): Promise<void>
  stop(): void
}

export function createPast(ctx: Pick<Context, 'db' | 'log' | 'now' | 'config'>): Past {
  const memory = createDeviceMemory(ctx)
  const judge = createJudge(ctx)
  const presence = createPresence(ctx)
  const { partitions } = ctx.config.bus
  return {
    async relive(rows) {
      const byPartition = Map.groupBy(rows, ([who]) => partitionOf(who, partitions))
      for (const [partition, ofPartition] of byPartition) {
        await recordRows(
          { ...ctx, judging: { judge, partition }, telling: { presence } },
          memory,
          ofPartition,
        )
      }
    },
    keep: (rows) => recordRows(ctx, memory, rows),
    stop() {
      memory.stop()
      judge.stop()
    },
  }
}

/** As the tracker with this identifier would have brought it. */
export function pastRow(identifier: string, protocol: string, location: Location): LocationRow {
  const receivedAt = new Date(location.fixedAt!.getTime() + underWayMs)
  return toRow(location, { who: identifier, protocol, receivedAt, datesRollOver: false })
}

/** From when to when each device of an account has a past, by identifier; without one it is absent. */
export async function spansOf(ctx: Pick<Context, 'db'>, accountId: number): Promise<Map<string, Span>> {
  const spans = await queries.listSpans(ctx.db.forAccount(accountId))
  return new Map(spans.map((span) => [span.identifier, span]))
}
