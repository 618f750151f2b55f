import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { rotateSigningKey } from '../features/auth/signing-keys.api.ts'
import { asOperator } from './operator.ts'

const rotate = new Command('rotate')
  .description('make the next signing key; tokens signed with the present one stay valid')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const kid = await asOperator(rotateSigningKey)
    const words = `New signing key ${kid}. It signs after the lead of RASTRO_SIGNING_KEY_LEAD_SECONDS.`
    print(options, { kid }, words)
  })

export const signingKeyCommand = new Command('signingkey')
  .description('keys that tokens are signed with')
  .addCommand(rotate)
