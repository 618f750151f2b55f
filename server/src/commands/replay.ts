import { Command } from 'commander'
import { createDeviceMemory } from '../features/locations/device-memory.service.ts'
import { replayDeadLetters } from '../features/locations/recorder.service.ts'
import { asOperator } from './operator.ts'

export const replayCommand = new Command('replay')
  .description('try to store the dead letters once more')
  .option('--json', 'print JSON')
  .action(async ({ json }: { json?: true }) => {
    const replayed = await asOperator(async (ctx) => {
      const memory = createDeviceMemory(ctx)
      try {
        return await replayDeadLetters(ctx, memory)
      } finally {
        memory.stop()
      }
    })
    if (json) return console.log(JSON.stringify(replayed))
    console.log(`${replayed.stored} stored, ${replayed.left} left`)
  })
