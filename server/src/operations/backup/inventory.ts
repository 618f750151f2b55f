// Counts the contents of a database, and compares the counts of a backup with those of the restored database.

import type { Db } from '../../platform/db/db.ts'
import type { Content } from './inventory.queries.ts'
import * as queries from './inventory.queries.ts'

export interface Inventory {
  /** The newest applied migration. */
  migration: string
  /** Hash of the functions, sequences and their grants. */
  rights: string
  rows: number
  tables: TableContent[]
  accounts: AccountContent[]
}

export interface TableContent extends Content {
  name: string
  isForced: boolean
  guard: string
}

export interface AccountContent {
  account: string
  locations: number
  digest: string
  auditNumber: number
  auditHash: string
}

/** Rows of partitioned tables are counted in their partitions, which are listed too. */
export async function takeInventory(
  db: Db,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Inventory> {
  const migration = await queries.findMigration(db)
  const rights = await queries.findRights(db)
  const found = await queries.listTables(db)
  const tables: TableContent[] = []
  const ofAccounts = new Map<number, { rows: number; digest: bigint }>()
  for (const table of found) {
    const { rows, digest } = await readContent(db, table, ofAccounts)
    const { name, isForced, guard } = table
    tables.push({ name, rows, digest, isForced, guard })
    onProgress(tables.length, found.length)
  }
  const accounts = (await queries.listAccounts(db)).map(({ accountId, account, auditNumber, auditHash }) => {
    const { rows = 0, digest = 0n } = ofAccounts.get(accountId) ?? {}
    return { account, locations: rows, digest: String(digest), auditNumber, auditHash }
  })
  return { migration, rights, rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables, accounts }
}

async function readContent(
  db: Db,
  table: queries.TableRow,
  ofAccounts: Map<number, { rows: number; digest: bigint }>,
): Promise<Content> {
  if (!table.isLeaf) return { rows: 0, digest: '0' }
  if (!table.isLocations) return queries.readTable(db, table)
  const sum = { rows: 0, digest: 0n }
  for (const { accountId, rows, digest } of await queries.readLocations(db, table)) {
    const before = ofAccounts.get(accountId) ?? { rows: 0, digest: 0n }
    ofAccounts.set(accountId, { rows: before.rows + rows, digest: before.digest + BigInt(digest) })
    sum.rows += rows
    sum.digest += BigInt(digest)
  }
  return { rows: sum.rows, digest: String(sum.digest) }
}

/** Describes all differences. */
export function compareInventories(wanted: Inventory, found: Inventory): string[] {
  const faults: string[] = []
  const tables = new Map(found.tables.map((table) => [table.name, table]))
  for (const { name, rows, digest, isForced, guard } of wanted.tables) {
    const table = tables.get(name)
    tables.delete(name)
    if (!table) {
      faults.push(`table ${name} is missing`)
      continue
    }
    if (table.rows !== rows) faults.push(`table ${name} has ${table.rows} rows, not ${rows}`)
    else if (table.digest !== digest) faults.push(`table ${name} has different contents`)
    if (isForced && !table.isForced) faults.push(`table ${name}: row-level security is not forced`)
    if (table.guard !== guard) faults.push(`table ${name} has different policies, grants or triggers`)
  }
  for (const name of tables.keys()) faults.push(`table ${name} was not in the backup`)
  if (found.rights !== wanted.rights) faults.push('functions or sequences have different contents or grants')
  if (found.migration !== wanted.migration)
    faults.push(`the schema version is ${found.migration || 'empty'}, not ${wanted.migration}`)
  return [...faults, ...compareAccounts(wanted.accounts, found.accounts)]
}

function compareAccounts(wanted: AccountContent[], found: AccountContent[]): string[] {
  const faults: string[] = []
  const accounts = new Map(found.map((one) => [one.account, one]))
  for (const { account, locations, digest, auditNumber, auditHash } of wanted) {
    const one = accounts.get(account)
    if (!one) faults.push(`account ${account} is missing`)
    else if (one.locations !== locations)
      faults.push(`account ${account} has ${one.locations} locations, not ${locations}`)
    else if (one.digest !== digest) faults.push(`account ${account} has different locations`)
    if (one && (one.auditNumber !== auditNumber || one.auditHash !== auditHash))
      faults.push(`account ${account}: its audit log has a different end`)
  }
  return faults
}
