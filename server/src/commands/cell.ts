import { printList } from '@rastro/cli/listing'
import type { Printing } from '@rastro/cli/output'
import { fieldsOf, print } from '@rastro/cli/output'
import { Command } from 'commander'
import type { Config } from '../config/config.ts'
import { ConfigError, readConfig, readConfigWithFaults } from '../config/config.ts'
import type { Cell } from '../features/cells/cell.types.ts'
import type { CellSummary } from '../features/cells/cell-health.api.ts'
import { listCells, summarizeCell } from '../features/cells/cell-health.api.ts'
import { joinCell } from '../features/cells/join.api.ts'
import { migrate, sharedDirectory } from '../operations/migrate/migrate.ts'
import { openConnection } from '../platform/db/db.ts'
import { ConflictError } from '../platform/http/errors.ts'
import type { OperatorContext } from './operator.ts'
import { asOperator } from './operator.ts'

const migrateDirectory = new Command('migrate')
  .description('migrate the shared directory to the latest schema')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const ownerUrl = directoryOwnerOf(readConfigWithFaults(process.env).config)
    const applied: string[] = []
    await migrate(ownerUrl, (line) => applied.push(line.replace('applied ', '')), {
      directory: sharedDirectory,
      hasJobs: false,
    })
    const lines = applied.map((name) => `applied ${name}\n`).join('')
    print(options, { applied }, `${lines}The directory is up to date.`)
  })

const join = new Command('join')
  .description(
    'register this cell in the directory, with its addresses, accounts and names; run it again to update them',
  )
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const cell = ownCell(readConfig(process.env))
    const joined = await asOperator((ctx) => withOwners(ctx, (owners) => joinCell(ctx, owners, cell)))
    const { accounts, names, taken } = joined
    const lines = [`Cell ${cell.number} has joined, with ${accounts} accounts and ${names} names.`]
    if (taken.length > 0) {
      lines.push('These names belong to accounts in other cells; requests with them are forwarded there:')
      lines.push(...taken.map((name) => `  ${name}`))
      process.exitCode = 1
    }
    print(options, { ...cell, ...joined }, lines.join('\n'))
  })

const list = new Command('list')
  .description('list cells')
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
  .description('show a cell in the directory')
  .argument('[number]', 'cell number (default: this cell)')
  .option('--json', 'print JSON')
  .action(async (text: string | undefined, options: Printing) => {
    const summary = await asOperator((ctx) => {
      const number = text === undefined ? ctx.config.cells.number : Number(text)
      return summarizeCell(ctx, number)
    })
    print(options, summary, describe(summary))
  })

function describe({ cell, accounts, arriving, names, pending }: CellSummary): string {
  return fieldsOf({
    cell: cell.number,
    api: cell.apiUrl,
    gateway: `${cell.gatewayHost}:${cell.gatewayPort}`,
    accounts,
    'moving here': arriving,
    ...names,
    'pending changes': pending,
  })
}

function ownCell({ cells }: Config): Cell {
  const { number, apiUrl, gatewayHost, gatewayPort } = cells
  const faults: string[] = []
  if (number === 0) faults.push('RASTRO_CELL_NUMBER is not set: the number of this cell, from 1 to 200')
  if (!apiUrl) faults.push('RASTRO_CELL_API_URL is not set: the URL at which other cells reach this API')
  if (!gatewayHost)
    faults.push('RASTRO_CELL_GATEWAY_HOST is not set: the host at which other cells reach this gateway')
  if (gatewayPort === 0) faults.push('RASTRO_CELL_GATEWAY_PORT is not set: the port of this gateway')
  if (faults.length > 0 || !apiUrl) throw new ConfigError(faults)
  return { number, apiUrl, gatewayHost, gatewayPort }
}

function directoryOwnerOf({ cells }: Config): string {
  if (cells.directoryOwnerUrl) return cells.directoryOwnerUrl
  throw new ConfigError(['RASTRO_DIRECTORY_OWNER_URL is not set: this requires the owner of the directory'])
}

async function withOwners<T>(
  { config }: OperatorContext,
  work: (owners: Parameters<typeof joinCell>[1]) => Promise<T>,
): Promise<T> {
  const directoryUrl = directoryOwnerOf(config)
  const { ownerUrl } = config.db
  if (!ownerUrl)
    throw new ConfigError([
      'RASTRO_DATABASE_OWNER_URL is not set: joining changes a sequence, which requires the owner',
    ])
  const own = await openConnection(ownerUrl, 'rastro-cell')
  try {
    const directory = await openConnection(directoryUrl, 'rastro-cell').catch((error: Error) => {
      throw new ConflictError('cells.unavailable', `The directory does not respond (${error.message}).`)
    })
    return await work({ own: own.db, directory: directory.db }).finally(() => directory.end())
  } finally {
    await own.end()
  }
}

export const cellCommand = new Command('cell')
  .description('manage cells that share a directory')
  .addCommand(list)
  .addCommand(show)
  .addCommand(join)
  .addCommand(migrateDirectory)
