import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { startProgress } from '@rastro/cli/progress'
import { Command } from 'commander'
import { replayDeadLetters } from '../features/recorder/dead-letters.api.ts'
import { createDeviceMemory } from '../features/recorder/device-cache.api.ts'
import { asOperator } from './operator.ts'
import { recoverFramesCommand } from './recover-frames.ts'
import { recoverLogCommand } from './recover-log.ts'

const deadLetters = new Command('dead-letters')
  .description('try once more to store what could not be stored')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const progress = startProgress('Dead letters', options)
    const replayed = await asOperator(async (ctx) => {
      const memory = createDeviceMemory(ctx)
      try {
        return await replayDeadLetters(ctx, memory, (done) => progress.at(done))
      } finally {
        memory.stop()
      }
    })
    progress.end()
    print(options, replayed, `${replayed.stored} stored, ${replayed.left} left`)
  })

export const recoverCommand = new Command('recover')
  .description('store once more: what was put aside, what the log still has, or what trackers sent')
  .addCommand(deadLetters)
  .addCommand(recoverLogCommand)
  .addCommand(recoverFramesCommand)
