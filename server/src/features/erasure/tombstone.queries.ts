import type { Db, Pool } from '../../platform/db/db.ts'
import type { Tombstone } from './erasure.types.ts'

export function listTombstones(directory: Db): Promise<Tombstone[]> {
  return directory<Tombstone>`select number, erased_at from erased order by number`
}

/** Those of these accounts that exist and are not being erased. */
export async function listExisting(
  { directory, recorder }: Pick<Pool, 'directory' | 'recorder'>,
  numbers: number[],
): Promise<{ number: number; createdAt: Date | undefined }[]> {
  const rows = await directory<{ number: number }>`
    select a.account_id as number from directory_accounts a
    where a.account_id = any(${numbers}::int[]) and not exists (
      select from erasures e where e.account_id = a.account_id and e.started_at is not null)
    order by 1`
  const existing = rows.map(({ number }) => number)
  if (existing.length === 0) return []
  const accounts = await recorder<{ number: number; createdAt: Date }>`
    select account_id as number, created_at from accounts where account_id = any(${existing}::int[])`
  const createdAts = new Map(accounts.map(({ number, createdAt }) => [number, createdAt]))
  return existing.map((number) => ({ number, createdAt: createdAts.get(number) }))
}

/** Those of these accounts that moved to another cell and have rows in this one. */
export async function listLeftBehind(recorder: Db, numbers: number[]): Promise<number[]> {
  const rows = await recorder<{ number: number }>`
    select account_id as number from accounts join moves m using (account_id)
    where m.state = 'gone' and account_id = any(${numbers}::int[]) order by 1`
  return rows.map(({ number }) => number)
}

/** The last account number that this database gave out. */
export async function findLastNumber(directory: Db): Promise<number> {
  const [row] = await directory<{ last: number | null }>`
    select last_value::int as last from pg_sequences
    where schemaname = 'public' and sequencename = 'account_numbers'`
  return row?.last ?? 0
}

/** By the owner of the tables, who restores. A restored sequence would give out the numbers of erased accounts again. */
export async function keepTombstones(owner: Db, tombstones: Tombstone[]): Promise<void> {
  await owner`select set_config('rastro.directory', 'on', false)`
  await owner`
    insert into erased (number, erased_at)
    select * from unnest(${tombstones.map(({ number }) => number)}::int[],
      ${tombstones.map(({ erasedAt }) => erasedAt)}::timestamptz[])
    on conflict (number) do nothing`
  await owner`
    select setval('account_numbers', e.highest)
    from account_numbers n, (select max(number) as highest from erased) as e where e.highest >= n.last_value`
}

/** A closing that the backup contains: it is replaced by the erasure. */
export async function dropClosing(owner: Db, accountId: number): Promise<void> {
  await owner`select set_config('rastro.account', ${String(accountId)}, false)`
  await owner`delete from erasures where account_id = ${accountId} and started_at is null`
}

export interface Erased extends Tombstone {
  hasStatement: boolean
}

/** Pages of erased accounts, by number. */
export function listErased(directory: Db, after: number, limit: number): Promise<Erased[]> {
  return directory<Erased>`
    select number, erased_at, statement is not null as has_statement from erased
    where number > ${after} order by number limit ${limit}`
}

export async function hasTombstones(db: Db): Promise<boolean> {
  const [row] = await db<{ yes: boolean }>`select to_regclass('public.erased') is not null as yes`
  return row!.yes
}
