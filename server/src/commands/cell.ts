import { printList } from '@rastro/cli/listing'
import type { Printing } from '@rastro/cli/output'
import { fieldsOf, print } from '@rastro/cli/output'
import { Command } from 'commander'
import type { Config } from '../config/config.ts'
import { ConfigError, readConfig, surveyConfig } from '../config/config.ts'
import type { Cell } from '../features/cells/cell.types.ts'
import type { CellReview } from '../features/cells/cell-health.api.ts'
import { listCells, reviewCell } from '../features/cells/cell-health.api.ts'
import { joinCell } from '../features/cells/join.api.ts'
import { migrate, sharedDirectory } from '../operations/migrate/migrate.ts'
import { openLine } from '../platform/db/db.ts'
import { ConflictError } from '../platform/http/errors.ts'
import type { OperatorContext } from './operator.ts'
import { asOperator } from './operator.ts'

const migrateDirectory = new Command('migrate')
  .description('bring the directory that cells share to the newest schema')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const ownerUrl = directoryOwnerOf(surveyConfig(process.env).config)
    const applied: string[] = []
    await migrate(ownerUrl, (line) => applied.push(line.replace('applied ', '')), {
      directory: sharedDirectory,
      hasJobs: false,
    })
    const words = applied.map((name) => `applied ${name}\n`).join('')
    print(options, { applied }, `${words}The directory is up to date.`)
  })

const join = new Command('join')
  .description(
    'list this cell in the directory, with its addresses, accounts and names; again to repair or change them',
  )
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const cell = ownCell(readConfig(process.env))
    const joined = await asOperator((ctx) => asOwners(ctx, (owners) => joinCell(ctx, owners, cell)))
    const { accounts, names, taken } = joined
    const words = [`Cell ${cell.number} has joined, with ${accounts} accounts and ${names} names.`]
    if (taken.length > 0) {
      words.push('Accounts of other cells have these already; whoever comes with one is sent there:')
      words.push(...taken.map((name) => `  ${name}`))
      process.exitCode = 1
    }
    print(options, { ...cell, ...joined }, words.join('\n'))
  })

const list = new Command('list')
  .description('list the cells')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const columns = {
      cell: ({ number }: Cell) => number,
      api: ({ apiUrl }: Cell) => apiUrl,
      gateway: ({ gatewayHost, gatewayPort }: Cell) => `${gatewayHost}:${gatewayPort}`,
    }
    const cells = await asOperator(listCells)
    await printList(options, [cells], columns, 'No cell has joined yet. Run: rastro cell join')
  })

const show = new Command('show')
  .description('show how a cell stands in the directory')
  .argument('[number]', 'which; this one where none is given')
  .option('--json', 'print JSON')
  .action(async (text: string | undefined, options: Printing) => {
    const review = await asOperator((ctx) => {
      const number = text === undefined ? ctx.config.cells.number : Number(text)
      return reviewCell(ctx, number)
    })
    print(options, review, describe(review))
  })

function describe({ cell, accounts, arriving, names, pending }: CellReview): string {
  return fieldsOf({
    cell: cell.number,
    api: cell.apiUrl,
    gateway: `${cell.gatewayHost}:${cell.gatewayPort}`,
    accounts,
    'on their way to it': arriving,
    ...names,
    'being changed': pending,
  })
}

function ownCell({ cells }: Config): Cell {
  const { number, apiUrl, gatewayHost, gatewayPort } = cells
  const faults: string[] = []
  if (number === 0) faults.push('RASTRO_CELL is not set: which of the cells this is, from 1 to 200')
  if (!apiUrl) faults.push('RASTRO_CELL_API_URL is not set: where the other cells reach this one’s API')
  if (!gatewayHost) faults.push('RASTRO_CELL_GATEWAY_HOST is not set: where they reach its gateway')
  if (gatewayPort === 0) faults.push('RASTRO_CELL_GATEWAY_PORT is not set: the port of its gateway')
  if (faults.length > 0 || !apiUrl) throw new ConfigError(faults)
  return { number, apiUrl, gatewayHost, gatewayPort }
}

function directoryOwnerOf({ cells }: Config): string {
  if (cells.directoryOwnerUrl) return cells.directoryOwnerUrl
  throw new ConfigError(['RASTRO_DIRECTORY_OWNER_URL is not set: this is done as the owner of the directory'])
}

async function asOwners<T>(
  { config }: OperatorContext,
  work: (owners: Parameters<typeof joinCell>[1]) => Promise<T>,
): Promise<T> {
  const directoryUrl = directoryOwnerOf(config)
  const { ownerUrl } = config.db
  if (!ownerUrl) throw new ConfigError(['RASTRO_DATABASE_OWNER_URL is not set: joining changes a sequence'])
  const own = await openLine(ownerUrl, 'rastro-cell')
  try {
    const directory = await openLine(directoryUrl, 'rastro-cell').catch((error: Error) => {
      throw new ConflictError('cells.away', `The directory does not answer (${error.message}).`)
    })
    return await work({ own: own.db, directory: directory.db }).finally(() => directory.end())
  } finally {
    await own.end()
  }
}

export const cellCommand = new Command('cell')
  .description('this cell among others: where several share a directory')
  .addCommand(list)
  .addCommand(show)
  .addCommand(join)
  .addCommand(migrateDirectory)
