import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { startProgress } from '@rastro/cli/progress'
import { Command } from 'commander'
import { findBreak } from '../features/audit/audit.api.ts'
import { listAccountNumbers } from '../features/auth/auth.api.ts'
import { asOperator } from './operator.ts'

const verify = new Command('verify')
  .description('verify the hash chain of every account’s audit log')
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
    const lines = broken.map(({ account, number }) => `${account}: broken at entry ${number}`)
    const words = broken.length === 0 ? 'All audit logs are intact.' : lines.join('\n')
    print(options, { accounts, broken }, words)
    if (broken.length > 0) process.exitCode = 1
  })

export const auditCommand = new Command('audit').description('verify the audit log').addCommand(verify)
