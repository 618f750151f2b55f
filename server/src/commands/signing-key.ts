import { Command } from 'commander'
import { rotateSigningKey } from '../features/access/signing-keys.service.ts'
import { asOperator } from './operator.ts'

const rotate = new Command('rotate')
  .description('make the next signing key; tokens signed with the present one stay valid')
  .action(async () => {
    const kid = await asOperator(rotateSigningKey)
    console.log(`New signing key ${kid}. It signs after the lead of RASTRO_SIGNING_KEY_LEAD_SECONDS.`)
  })

export const signingKeyCommand = new Command('signingkey')
  .description('keys that tokens are signed with')
  .addCommand(rotate)
