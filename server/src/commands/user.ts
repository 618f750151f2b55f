import * as own from '@rastro/cli/commands/user'
import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { operator } from '../features/audit/audit.api.ts'
import { renewEnrolment, startRecovery, stopRecoveryOf } from '../features/auth/factors/recovery.api.ts'
import { newTemporaryPassword } from '../features/auth/new-passwords.api.ts'
import { hashPassword } from '../features/auth/password.api.ts'
import { inviteAsOperator } from '../features/users/invitation.api.ts'
import { getUserIn, resetPassword } from '../features/users/user.api.ts'
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

const recover = new Command('recover')
  .description(
    'as the operator: reset a user’s second factor after 72 hours; the user and all administrators are notified and can stop it. If it was reset already, print a new link',
  )
  .requiredOption('--user <name>', 'user name, in the database of this server')
  .option('--stop', 'stop a running recovery')
  .option('--unannounced', 'also if nobody can be notified')
  .option('--json', 'print JSON')
  .action(async (options: Printing & { user: string } & RecoverOptions) => {
    const { user: userName } = options
    const { result, words } = await asOperator(async (ctx) => {
      const user = await getUserByName(ctx, userName)
      return inTransaction(ctx, user.accountId, (tx) => recoverFactor(tx, user, options))
    })
    print(options, { userName, ...result }, words)
  })

interface RecoverOptions {
  stop?: boolean
  unannounced?: boolean
}

async function recoverFactor(
  tx: Parameters<typeof startRecovery>[0],
  user: { account: string; userId: string },
  { stop, unannounced: isUnannounced = false }: RecoverOptions,
): Promise<{ result: object; words: string }> {
  if (stop) {
    await stopRecoveryOf(tx, user.userId)
    return { result: { stopped: true }, words: 'recovery   stopped' }
  }
  const link = await renewEnrolment(tx, user)
  if (link) {
    const words = `link       ${link.url}   (${link.isSent ? 'also sent to the user; ' : ''}valid for 72 hours, works once)`
    return { result: link, words }
  }
  const { dueAt, notified } = await startRecovery(tx, user.userId, { isUnannounced })
  const words = `recovery   at ${dueAt.toISOString()}; ${notified} e-mail(s) queued`
  return { result: { dueAt: dueAt.toISOString(), notified }, words }
}

const invite = new Command('invite')
  .description(
    'as the operator: print a link with which the user chooses a password; also sent if a mail server is configured',
  )
  .requiredOption('--user <name>', 'user name, in the database of this server')
  .option('--json', 'print JSON')
  .action(async (options: Printing & { user: string }) => {
    const { user: userName } = options
    await asOperator(async (ctx) => {
      const { account, accountId, userId: id } = await getUserByName(ctx, userName)
      const { email, url, expiresAt } = await inTransaction(ctx, accountId, async (tx) => {
        const { user } = await getUserIn(tx, id)
        const invitation = await inviteAsOperator(tx, operator, { account, user: { id, email: user.email } })
        return { ...invitation, email: user.email }
      })
      const isSent = ctx.config.notifications.smtpUrl !== undefined
      const words = `link       ${url}   (${isSent ? `also sent to ${email}; ` : ''}valid for 72 hours, works once)`
      print(options, { userName, url, expiresAt: expiresAt.toISOString(), isSent }, words)
    })
  })

export const userCommand = own.userCommand().addCommand(password).addCommand(invite).addCommand(recover)
