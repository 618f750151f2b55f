import type { AccountDb, Db } from '../../platform/db/db.ts'

export function listOwners(
  directory: Db,
  identifiers: readonly string[],
): Promise<{ identifier: string; accountId: number }[]> {
  return directory<{ identifier: string; accountId: number }>`
    select identifier, account_id from directory_identifiers where identifier = any(${identifiers}::text[])`
}

export async function backdate(db: AccountDb, identifier: string, since: Date): Promise<void> {
  await db`
    update directory_identifiers set since = ${since}
    where account_id = ${db.accountId} and identifier = ${identifier} and since > ${since}`
}
