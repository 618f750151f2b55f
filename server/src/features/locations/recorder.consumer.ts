import type { Context } from '../../platform/context.ts'
import { createJudge } from '../alerts/judge.service.ts'
import { createDeviceMemory } from './device-memory.service.ts'
import { recordMessages } from './recorder.service.ts'

/** Second room of the walk: what the log holds is stored, partition by partition, each in its own order. */
export async function recordLocations(ctx: Context): Promise<{ stop(): void }> {
  const memory = createDeviceMemory(ctx)
  const judge = createJudge(ctx)
  for (let partition = 0; partition < ctx.config.bus.partitions; partition += 1) {
    const judging = { judge, partition }
    await ctx.bus.locations.take(partition, (messages) =>
      recordMessages({ ...ctx, judging }, memory, messages),
    )
  }
  return {
    stop() {
      memory.stop()
      judge.stop()
    },
  }
}
