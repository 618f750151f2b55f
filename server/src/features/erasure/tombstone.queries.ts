import type { Db } from '../../platform/db/db.ts'
import type { Tombstone } from './erasure.types.ts'

export function listTombstones(directory: Db): Promise<Tombstone[]> {
  return directory<Tombstone>`select number, erased_at from erased order by number`
}

/** Erased accounts that exist and are not being erased: a backup brought them back. */
export async function listRisen(directory: Db, numbers: number[]): Promise<number[]> {
  const rows = await directory<{ number: number }>`
    select a.account_id as number from directory_accounts a
    where a.account_id = any(${numbers}::int[]) and not exists (
      select from erasures e where e.account_id = a.account_id and e.started_at is not null)
    order by 1`
  return rows.map(({ number }) => number)
}

/** By the owner of the tables, who restores. */
export async function keepTombstones(owner: Db, tombstones: Tombstone[]): Promise<void> {
  await owner`select set_config('rastro.directory', 'on', false)`
  await owner`
    insert into erased (number, erased_at)
    select * from unnest(${tombstones.map(({ number }) => number)}::int[],
      ${tombstones.map(({ erasedAt }) => erasedAt)}::timestamptz[])
    on conflict (number) do nothing`
}

/** A closing that the backup contains: it is replaced by the erasure. */
export async function dropClosing(owner: Db, accountId: number): Promise<void> {
  await owner`select set_config('rastro.account', ${String(accountId)}, false)`
  await owner`delete from erasures where account_id = ${accountId} and started_at is null`
}

export async function hasTombstones(db: Db): Promise<boolean> {
  const [row] = await db<{ yes: boolean }>`select to_regclass('public.erased') is not null as yes`
  return row!.yes
}
