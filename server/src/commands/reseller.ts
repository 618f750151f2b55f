// `rastro reseller`: the tree of resellers below the platform, their licenses, status and terms.

import { userInfo } from 'node:os'
import { printList } from '@rastro/cli/listing'
import type { Printing } from '@rastro/cli/output'
import { fieldsOf, print } from '@rastro/cli/output'
import { Command } from 'commander'
import { describeAccount } from '../features/accounts/account.api.ts'
import type { NodeStatus, Reseller, TermName, Terms } from '../features/resale/resale.types.ts'
import { termNames } from '../features/resale/resale.types.ts'
import {
  changeStatus,
  changeTerms,
  createReseller,
  getReseller,
  listResellers,
  makeStaff,
  transferLicenses,
} from '../features/resale/reseller.api.ts'
import { getPlatform, keepInTree } from '../features/resale/tree.api.ts'
import { InvalidError } from '../platform/http/errors.ts'
import { asOperator, getAccountNumber } from './operator.ts'

const resellerWords = 'res_…'
const nodeWords = 'res_… or acc_…'
const perPage = 200

const list = new Command('list')
  .description('list resellers as a tree, with their licenses')
  .option('--json', 'print JSON')
  .action((options: Printing) =>
    asOperator(async (ctx) => {
      const read = listResellers(ctx, await getPlatform(ctx))
      const pages = (async function* () {
        for (let after = 0; ; ) {
          const page = await read({ after, limit: perPage })
          yield JSON.parse(`[${page.json ?? ''}]`) as Reseller[]
          if (!page.more || page.last === null) return
          after = page.last
        }
      })()
      const columns = {
        id: ({ id }: Reseller) => id,
        name: ({ name, depth }: Reseller) => `${'  '.repeat(depth - 1)}${name}`,
        status: ({ effectiveStatus }: Reseller) => effectiveStatus,
        licenses: ({ licenses }: Reseller) => licenses.granted,
        given: ({ licenses }: Reseller) => licenses.given,
      }
      await printList(options, pages, columns, 'There are no resellers yet.')
    }),
  )

const show = new Command('show')
  .description('show a reseller')
  .argument('<reseller>', resellerWords)
  .option('--json', 'print JSON')
  .action(async (id: string, options: Printing) => {
    const reseller = await asOperator(async (ctx) => getReseller(ctx, await getPlatform(ctx), id))
    print(options, reseller, describe(reseller))
  })

function describe(reseller: Reseller): string {
  const { granted, given, free } = reseller.licenses
  return fieldsOf({
    reseller: reseller.id,
    name: reseller.name,
    below: reseller.parentId ?? '',
    staff: reseller.staffAccountId ?? 'none',
    licenses: `${granted}, ${given} given, ${free} free`,
    status: reseller.effectiveStatus,
    reason: reseller.statusReason ?? '',
    terms: termsOf(reseller.effectiveTerms),
  })
}

function termsOf(terms: Terms): string {
  return Object.entries(terms)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

interface CreateOptions extends Printing {
  name: string
  below: string
  staff: string
}

const create = new Command('create')
  .description('create a reseller; the users of its staff account manage it')
  .requiredOption('--name <name>', 'name of the reseller')
  .requiredOption('--staff <account>', 'the staff account: acc_…, or the name of one of its users')
  .option('--below <reseller>', `the reseller above it: ${resellerWords}`, 'platform')
  .option('--json', 'print JSON')
  .action(async ({ name, below, staff, ...options }: CreateOptions) => {
    const reseller = await asOperator(async (ctx) => {
      const platform = await getPlatform(ctx)
      const accountNumber = await getAccountNumber(ctx, staff)
      const { publicId } = await describeAccount(ctx, accountNumber)
      await keepInTree(ctx, { accountNumber, id: publicId })
      const id = await createReseller(ctx, platform, { parentId: below, name })
      await makeStaff(ctx, accountNumber, id)
      return getReseller(ctx, platform, id)
    })
    print(options, reseller, describe(reseller))
  })

interface TransferOptions extends Printing {
  reason: string
  author?: string
}

const transfer = new Command('transfer')
  .description(
    'move licenses from the pool above a reseller or account to it, or back with a negative number',
  )
  .argument('<node>', nodeWords)
  .argument('<licenses>', 'how many; negative: back')
  .requiredOption('--reason <text>', 'why, for the ledger')
  .option('--author <name>', 'who moves them (default: the user of the shell)')
  .option('--json', 'print JSON')
  // A negative number is not an option.
  .allowUnknownOption()
  .action(async (nodeId: string, text: string, { reason, author, ...options }: TransferOptions) => {
    const licenses = readWhole(text)
    const done = await asOperator(async (ctx) =>
      transferLicenses(ctx, await getPlatform(ctx), {
        nodeId,
        licenses,
        reason,
        author: author ?? userInfo().username,
      }),
    )
    print(
      options,
      done,
      `${done.nodeName}: ${done.licenses > 0 ? '+' : ''}${done.licenses} licenses, ${done.state}`,
    )
  })

function readWhole(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number !== 0 && Math.abs(number) <= 100_000_000) return number
  throw new InvalidError('licenses.invalid', `The number of licenses must be a whole number, not "${text}".`)
}

interface StatusOptions extends TransferOptions {
  withCustomers?: true
}

function statusCommand(name: string, status: NodeStatus, description: string): Command {
  const command = new Command(name)
    .description(description)
    .argument('<node>', nodeWords)
    .requiredOption('--reason <text>', 'why; the account holder reads it')
    .option('--author <name>', 'who changes it (default: the user of the shell)')
    .option('--json', 'print JSON')
  if (status !== 'active')
    command.option('--with-customers', 'also the customers below the reseller, and not only its staff')
  return command.action(async (id: string, { reason, author, withCustomers, ...options }: StatusOptions) => {
    await asOperator(async (ctx) =>
      changeStatus(ctx, await getPlatform(ctx), id, {
        status,
        withCustomers: withCustomers === true,
        reason,
        author: author ?? userInfo().username,
      }),
    )
    print(options, { id, status, reason }, `${id}: ${status}`)
  })
}

type TermOptions = Printing & Partial<Record<TermName, string>>

const terms = new Command('terms')
  .description(
    'set limits of each account below a reseller, or of one account; the lowest on the path counts',
  )
  .argument('<node>', nodeWords)
  .option('--json', 'print JSON')
for (const name of termNames) {
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  terms.option(`--${flag} <number>`, `${flag.replaceAll('-', ' ')}; without the option: not limited here`)
}
terms.action(async (id: string, options: TermOptions) => {
  const wanted = readTerms(options)
  await asOperator(async (ctx) => changeTerms(ctx, await getPlatform(ctx), id, wanted))
  print(options, { id, terms: wanted }, `${id}: ${termsOf(wanted) || 'not limited here'}`)
})

function readTerms(options: TermOptions): Terms {
  const wanted: Terms = {}
  for (const name of termNames) {
    const text = options[name]
    if (text === undefined) continue
    const number = Number(text)
    if (!Number.isSafeInteger(number) || number < 0)
      throw new InvalidError('resale.terms_invalid', `${name} must be a whole number, not "${text}".`)
    wanted[name] = number
  }
  return wanted
}

export const resellerCommand = new Command('reseller')
  .description('manage resellers: pools of licenses, status and terms')
  .addCommand(list)
  .addCommand(show)
  .addCommand(create)
  .addCommand(transfer)
  .addCommand(
    statusCommand('suspend', 'suspended', 'suspend a reseller and all staff below it, or an account'),
  )
  .addCommand(statusCommand('block', 'blocked', 'block a reseller and all staff below it, or an account'))
  .addCommand(statusCommand('reopen', 'active', 'end a suspension or a block'))
  .addCommand(terms)
