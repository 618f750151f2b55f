import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { startProgress } from '@rastro/cli/progress'
import { Command } from 'commander'
import { ConfigError } from '../config/config.ts'
import { eraseRisen } from '../features/erasure/erase-again.api.ts'
import { listLeftBehind } from '../features/erasure/tombstone.api.ts'
import { forgetDeparted } from './account-move.ts'
import { asOperator, withBus } from './operator.ts'

export const recoverErasuresCommand = new Command('erasures')
  .description(
    'erase accounts again that a restored backup brought back (processes refuse to start before), and delete rows that erased accounts left in this cell when they moved',
  )
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    await asOperator((ctx) =>
      withBus(ctx, async (bus) => {
        const { ownerUrl } = ctx.config.db
        if (!ownerUrl)
          throw new ConfigError(['RASTRO_DATABASE_OWNER_URL is not set: the owner records tombstones'])
        const progress = startProgress('Accounts', options)
        const erased = await eraseRisen({ ...ctx, bus }, ownerUrl, (done, total) => progress.at(done, total))
        progress.end()
        const leftBehind = await listLeftBehind(ctx)
        for (const number of leftBehind) await forgetDeparted(ctx, number, () => {})
        const forgotten = leftBehind.length
        const words =
          erased + forgotten === 0
            ? 'No erased account is in the database.'
            : `${erased} accounts erased again, ${forgotten} deleted that were erased in another cell`
        print(options, { erased, forgotten }, words)
      }),
    )
  })
