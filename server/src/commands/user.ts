import * as own from '@rastro/cli/commands/user'
import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { newTemporaryPassword } from '../features/auth/new-passwords.api.ts'
import { hashPassword } from '../features/auth/password.api.ts'
import { resetPassword } from '../features/users/user.api.ts'
import { inTransaction } from '../platform/db/db.ts'
import { asOperator, getUserByName } from './operator.ts'

const password = new Command('password')
  .description(
    'as the operator: reset a user’s password, end all sessions and delete all API keys; prints it once',
  )
  .requiredOption('--user <name>', 'user name, in the database of this server')
  .option('--keep-api-keys', 'do not delete the API keys of the user')
  .option('--json', 'print JSON')
  .action(async (options: Printing & { user: string; keepApiKeys?: boolean }) => {
    const { user: userName, keepApiKeys = false } = options
    const { password: given, until } = newTemporaryPassword(new Date())
    const passwordHash = await hashPassword(given)
    await asOperator(async (ctx) => {
      const { accountId, userId } = await getUserByName(ctx, userName)
      await inTransaction(ctx, accountId, (tx) =>
        resetPassword(tx, userId, { passwordHash, until, keepApiKeys }),
      )
    })
    const words = `password   ${given}   (shown once; the user must sign in within a day and change it)`
    print(options, { userName, password: given, until: until.toISOString() }, words)
  })

export const userCommand = own.userCommand().addCommand(password)
