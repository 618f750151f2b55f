import type { Db } from '../../platform/db/db.ts'
import type { NameKind } from './cell.types.ts'

export async function countAccounts(
  directory: Db,
  cell: number,
): Promise<{ accounts: number; arriving: number }> {
  const [row] = await directory<{ accounts: number; arriving: number }>`
    select (select count(*) from accounts where cell = ${cell}) as accounts,
      (select count(*) from accounts where moving_to = ${cell}) as arriving`
  return row!
}

export function countNames(
  directory: Db,
  cell: number,
): Promise<{ kind: NameKind; names: number; pending: number }[]> {
  return directory<{ kind: NameKind; names: number; pending: number }>`
    select n.kind, count(*) as names, count(*) filter (where n.pending > 0) as pending
    from names n join accounts a using (account_number)
    where a.cell = ${cell} group by n.kind order by n.kind`
}

/** In this cell's own database. */
export async function countOwnNames(directory: Db): Promise<Record<NameKind, number>> {
  const [row] = await directory<Record<NameKind, number>>`
    select (select count(*) from directory_users) as "user",
      (select count(*) from directory_identifiers) as identifier,
      (select count(*) from directory_shares) as share,
      (select count(*) from ingest_keys) as way`
  return row!
}
