// `rastro setup`: the code for the first run in the browser.

import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { findSetupCode } from '../features/setup/setup.api.ts'
import { ConflictError } from '../platform/http/errors.ts'
import { asOperator } from './operator.ts'

export const setupCommand = new Command('setup')
  .description('print the address and the code for the first run in the browser')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const shown = await asOperator(async (ctx) => {
      const code = await findSetupCode(ctx)
      if (code === undefined)
        throw new ConflictError('accounts.set_up', 'The installation has an account already.')
      return { url: `${ctx.config.http.publicUrl}/setup`, code }
    })
    const streets = 'Maps   without streets; to add them: rastro map --help, or Settings, Maps'
    print(options, shown, `Open   ${shown.url}\nCode   ${shown.code}\n${streets}`)
  })
