// Usage below a reseller, its price lists, and invoices.

import { readFile } from 'node:fs/promises'
import type { AccountUsage, PriceList, Rastro } from '@rastro/client'
import { Command, Option } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { printList } from '../listing.ts'
import { print } from '../output.ts'

const perPage = 200

interface PeriodOptions extends ClientOptions {
  from: string
  to: string
}
interface UsageOptions extends PeriodOptions {
  format?: 'csv' | 'json' | 'meterEvents'
}

const usageColumns = {
  id: ({ accountId }: AccountUsage) => accountId,
  name: ({ accountName }: AccountUsage) => accountName,
  'license days': ({ licenseDays }: AccountUsage) => licenseDays,
  'e-mails': ({ emails }: AccountUsage) => emails,
  SMS: ({ sms }: AccountUsage) => sms,
  'API units': ({ apiUnits }: AccountUsage) => apiUnits,
  locations: ({ locations }: AccountUsage) => locations,
}

export const usageCommand = () =>
  asClient(
    new Command('usage')
      .requiredOption('--from <day>', 'the first day: 2026-10-01')
      .requiredOption('--to <day>', 'the last day')
      .addOption(
        new Option('--format <format>', 'print a row for each account and day instead').choices([
          'csv',
          'json',
          'meterEvents',
        ]),
      ),
  )
    .description('show what the accounts below your reseller have used, or write files of it')
    .action(({ from, to, format, ...options }: UsageOptions) =>
      connected(options, async (rastro) => {
        if (format)
          return printFile(await rastro.get('/api/resale/usage/file', { query: { from, to, format } }))
        await printList(options, usageOf(rastro, { from, to }), usageColumns, 'No closed days.')
      }),
    )

async function* usageOf(
  rastro: Rastro,
  period: { from: string; to: string },
): AsyncGenerator<AccountUsage[]> {
  const query = { ...period, limit: perPage }
  for await (const { usage } of rastro.pages('/api/resale/usage', { query })) yield usage
}

function printFile(answer: unknown): void {
  process.stdout.write(typeof answer === 'string' ? answer : `${JSON.stringify(answer)}\n`)
}

export const invoicesCommand = () =>
  asClient(
    new Command('invoices')
      .requiredOption('--month <month>', 'such as 2026-10')
      .addOption(new Option('--format <format>').choices(['csv', 'json']).default('csv')),
  )
    .description('write the invoices of a month for the accounts and resellers directly below yours')
    .action(({ month, format, ...options }: ClientOptions & { month: string; format: 'csv' | 'json' }) =>
      connected(options, async (rastro) =>
        printFile(await rastro.get('/api/resale/invoices/file', { query: { month, format } })),
      ),
    )

const priceColumns = {
  id: ({ id }: PriceList) => id,
  name: ({ name }: PriceList) => name,
  currency: ({ currency }: PriceList) => currency,
  'license day': ({ prices }: PriceList) => prices.licenseDay,
  'e-mail': ({ prices }: PriceList) => prices.email,
  'used by': ({ nodes }: PriceList) => nodes,
}

interface PricesOptions extends ClientOptions {
  create?: string
  replace?: string
  file?: string
  set?: string
  list?: string
}

export const pricesCommand = () =>
  asClient(
    new Command('prices')
      .option('--create <file>', 'create a price list from a JSON file with name, currency and prices')
      .option('--replace <list>', 'replace this price list: prl_…, with --file')
      .option('--file <file>', 'the JSON file for --replace')
      .option('--set <node>', 'set what this account or reseller pays, with --list')
      .option('--list <list>', 'the price list for --set: prl_… (default: none)'),
  )
    .description('list your price lists, or change them; prices are in millionths of the currency')
    .action(({ create, replace, file, set, list, ...options }: PricesOptions) =>
      connected(options, async (rastro) => {
        if (create !== undefined) {
          const { priceList } = await rastro.post('/api/resale/priceLists', { body: await readJson(create) })
          return print(options, priceList, `${priceList.id}: ${priceList.name}`)
        }
        if (replace !== undefined && file !== undefined) {
          const request = { path: { priceListId: replace }, body: await readJson(file) }
          const { priceList } = await rastro.put('/api/resale/priceLists/{priceListId}', request)
          return print(options, priceList, `${priceList.id}: ${priceList.name}`)
        }
        if (set !== undefined) {
          const body = { priceListId: list ?? null }
          await rastro.put('/api/resale/nodes/{nodeId}/prices', { path: { nodeId: set }, body })
          return print(options, { id: set, ...body }, `${set}: ${list ?? 'no price list'}`)
        }
        const lists = (async function* () {
          yield (await rastro.get('/api/resale/priceLists')).priceLists
        })()
        await printList(options, lists, priceColumns, 'None.')
      }),
    )

async function readJson(file: string) {
  return JSON.parse(await readFile(file, 'utf8'))
}
