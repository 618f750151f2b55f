import * as own from '@rastro/cli/commands/user'
import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { hashPassword } from '../features/sessions/password.service.ts'
import { resetPassword } from '../features/users/user.service.ts'
import { inTransaction } from '../platform/db.ts'
import { randomText } from '../platform/ids.ts'
import { asOperator, getUserByName } from './operator.ts'

const password = new Command('password')
  .description('as the operator: give a user a new password and end his sessions; prints it, once')
  .requiredOption('--user <name>', 'user name, on the database of this server')
  .option('--json', 'print JSON')
  .action(async (options: Printing & { user: string }) => {
    const { user: userName } = options
    const chosen = randomText(20)
    const passwordHash = await hashPassword(chosen)
    await asOperator(async (ctx) => {
      const { accountId, userId } = await getUserByName(ctx, userName)
      await inTransaction(ctx, accountId, (tx) => resetPassword(tx, userId, passwordHash))
    })
    print(options, { userName, password: chosen }, `password   ${chosen}   (shown once)`)
  })

export const userCommand = own.userCommand().addCommand(password)
