import { Command } from 'commander'
import { listAccountNumbers } from '../features/access/access.service.ts'
import { findBreak } from '../features/audit/audit.service.ts'
import { asOperator } from './operator.ts'

const verify = new Command('verify')
  .description('read every account’s chain of changes and say whether one was tampered with')
  .action(async () => {
    const broken = await asOperator(async (ctx) => {
      const found: string[] = []
      for (const { accountId, account } of await listAccountNumbers(ctx)) {
        const place = await findBreak(ctx, ctx.db.forAccount(accountId))
        if (place !== undefined) found.push(`${account}: broken at number ${place}`)
      }
      return found
    })
    console.log(broken.length === 0 ? 'Every chain is whole.' : broken.join('\n'))
    if (broken.length > 0) process.exitCode = 1
  })

export const auditCommand = new Command('audit').description('the trail of changes').addCommand(verify)
