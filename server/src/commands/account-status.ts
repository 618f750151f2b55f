// `rastro account suspend|reopen|block|trial`: who may use an account, and why.

import { userInfo } from 'node:os'
import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import type { Why } from '../features/accounts/status.api.ts'
import { blockAccount, reopenAccount, suspendAccount } from '../features/accounts/status.api.ts'
import { changeTrial } from '../features/accounts/trial.api.ts'
import type { AccountStatus } from '../platform/http/account-status.ts'
import type { OperatorContext } from './operator.ts'
import { asOperator, getAccountNumber } from './operator.ts'
import { readTime } from './read-time.ts'

interface Options extends Printing {
  reason: string
  author?: string
}

function statusCommand(
  name: string,
  description: string,
  change: (ctx: OperatorContext, accountId: number, why: Why) => Promise<AccountStatus>,
): Command {
  return new Command(name)
    .description(description)
    .argument('<account>', 'acc_…, or the name of one of its users')
    .requiredOption('--reason <text>', 'why; the account holder reads it')
    .option('--author <name>', 'who changes it, for the audit log (default: the user of the shell)')
    .option('--json', 'print JSON')
    .action(async (account: string, { reason, author = userInfo().username, ...options }: Options) => {
      const status = await asOperator(async (ctx) =>
        change(ctx, await getAccountNumber(ctx, account), { reason, author }),
      )
      print(options, { account, status, reason, author }, `${account}: ${status}`)
    })
}

export const suspendCommand = statusCommand(
  'suspend',
  'let administrators only read, and stop messages except SOS for 14 days; locations stay stored',
  suspendAccount,
)
export const reopenCommand = statusCommand(
  'reopen',
  'end a suspension or a block; webhooks continue where they paused',
  reopenAccount,
)
export const blockCommand = statusCommand(
  'block',
  'refuse everybody and every message, within 5 seconds; locations stay stored',
  blockAccount,
)

export const trialCommand = new Command('trial')
  .description('set the end of a trial; the account is suspended then')
  .argument('<account>', 'acc_…, or the name of one of its users')
  .argument('<end>', 'a date or instant, or "never" if the account became a customer')
  .option('--json', 'print JSON')
  .action(async (account: string, end: string, options: Printing) => {
    const endsAt = end === 'never' ? null : readTime(end)
    await asOperator(async (ctx) => changeTrial(ctx, await getAccountNumber(ctx, account), endsAt))
    const words = endsAt ? `the trial ends at ${endsAt.toISOString()}` : 'no trial'
    print(options, { account, trialEndsAt: endsAt?.toISOString() ?? null }, `${account}: ${words}`)
  })
