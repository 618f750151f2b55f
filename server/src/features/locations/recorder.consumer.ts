import type { Context } from '../../platform/context.ts'
import { createDeviceMemory } from './device-memory.service.ts'
import { recordMessages } from './recorder.service.ts'

/** Second room of the walk: what the log holds is stored, partition by partition, each in its own order. */
export async function recordLocations(ctx: Context): Promise<{ stop(): void }> {
  const memory = createDeviceMemory(ctx)
  for (let partition = 0; partition < ctx.config.bus.partitions; partition += 1) {
    await ctx.bus.locations.take(partition, (messages) => recordMessages(ctx, memory, messages))
  }
  return { stop: () => memory.stop() }
}
