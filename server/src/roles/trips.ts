// The trips role: computes trips, stops and gaps from the store, finds fills and drains of fuel in them, checks some of
// them every night, and keeps their partitions.

import { startFuelProcessor } from '../features/fuel/processor.api.ts'
import { startTripChecks } from '../features/trips/check.api.ts'
import { startTripProcessor } from '../features/trips/processor.api.ts'
import { startTripRetention } from '../features/trips/retention.api.ts'
import type { Context } from '../platform/context.ts'

export function startTrips(ctx: Context): { stop(): Promise<void> } {
  const workers = [
    startTripRetention(ctx),
    startTripProcessor(ctx),
    startFuelProcessor(ctx),
    startTripChecks(ctx),
  ]
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
