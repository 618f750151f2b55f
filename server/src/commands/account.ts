import { Argument, Command } from 'commander'
import { findUserByName } from '../features/access/access.service.ts'
import { changeLicenses, changeRetention, createAccount } from '../features/accounts/account.service.ts'
import type { RetentionName } from '../features/accounts/account.types.ts'
import { retentionNames } from '../features/accounts/account.types.ts'
import { InvalidError, NotFoundError } from '../platform/errors.ts'
import { randomText } from '../platform/ids.ts'
import { isTimeZone } from '../platform/validation.ts'
import type { OperatorContext } from './operator.ts'
import { asOperator } from './operator.ts'

interface Options {
  name: string
  email: string
  userName?: string
  timeZone: string
  country: string
  licenses: string
  json?: true
}

const create = new Command('create')
  .description('make an account and its owner; prints the first password, once')
  .requiredOption('--name <name>', 'name of the account')
  .requiredOption('--email <address>', 'e-mail address of the account holder')
  .option('--user-name <name>', 'user name of the account holder (default: the e-mail address)')
  .option('--time-zone <zone>', 'IANA time zone of the account', 'UTC')
  .option('--country <code>', 'ISO 3166 country of the account holder', 'ES')
  .option('--licenses <number>', 'how many devices may be active', '10')
  .option('--json', 'print JSON')
  .action(async (options: Options) => {
    const total = readLicenses(options.licenses)
    if (!isTimeZone(options.timeZone)) {
      throw new InvalidError('timeZone.invalid', `"${options.timeZone}" is not an IANA time zone.`)
    }
    const password = randomText(20)
    const userName = options.userName ?? options.email
    const created = await asOperator((ctx) =>
      createAccount(ctx, {
        name: options.name,
        timeZone: options.timeZone,
        licenses: total,
        owner: { userName, name: options.name, email: options.email, country: options.country, password },
      }),
    )
    const shown = { account: created.account, userName, password, licenses: total }
    if (options.json) return console.log(JSON.stringify(shown))
    console.log(`account    ${shown.account}\nuser name  ${userName}\npassword   ${password}   (shown once)`)
    console.log(`\nNext: rastro apikey create --user ${userName}`)
  })

const licenses = new Command('licenses')
  .description('set how many devices of an account may be active')
  .requiredOption('--user <name>', 'user name of anybody in the account')
  .argument('<total>', 'the new total')
  .action(async (total: string, { user: userName }: { user: string }) => {
    const after = await asOperator(async (ctx) => {
      const { accountId } = await getUserByName(ctx, userName)
      return changeLicenses(ctx, accountId, readLicenses(total))
    })
    const { total: now, used, free } = after.licenses
    console.log(`${after.name}: ${now} licenses, ${used} used, ${free} free`)
  })

const retention = new Command('retention')
  .description('set how long an account’s history is kept')
  .requiredOption('--user <name>', 'user name of anybody in the account')
  .addArgument(new Argument('<class>', 'short: 90 days, standard: 400 days').choices(retentionNames))
  .action(async (name: string, { user: userName }: { user: string }) => {
    const account = await asOperator(async (ctx) => {
      const { accountId } = await getUserByName(ctx, userName)
      return changeRetention(ctx, accountId, name as RetentionName)
    })
    console.log(`${account.name}: locations that come from now on are kept in the class "${name}"`)
  })

async function getUserByName(ctx: OperatorContext, userName: string) {
  const user = await findUserByName(ctx, userName)
  if (user.userId) return user
  throw new NotFoundError('users.not_found', `There is no user "${userName}".`)
}

function readLicenses(text: string): number {
  const total = Number(text)
  if (Number.isInteger(total) && total >= 0 && total <= 100_000_000) return total
  throw new InvalidError('licenses.invalid', `The number of licenses must be a whole number, not "${text}".`)
}

export const accountCommand = new Command('account')
  .description('accounts of the platform')
  .addCommand(create)
  .addCommand(licenses)
  .addCommand(retention)
