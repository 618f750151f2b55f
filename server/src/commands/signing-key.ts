import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { rotateSigningKey } from '../features/auth/signing-keys.api.ts'
import { asOperator } from './operator.ts'

const rotate = new Command('rotate')
  .description('create the next signing key; existing tokens stay valid')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const kid = await asOperator(rotateSigningKey)
    const words = `New signing key ${kid}. It is used after RASTRO_SIGNING_KEY_LEAD_SECONDS.`
    print(options, { kid }, words)
  })

export const signingKeyCommand = new Command('signingkey')
  .description('manage token signing keys')
  .addCommand(rotate)
