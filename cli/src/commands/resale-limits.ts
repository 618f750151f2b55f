// `rastro resale caps` and `rastro resale terms`: what accounts below a reseller may send, and have.

import type { Rastro } from '@rastro/client'
import { Command } from 'commander'
import { capTitles, describeLimit, formatLimit, parseLimit } from '../caps.ts'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { UsageError } from '../failure.ts'
import { fieldsOf, print, tableOf } from '../output.ts'

type CapName = keyof typeof capTitles
const capNames = Object.keys(capTitles) as CapName[]
type CapOptions = Partial<Record<CapName, string>>

function withCapOptions(command: Command, values: string): Command {
  return command
    .option('--emails-per-day <number>', `e-mails per day: ${values}`)
    .option('--emails-per-month <number>', 'e-mails per month')
    .option('--sms-per-day <number>', 'SMS per day')
    .option('--sms-per-month <number>', 'SMS per month')
    .option('--money-per-day <amount>', 'money per day: 12.50')
    .option('--money-per-month <amount>', 'money per month')
}

export const capsCommand = () =>
  asClient(
    withCapOptions(new Command('caps'), 'a number, or "none" for no cap').option(
      '--time-zone <zone>',
      'IANA time zone in which the days of the caps begin',
    ),
  )
    .description('show what all accounts below a reseller may send together, or set it for one below yours')
    .argument('[reseller]', 'res_… (default: yours)')
    .action((id: string | undefined, options: ClientOptions & CapOptions & { timeZone?: string }) =>
      connected(options, async (rastro) => {
        const { timeZone } = options
        const changes = { ...readLimits(options), ...(timeZone !== undefined && { timeZone }) }
        const resellerId = id ?? (await rastro.get('/api/resale')).reseller.id
        const request = '/api/resale/resellers/{resellerId}/spendingCaps'
        const path = { resellerId }
        const shown =
          Object.keys(changes).length > 0
            ? await rastro.patch(request, { path, body: changes })
            : await rastro.get(request, { path })
        const { caps, currency } = shown
        const rows = capNames.map((name) => {
          const { cap, used, keptForCritical } = caps[name]
          const amounts = [cap, used, keptForCritical].map((value) => amountOf(name, value, currency))
          return [capTitles[name], ...amounts]
        })
        const table = tableOf(['', 'cap', 'used', 'kept for critical'], rows)
        print(options, shown, `${table}\n\nDays begin at midnight, ${shown.timeZone}.`)
      }),
    )

interface TermsOptions extends ClientOptions, CapOptions {
  users?: string
  apiUnitsPerDay?: string
}

export const termsCommand = () =>
  asClient(
    withCapOptions(
      new Command('terms')
        .option('--users <number>', 'users: a number, or "none" for no limit')
        .option('--api-units-per-day <number>', 'API units per day'),
      'a number, or "none" for no limit',
    ),
  )
    .description('show the limits of an account, or of each account below a reseller, or change them')
    .argument('<node>', 'acc_… or res_…')
    .action((id: string, options: TermsOptions) =>
      connected(options, async (rastro) => {
        const changes = readLimits(options)
        const before = await findTerms(rastro, id)
        const terms = Object.keys(changes).length > 0 ? await replace(rastro, id, before, changes) : before
        const shown = Object.entries(terms).map(([name, value]) => [name, amountOf(name, value, '')])
        print(options, terms, shown.length > 0 ? fieldsOf(Object.fromEntries(shown)) : 'no limits')
      }),
    )

type Terms = Record<string, number>

async function findTerms(rastro: Rastro, id: string): Promise<Terms> {
  if (id.startsWith('res_'))
    return (await rastro.get('/api/resale/resellers/{resellerId}', { path: { resellerId: id } })).reseller
      .terms
  return (await rastro.get('/api/resale/accounts/{accountId}', { path: { accountId: id } })).account.terms
}

/** What is not given stays. */
async function replace(
  rastro: Rastro,
  id: string,
  before: Terms,
  changes: Record<string, number | null>,
): Promise<Terms> {
  const body = Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter((entry): entry is [string, number] => entry[1] !== null),
  )
  if (id.startsWith('res_')) {
    const path = { resellerId: id }
    return (await rastro.put('/api/resale/resellers/{resellerId}/terms', { path, body })).reseller.terms
  }
  const path = { accountId: id }
  return (await rastro.put('/api/resale/accounts/{accountId}/terms', { path, body })).account.terms
}

/** Null removes a limit. */
function readLimits(options: TermsOptions): Record<string, number | null> {
  const limits: Record<string, number | null> = {}
  for (const name of ['users', 'apiUnitsPerDay', ...capNames] as const) {
    const text = options[name]
    if (text !== undefined) limits[name] = text === 'none' ? null : readLimit(name, text)
  }
  return limits
}

function readLimit(name: string, text: string): number {
  const limit = parseLimit(name, text)
  if (limit !== undefined) return limit
  throw new UsageError(`${name} must be ${describeLimit(name)}, or "none", not "${text}".`)
}

function amountOf(name: string, value: number | null, currency: string): string {
  return value === null ? '' : formatLimit(name, value, currency)
}
