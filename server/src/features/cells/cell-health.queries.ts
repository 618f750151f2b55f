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
export function countOwnNames(directory: Db): Promise<{ kind: NameKind; names: number }[]> {
  return directory<{ kind: NameKind; names: number }>`
    select 'user' as kind, count(*) as names from directory_users
    union all select 'identifier', count(*) from directory_identifiers
    union all select 'share', count(*) from directory_shares
    union all select 'ingest_key', count(*) from ingest_keys
    union all select 'domain', count(*) from sso_domains where verified_at is not null`
}
