// Resale: what the staff of a reseller does with the accounts and resellers below it.

import type { Rastro, ResaleAccount, Reseller } from '@rastro/client'
import { Command, Option } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { printList, timeOf } from '../listing.ts'
import { fieldsOf, print } from '../output.ts'
import { brandCommand } from './resale-brand.ts'
import { hostCommand } from './resale-host.ts'
import { capsCommand, termsCommand } from './resale-limits.ts'
import { sendersCommand } from './resale-senders.ts'
import { invoicesCommand, pricesCommand, usageCommand } from './resale-usage.ts'
import { supportRequestsCommand } from './support.ts'

const perPage = 200
const statuses = ['active', 'suspended', 'blocked', 'closing'] as const

const show = () =>
  asClient(new Command('show'))
    .description('show your reseller: its pool of licenses, and the accounts below it by status')
    .action((options: ClientOptions) =>
      connected(options, async (rastro) => {
        const { reseller, accounts, resellers } = await rastro.get('/api/resale')
        const { granted, given, free } = reseller.licenses
        const words = fieldsOf({
          reseller: reseller.id,
          name: reseller.name,
          status: reseller.effectiveStatus,
          licenses:
            granted === null ? `any number, ${given} given` : `${granted}, ${given} given, ${free} free`,
          accounts: statuses.map((status) => `${accounts[status]} ${status}`).join(', '),
          resellers,
        })
        print(options, { reseller, accounts, resellers }, words)
      }),
    )

interface ListOptions extends ClientOptions {
  search?: string
  status?: (typeof statuses)[number]
  below?: string
}

const list = () =>
  asClient(
    new Command('list')
      .option('--search <text>', 'part of the name, or the id')
      .addOption(new Option('--status <status>', 'only with this status').choices(statuses))
      .option('--below <reseller>', 'only directly below this reseller: res_…'),
  )
    .description('list the accounts below your reseller, with counts')
    .action((options: ListOptions) =>
      connected(options, (rastro) =>
        printList(options, accountsOf(rastro, options), accountColumns, 'None.'),
      ),
    )

async function* accountsOf(
  rastro: Rastro,
  { search, status, below }: ListOptions,
): AsyncGenerator<ResaleAccount[]> {
  const query = {
    ...(search !== undefined && { search }),
    ...(status && { status }),
    ...(below !== undefined && { resellerId: below }),
    limit: perPage,
  }
  for await (const { accounts } of rastro.pages('/api/resale/accounts', { query })) yield accounts
}

const accountColumns = {
  id: ({ id }: ResaleAccount) => id,
  name: ({ name }: ResaleAccount) => name,
  status: ({ status }: ResaleAccount) => status,
  licenses: ({ licenses }: ResaleAccount) => licenses.granted ?? licenses.total,
  used: ({ licenses }: ResaleAccount) => licenses.used,
  users: ({ userCount }: ResaleAccount) => userCount,
  'last location': ({ lastLocationAt }: ResaleAccount) => timeOf(lastLocationAt),
}

const resellers = () =>
  asClient(new Command('resellers'))
    .description('list the resellers below yours, as a tree')
    .action((options: ClientOptions) =>
      connected(options, (rastro) => printList(options, resellersOf(rastro), resellerColumns, 'None.')),
    )

async function* resellersOf(rastro: Rastro): AsyncGenerator<Reseller[]> {
  const query = { limit: perPage }
  for await (const page of rastro.pages('/api/resale/resellers', { query })) yield page.resellers
}

const resellerColumns = {
  id: ({ id }: Reseller) => id,
  name: ({ name }: Reseller) => name,
  depth: ({ depth }: Reseller) => depth,
  status: ({ effectiveStatus }: Reseller) => effectiveStatus,
  licenses: ({ licenses }: Reseller) => licenses.granted,
  given: ({ licenses }: Reseller) => licenses.given,
}

interface ReasonOptions extends ClientOptions {
  reason: string
  withCustomers?: true
}

const nodeWords = 'acc_… or res_…'

const suspend = () =>
  asClient(
    new Command('suspend')
      .requiredOption('--reason <text>', 'why; the account holder reads it')
      .option('--with-customers', 'of a reseller: also the customers below it, and not only its staff'),
  )
    .description('suspend an account or a reseller; acts within 5 seconds')
    .argument('<node>', nodeWords)
    .action((id: string, { reason, withCustomers, ...options }: ReasonOptions) =>
      connected(options, async (rastro) => {
        if (id.startsWith('res_')) {
          const body = { reason, withCustomers: withCustomers === true }
          await rastro.post('/api/resale/resellers/{resellerId}/suspend', { path: { resellerId: id }, body })
        } else {
          await rastro.post('/api/resale/accounts/{accountId}/suspend', {
            path: { accountId: id },
            body: { reason },
          })
        }
        print(options, { id, status: 'suspended' }, `${id}: suspended`)
      }),
    )

const reopen = () =>
  asClient(new Command('reopen').requiredOption('--reason <text>', 'why; the account holder reads it'))
    .description('end the suspension of an account or a reseller')
    .argument('<node>', nodeWords)
    .action((id: string, { reason, ...options }: ReasonOptions) =>
      connected(options, async (rastro) => {
        const body = { reason }
        if (id.startsWith('res_'))
          await rastro.post('/api/resale/resellers/{resellerId}/reopen', { path: { resellerId: id }, body })
        else await rastro.post('/api/resale/accounts/{accountId}/reopen', { path: { accountId: id }, body })
        print(options, { id, status: 'active' }, `${id}: reopened`)
      }),
    )

const transfer = () =>
  asClient(
    new Command('transfer')
      .requiredOption('--licenses <number>', 'how many; negative: back to the pool', Number)
      .requiredOption('--reason <text>', 'why, for the ledger'),
  )
    .description('move licenses from the pool to an account or a reseller below, or back')
    .argument('<node>', nodeWords)
    .action((nodeId: string, { licenses, reason, ...options }: ReasonOptions & { licenses: number }) =>
      connected(options, async (rastro) => {
        const body = { nodeId, licenses, reason }
        const { transfer } = await rastro.post('/api/resale/licenseTransfers', { body })
        print(options, transfer, `${transfer.nodeName}: ${transfer.licenses} licenses, ${transfer.state}`)
      }),
    )

interface CreateOptions extends ClientOptions {
  name: string
  email: string
  owner: string
  country: string
  timeZone: string
  licenses: number
  below?: string
}

const create = () =>
  asClient(
    new Command('create')
      .requiredOption('--name <name>', 'name of the account')
      .requiredOption('--email <address>', 'e-mail address of the account holder, who is invited')
      .requiredOption('--owner <name>', 'name of the account holder')
      .option('--country <code>', 'ISO 3166 country of the account holder', 'ES')
      .option('--time-zone <zone>', 'IANA time zone of the account', 'UTC')
      .option('--licenses <number>', 'licenses from the pool', Number, 0)
      .option('--below <reseller>', 'the reseller above it: res_… (default: yours)'),
  )
    .description('create an account below your reseller; its owner gets an invitation')
    .action(({ name, email, owner, country, timeZone, licenses, below, ...options }: CreateOptions) =>
      connected(options, async (rastro) => {
        const body = {
          name,
          timeZone,
          licenses,
          owner: { name: owner, email, country },
          ...(below !== undefined && { resellerId: below }),
        }
        const { account } = await rastro.post('/api/resale/accounts', { body })
        print(options, account, `${account.id}: ${account.name}, ${account.licenses.granted} licenses`)
      }),
    )

export function resaleCommand(): Command {
  return new Command('resale')
    .description('manage the accounts and resellers below your reseller')
    .addCommand(show())
    .addCommand(list())
    .addCommand(resellers())
    .addCommand(create())
    .addCommand(transfer())
    .addCommand(suspend())
    .addCommand(reopen())
    .addCommand(capsCommand())
    .addCommand(termsCommand())
    .addCommand(supportRequestsCommand())
    .addCommand(brandCommand())
    .addCommand(usageCommand())
    .addCommand(pricesCommand())
    .addCommand(invoicesCommand())
    .addCommand(hostCommand())
    .addCommand(sendersCommand())
}
