import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { startProgress } from '@rastro/cli/progress'
import { Command } from 'commander'
import { findBreak } from '../features/audit/audit.api.ts'
import { listAccountNumbers } from '../features/auth/auth.api.ts'
import { asOperator } from './operator.ts'

const verify = new Command('verify')
  .description('read every account’s chain of changes and say whether one was tampered with')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const progress = startProgress('Accounts', options)
    const { accounts, broken } = await asOperator(async (ctx) => {
      const all = await listAccountNumbers(ctx)
      const broken: { account: string; number: number }[] = []
      for (const [done, { accountId, account }] of all.entries()) {
        progress.at(done, all.length)
        const number = await findBreak(ctx, ctx.db.forAccount(accountId))
        if (number !== undefined) broken.push({ account, number })
      }
      progress.at(all.length, all.length)
      return { accounts: all.length, broken }
    })
    progress.end()
    const lines = broken.map(({ account, number }) => `${account}: broken at number ${number}`)
    const words = broken.length === 0 ? 'Every chain is whole.' : lines.join('\n')
    print(options, { accounts, broken }, words)
    if (broken.length > 0) process.exitCode = 1
  })

export const auditCommand = new Command('audit').description('the trail of changes').addCommand(verify)
