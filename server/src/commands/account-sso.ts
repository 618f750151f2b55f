// `rastro account sso-off`: when neither the provider nor the account holder can let anybody in.

import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { switchOffAsOperator } from '../features/sso/provider.api.ts'
import type { Tx } from '../platform/context.ts'
import { inTransaction } from '../platform/db/db.ts'
import { asOperator, getAccountNumber } from './operator.ts'

export const ssoOffCommand = new Command('sso-off')
  .description(
    'switch single sign-on off: users sign in with passwords and passkeys; administrators get an e-mail',
  )
  .argument('<account>', 'acc_…, or the name of one of its users')
  .option('--json', 'print JSON')
  .action(async (account: string, options: Printing) => {
    const isChanged = await asOperator(async (ctx) =>
      inTransaction(ctx, await getAccountNumber(ctx, account), (tx) => switchOffAsOperator(tx as Tx)),
    )
    print(options, { account, isChanged }, `${account}: single sign-on ${isChanged ? 'is' : 'was'} off`)
  })
