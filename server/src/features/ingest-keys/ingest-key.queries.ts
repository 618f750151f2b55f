import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { IngestKey } from './ingest-key.types.ts'

export function listIngestKeys(db: AccountDb): Promise<IngestKey[]> {
  return db<IngestKey>`
    select id, protocol, name, created_at, last_used_at
    from ingest_keys where account_id = ${db.accountId} order by created_at, id`
}

export async function countIngestKeys(db: AccountDb): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from ingest_keys where account_id = ${db.accountId}`
  return row?.count ?? 0
}

export async function insertIngestKey(
  db: AccountDb,
  key: Pick<IngestKey, 'id' | 'protocol' | 'name' | 'createdAt'> & { secretHash: Buffer },
): Promise<void> {
  await db`
    insert into ingest_keys (account_id, id, protocol, name, secret_hash, created_at)
    values (${db.accountId}, ${key.id}, ${key.protocol}, ${key.name}, ${key.secretHash}, ${key.createdAt})`
}

export async function deleteIngestKey(
  db: AccountDb,
  id: string,
): Promise<Pick<IngestKey, 'protocol' | 'name'> | undefined> {
  const [row] = await db<Pick<IngestKey, 'protocol' | 'name'>>`
    delete from ingest_keys where account_id = ${db.accountId} and id = ${id} returning protocol, name`
  return row
}

export interface KnownIngestKey {
  accountId: number
  protocol: string
  secretHash: Buffer
}

/** In all accounts: the secret does not name one. */
export async function findIngestKey(directory: Db, id: string): Promise<KnownIngestKey | undefined> {
  const [row] = await directory<KnownIngestKey>`
    select account_id, protocol, secret_hash from ingest_keys where id = ${id}`
  return row
}

export async function markUsed(db: AccountDb, id: string, now: Date): Promise<void> {
  await db`update ingest_keys set last_used_at = ${now} where account_id = ${db.accountId} and id = ${id}`
}
