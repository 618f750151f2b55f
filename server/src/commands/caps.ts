// Spending caps for operators: what an account may spend, a reseller with all below it, and the platform in all.

import { capTitles, describeLimit, formatLimit, parseLimit } from '@rastro/cli/caps'
import { timeOf } from '@rastro/cli/listing'
import type { Printing } from '@rastro/cli/output'
import { print, tableOf } from '@rastro/cli/output'
import { Command } from 'commander'
import { describeAccount } from '../features/accounts/account.api.ts'
import { changeCaps, getCaps } from '../features/resale/reseller.api.ts'
import { getPlatform } from '../features/resale/tree.api.ts'
import { changeAllowedCaps, describeAccountSpending } from '../features/spending/cap.api.ts'
import { changePlatformCaps, getPlatformSpending } from '../features/spending/platform-cap.api.ts'
import type { ResellerCapChanges } from '../features/spending/reseller-cap.api.ts'
import type { CapName, CapUse } from '../features/spending/spending.types.ts'
import { capNames } from '../features/spending/spending.types.ts'
import { InvalidError } from '../platform/http/errors.ts'
import { asOperator, getAccountNumber } from './operator.ts'

type CapOptions = Partial<Record<CapName, string>>
type Changes = Partial<Record<CapName, number | null | 'default'>>

function withCapOptions(command: Command, rest: string): Command {
  const values = `<number>, "none" for no cap, "default" ${rest}`
  return command
    .option('--emails-per-day <cap>', `e-mails per day: ${values}`)
    .option('--emails-per-month <cap>', 'e-mails per month')
    .option('--sms-per-day <cap>', 'SMS per day')
    .option('--sms-per-month <cap>', 'SMS per month')
    .option('--money-per-day <cap>', 'money per day, in RASTRO_CURRENCY: 12.50')
    .option('--money-per-month <cap>', 'money per month')
    .option('--json', 'print JSON')
}

const account = withCapOptions(
  new Command('account')
    .description('show what an account has spent, and set what it may spend')
    .argument('<account>', 'acc_…, or the name of one of its users'),
  'for the default of the installation',
).action(async (text: string, options: Printing & CapOptions) => {
  const changes = readChanges(options)
  const { caps, currency } = await asOperator(async (ctx) => {
    const accountId = await getAccountNumber(ctx, text)
    const { publicId } = await describeAccount(ctx, accountId)
    const caps =
      Object.keys(changes).length > 0
        ? await changeAllowedCaps(ctx, { accountId, publicId }, changes)
        : await describeAccountSpending(ctx, accountId)
    return { caps, currency: ctx.config.spending.currency }
  })
  const lowered = (name: CapName) =>
    caps[name].ownCap === null ? '' : shown(name, caps[name].ownCap, currency)
  print(
    options,
    { currency, caps },
    tableWith(caps, currency, ['set by the account'], (name) => [lowered(name)]),
  )
})

const platform = withCapOptions(
  new Command('platform')
    .description('show what the platform has spent, and set what all accounts together may spend')
    .option('--time-zone <zone>', 'IANA time zone in which the days of the platform begin'),
  'to unset it',
).action(async (options: Printing & CapOptions & { timeZone?: string }) => {
  const { timeZone } = options
  const changes = { ...readChanges(options), ...(timeZone && { timeZone }) }
  const { spending, currency } = await asOperator(async (ctx) => ({
    spending:
      Object.keys(changes).length > 0
        ? await changePlatformCaps(ctx, changes)
        : await getPlatformSpending(ctx),
    currency: ctx.config.spending.currency,
  }))
  print(options, { currency, ...spending }, tableInZone(spending, currency))
})

const reseller = withCapOptions(
  new Command('reseller')
    .description('show what all accounts below a reseller have spent, and set what they may spend together')
    .argument('<reseller>', 'res_…')
    .option('--time-zone <zone>', 'IANA time zone in which the days of the caps begin'),
  'for no cap, too',
).action(async (id: string, options: Printing & CapOptions & { timeZone?: string }) => {
  const { timeZone } = options
  const caps = Object.entries(readChanges(options)).map(([name, cap]) => [
    name,
    cap === 'default' ? null : cap,
  ])
  const changes: ResellerCapChanges = { ...Object.fromEntries(caps), ...(timeZone && { timeZone }) }
  const { spending, currency } = await asOperator(async (ctx) => {
    const tree = await getPlatform(ctx)
    if (Object.keys(changes).length > 0) await changeCaps(ctx, tree, id, changes)
    return { spending: await getCaps(ctx, tree, id), currency: ctx.config.spending.currency }
  })
  print(options, { currency, ...spending }, tableInZone(spending, currency))
})

export const capsCommand = new Command('caps')
  .description('show and set spending caps: e-mails, SMS and money per day and month')
  .addCommand(account)
  .addCommand(reseller)
  .addCommand(platform)

function tableInZone(
  { caps, timeZone }: { caps: Record<CapName, CapUse>; timeZone: string },
  currency: string,
): string {
  return `${tableWith(caps, currency)}\n\nDays begin at midnight, ${timeZone}. Used includes what is handed out to accounts.`
}

function readChanges(options: CapOptions): Changes {
  const changes: Changes = {}
  for (const name of capNames) {
    const text = options[name]
    if (text === undefined) continue
    changes[name] = text === 'none' ? null : text === 'default' ? 'default' : readCap(name, text)
  }
  return changes
}

function readCap(name: CapName, text: string): number {
  const cap = parseLimit(name, text)
  if (cap !== undefined) return cap
  throw new InvalidError(
    'caps.invalid',
    `${capTitles[name]} must be ${describeLimit(name)}, "none" or "default", not "${text}".`,
  )
}

function shown(name: CapName, value: number | null, currency: string): string {
  return value === null ? 'none' : formatLimit(name, value, currency)
}

function tableWith(
  caps: Record<CapName, CapUse>,
  currency: string,
  heads: string[] = [],
  more: (name: CapName) => string[] = () => [],
): string {
  const rows = capNames.map((name) => {
    const { cap, used, resetsAt } = caps[name]
    const values = [shown(name, used, currency), shown(name, cap, currency)]
    return [capTitles[name], ...values, ...more(name), timeOf(resetsAt.toISOString())]
  })
  return tableOf(['', 'used', 'cap', ...heads, 'resets'], rows)
}
