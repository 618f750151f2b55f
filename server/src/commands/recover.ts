import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { startProgress } from '@rastro/cli/progress'
import { Command } from 'commander'
import { retryDeadLetters } from '../features/recorder/dead-letters.api.ts'
import { createDeviceCache } from '../features/recorder/device-cache.api.ts'
import { asOperator } from './operator.ts'
import { recoverErasuresCommand } from './recover-erasures.ts'
import { recoverFramesCommand } from './recover-frames.ts'
import { recoverLogCommand } from './recover-log.ts'

const deadLetters = new Command('dead-letters')
  .description('retry storing dead letters')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const progress = startProgress('Dead letters', options)
    const result = await asOperator(async (ctx) => {
      const deviceCache = createDeviceCache(ctx)
      try {
        return await retryDeadLetters(ctx, deviceCache, (done) => progress.at(done))
      } finally {
        deviceCache.stop()
      }
    })
    progress.end()
    print(options, result, `${result.stored} stored, ${result.left} left`)
  })

export const recoverCommand = new Command('recover')
  .description(
    'recover locations from dead letters, the location log or stored frames; repeat erasures after a restore',
  )
  .addCommand(deadLetters)
  .addCommand(recoverLogCommand)
  .addCommand(recoverFramesCommand)
  .addCommand(recoverErasuresCommand)
