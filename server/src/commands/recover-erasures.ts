import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { startProgress } from '@rastro/cli/progress'
import { Command } from 'commander'
import { ConfigError } from '../config/config.ts'
import { eraseRisen } from '../features/erasure/erase-again.api.ts'
import { asOperator, withBus } from './operator.ts'

export const recoverErasuresCommand = new Command('erasures')
  .description('erase accounts again that a restored backup brought back; processes refuse to start before')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    await asOperator((ctx) =>
      withBus(ctx, async (bus) => {
        const { ownerUrl } = ctx.config.db
        if (!ownerUrl)
          throw new ConfigError(['RASTRO_DATABASE_OWNER_URL is not set: the owner records tombstones'])
        const progress = startProgress('Accounts', options)
        const erased = await eraseRisen({ ...ctx, bus }, ownerUrl, [], (done, total) =>
          progress.at(done, total),
        )
        progress.end()
        print(
          options,
          { erased },
          erased === 0 ? 'No erased account was brought back.' : `${erased} accounts erased again`,
        )
      }),
    )
  })
