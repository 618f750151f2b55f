// Stores generated history, as the demo needs it. The rows pass the recorder's pipeline, but not the log.

import type { Location } from '@rastro/protocols'
import type { Context } from '../../platform/context.ts'
import { createJudge } from '../alerts/judge.api.ts'
import { createPresence } from '../devices/presence.api.ts'
import type { Span } from './backfill.queries.ts'
import * as queries from './backfill.queries.ts'
import { createDeviceCache, keyOf } from './device-cache.api.ts'
import { partitionOf } from './location-log.api.ts'
import { deviceRefOf, rowIndex, toRow } from './location-row.api.ts'
import type { LocationRow } from './location-row.types.ts'
import { recordRows } from './recorder.ts'

export type { Span } from './backfill.queries.ts'

/** Between the fix and its reception. */
const transmissionMs = 1_500

export interface Backfill {
  /** Judges rules too, as if received at their time. Rows of a device must be in chronological order. */
  storeAndJudge(rows: LocationRow[]): Promise<void>
  /** Without rules: rows that are older than judged ones are history. */
  keep(rows: LocationRow[]): Promise<void>
  stop(): void
}

export function createBackfill(ctx: Pick<Context, 'db' | 'log' | 'now' | 'config'>): Backfill {
  const deviceCache = createDeviceCache(ctx)
  const judge = createJudge(ctx)
  const presence = createPresence(ctx)
  const { partitions } = ctx.config.bus

  /** Generated history is older than its devices: as rows of a tracker, the recorder would drop it. */
  async function toDeviceRows(rows: LocationRow[]): Promise<LocationRow[]> {
    const devices = await deviceCache.resolve(rows.map(deviceRefOf))
    return rows.map((row) => {
      const device = devices.get(keyOf(deviceRefOf(row)))
      return device ? (row.with(rowIndex.deviceRef, [device.accountId, device.deviceId]) as LocationRow) : row
    })
  }

  return {
    async storeAndJudge(rows) {
      const byPartition = Map.groupBy(rows, (row) => partitionOf(deviceRefOf(row), partitions))
      for (const [partition, ofPartition] of byPartition) {
        await recordRows(
          { ...ctx, judging: { judge, partition }, publishing: { presence } },
          deviceCache,
          await toDeviceRows(ofPartition),
        )
      }
    },
    keep: async (rows) => recordRows(ctx, deviceCache, await toDeviceRows(rows)),
    stop() {
      deviceCache.stop()
      judge.stop()
    },
  }
}

/** As if the tracker with this identifier had sent it. */
export function toBackfillRow(identifier: string, protocol: string, location: Location): LocationRow {
  const receivedAt = new Date(location.fixedAt!.getTime() + transmissionMs)
  return toRow(location, { deviceRef: identifier, protocol, receivedAt, datesRollOver: false })
}

/** The first and last location of each device of an account, by identifier. Devices without locations are absent. */
export async function spansOf(ctx: Pick<Context, 'db'>, accountId: number): Promise<Map<string, Span>> {
  const spans = await queries.listSpans(ctx.db.forAccount(accountId))
  return new Map(spans.map((span) => [span.identifier, span]))
}
