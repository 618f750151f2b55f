import { printList, timeOf } from '@rastro/cli/listing'
import type { Printing } from '@rastro/cli/output'
import { fieldsOf, print } from '@rastro/cli/output'
import { Argument, Command } from 'commander'
import {
  changeHistory,
  changeLicenses,
  changeRetention,
  createAccount,
  describeAccount,
} from '../features/accounts/account.api.ts'
import type { Account, AccountTerms, RetentionName } from '../features/accounts/account.types.ts'
import { retentionNames } from '../features/accounts/account.types.ts'
import { operator } from '../features/audit/audit.api.ts'
import { pageAccountNumbers } from '../features/auth/auth.api.ts'
import { newTemporaryPassword } from '../features/auth/new-passwords.api.ts'
import { hashPassword } from '../features/auth/password.api.ts'
import { requireNoPool } from '../features/resale/tree.api.ts'
import { inviteAsOperator } from '../features/users/invitation.api.ts'
import { inTransaction } from '../platform/db/db.ts'
import { InvalidError } from '../platform/http/errors.ts'
import { canonicalTimeZone } from '../platform/http/time-zones.ts'
import { isTimeZone } from '../platform/http/validation.ts'
import {
  closeCommand,
  eraseCommand,
  erasedCommand,
  exportCommand,
  statementCommand,
} from './account-closing.ts'
import { forgetCommand, moveCommand } from './account-move.ts'
import { ssoOffCommand } from './account-sso.ts'
import { blockCommand, reopenCommand, suspendCommand, trialCommand } from './account-status.ts'
import type { OperatorContext } from './operator.ts'
import { asOperator, getAccountNumber, getUserByName } from './operator.ts'

interface Options {
  name: string
  email: string
  userName?: string
  timeZone: string
  country: string
  licenses: string
  password?: true
  json?: true
}

const create = new Command('create')
  .description('create an account and its owner; sends an invitation, or prints the initial password once')
  .requiredOption('--name <name>', 'name of the account')
  .requiredOption('--email <address>', 'e-mail address of the account holder')
  .option('--user-name <name>', 'user name of the account holder (default: the e-mail address)')
  .option('--time-zone <zone>', 'IANA time zone of the account', 'UTC')
  .option('--country <code>', 'ISO 3166 country of the account holder', 'ES')
  .option('--licenses <number>', 'maximum number of active devices', '10')
  .option('--password', 'print an initial password even if a mail server is configured')
  .option('--json', 'print JSON')
  .action(async (options: Options) => {
    const total = readLicenses(options.licenses)
    if (!isTimeZone(options.timeZone)) {
      throw new InvalidError('timeZone.invalid', `"${options.timeZone}" is not an IANA time zone.`)
    }
    const userName = options.userName ?? options.email
    await asOperator(async (ctx) => {
      const isInvited = ctx.config.notifications.smtpUrl !== undefined && !options.password
      const first = isInvited ? undefined : await firstPassword()
      const created = await createAccount(ctx, {
        name: options.name,
        timeZone: canonicalTimeZone(options.timeZone),
        licenses: total,
        owner: {
          userName,
          name: options.name,
          email: options.email,
          country: options.country,
          passwordHash: first?.passwordHash ?? null,
          ...(first && { temporaryPasswordUntil: first.until }),
        },
      })
      const shown = { account: created.account, userName, licenses: total }
      const words = `account    ${created.account}\nuser name  ${userName}\n`
      const next = `\n\nNext: rastro apikey create --user ${userName}`
      if (first) {
        const line = `password   ${first.password}   (shown once; sign in within a day and change it)`
        print(options, { ...shown, password: first.password }, `${words}${line}${next}`)
        return
      }
      const { account, accountId, ownerId } = created
      const user = { id: ownerId, email: options.email }
      const { url, expiresAt } = await inTransaction(ctx, accountId, (tx) =>
        inviteAsOperator(tx, operator, { account, user }),
      )
      const line = `link       ${url}   (also sent to ${options.email}; valid for 72 hours)`
      const invitation = { url, expiresAt: expiresAt.toISOString() }
      print(options, { ...shown, invitation }, `${words}${line}${next}`)
    })
  })

async function firstPassword() {
  const { password, until } = newTemporaryPassword(new Date())
  return { password, until, passwordHash: await hashPassword(password) }
}

const licenses = new Command('licenses')
  .description('set the number of licenses of an account')
  .requiredOption('--user <name>', 'name of a user in the account')
  .argument('<total>', 'new number of licenses')
  .option('--json', 'print JSON')
  .action(async (total: string, options: Printing & { user: string }) => {
    const after = await asOperator(async (ctx) => {
      const { accountId } = await getUserByName(ctx, options.user)
      await requireNoPool(ctx, accountId)
      return changeLicenses(ctx, accountId, readLicenses(total))
    })
    const { total: now, used, free } = after.licenses
    const shown = { account: after.publicId, licenses: after.licenses }
    print(options, shown, `${after.name}: ${now} licenses, ${used} used, ${free} free`)
  })

const retention = new Command('retention')
  .description('set the retention of an account’s history')
  .requiredOption('--user <name>', 'name of a user in the account')
  .addArgument(new Argument('<class>', 'short: 90 days, standard: 400 days').choices(retentionNames))
  .option('--json', 'print JSON')
  .action(async (name: string, options: Printing & { user: string }) => {
    const account = await asOperator(async (ctx) => {
      const { accountId } = await getUserByName(ctx, options.user)
      return changeRetention(ctx, accountId, name as RetentionName)
    })
    const shown = { account: account.publicId, retention: name }
    print(options, shown, `${account.name}: new locations have retention "${name}"`)
  })

const history = new Command('history')
  .description('set after how many days locations of an account are deleted, within its retention')
  .argument('<account>', 'acc_…, or the name of one of its users')
  .argument('<days>', 'number of days, or "all" for the whole retention')
  .option('--json', 'print JSON')
  .action(async (text: string, days: string, options: Printing) => {
    const wanted = days === 'all' ? null : readDays(days)
    const account = await asOperator(async (ctx) =>
      changeHistory(ctx, await getAccountNumber(ctx, text), wanted),
    )
    const kept = Math.min(account.historyDays ?? account.maxHistoryDays, account.maxHistoryDays)
    const shown = { account: account.publicId, historyDays: account.historyDays }
    print(options, shown, `${account.name}: locations are deleted after ${kept} days`)
  })

function readDays(text: string): number {
  const days = Number(text)
  if (Number.isInteger(days) && days >= 1 && days <= 3_650) return days
  throw new InvalidError('accounts.days_invalid', `The days must be a whole number, not "${text}".`)
}

/** An account as shown to the operator. */
type Listed = Account & AccountTerms

const list = new Command('list')
  .description('list accounts')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const columns = {
      account: ({ publicId }: Listed) => publicId,
      name: ({ name }: Listed) => name,
      owner: ({ owner }: Listed) => owner,
      licenses: ({ licenses }: Listed) => `${licenses.used} of ${licenses.total}`,
      status: ({ status }: Listed) => status,
      retention: ({ retention }: Listed) => retention,
      created: ({ createdAt }: Listed) => timeOf(createdAt.toISOString()),
    }
    await asOperator((ctx) => printList(options, pagesOf(ctx), columns, 'There are no accounts yet.'))
  })

const perPage = 100

async function* pagesOf(ctx: OperatorContext): AsyncGenerator<Listed[]> {
  for (let after = 0; ; ) {
    const page = await pageAccountNumbers(ctx, after, perPage)
    const accounts: Listed[] = []
    for (const { accountId } of page) accounts.push(await describeAccount(ctx, accountId))
    yield accounts
    if (page.length < perPage) return
    after = page.at(-1)!.accountId
  }
}

const show = new Command('show')
  .description('show an account')
  .argument('<account>', 'acc_…, or the name of one of its users')
  .option('--json', 'print JSON')
  .action(async (text: string, options: Printing) => {
    const account = await asOperator(async (ctx) => describeAccount(ctx, await getAccountNumber(ctx, text)))
    const { total, used, free } = account.licenses
    const words = fieldsOf({
      account: account.publicId,
      name: account.name,
      owner: account.owner,
      'time zone': account.timeZone,
      licenses: `${total}, ${used} used, ${free} free`,
      status: statusOf(account),
      'trial ends': account.trialEndsAt ? timeOf(account.trialEndsAt.toISOString()) : 'no trial',
      retention: account.retention,
      history: `${account.historyDays ?? account.maxHistoryDays} days`,
      created: timeOf(account.createdAt.toISOString()),
    })
    print(options, account, words)
  })

function statusOf({ status, statusReason, statusChangedAt, statusChangedBy }: Listed): string {
  if (!statusChangedAt) return status
  return `${status} since ${timeOf(statusChangedAt.toISOString())}, by ${statusChangedBy}: ${statusReason}`
}

function readLicenses(text: string): number {
  const total = Number(text)
  if (Number.isInteger(total) && total >= 0 && total <= 100_000_000) return total
  throw new InvalidError('licenses.invalid', `The number of licenses must be a whole number, not "${text}".`)
}

export const accountCommand = new Command('account')
  .description('manage accounts')
  .addCommand(list)
  .addCommand(show)
  .addCommand(create)
  .addCommand(licenses)
  .addCommand(retention)
  .addCommand(history)
  .addCommand(ssoOffCommand)
  .addCommand(suspendCommand)
  .addCommand(reopenCommand)
  .addCommand(blockCommand)
  .addCommand(trialCommand)
  .addCommand(exportCommand)
  .addCommand(closeCommand)
  .addCommand(eraseCommand)
  .addCommand(erasedCommand)
  .addCommand(statementCommand)
  .addCommand(moveCommand)
  .addCommand(forgetCommand)
