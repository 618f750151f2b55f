import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { IngestKey } from './ingest-key.types.ts'
import type { Mapping } from './mapping.types.ts'

export function listIngestKeys(db: AccountDb): Promise<IngestKey[]> {
  return db<IngestKey>`
    select id, protocol, name, mapping, created_at, last_used_at, last_readable_at, last_fault_at, last_fault
    from ingest_keys where account_id = ${db.accountId} order by created_at, id`
}

export async function countIngestKeys(db: AccountDb): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from ingest_keys where account_id = ${db.accountId}`
  return row?.count ?? 0
}

export async function insertIngestKey(
  db: AccountDb,
  key: Pick<IngestKey, 'id' | 'protocol' | 'name' | 'mapping' | 'createdAt'> & { secretHash: Buffer },
): Promise<void> {
  await db`
    insert into ingest_keys (account_id, id, protocol, name, mapping, secret_hash, created_at)
    values (${db.accountId}, ${key.id}, ${key.protocol}, ${key.name},
            ${key.mapping && JSON.stringify(key.mapping)}::jsonb, ${key.secretHash}, ${key.createdAt})`
}

export async function deleteIngestKey(
  db: AccountDb,
  id: string,
): Promise<Pick<IngestKey, 'protocol' | 'name'> | undefined> {
  const [row] = await db<Pick<IngestKey, 'protocol' | 'name'>>`
    delete from ingest_keys where account_id = ${db.accountId} and id = ${id} returning protocol, name`
  return row
}

/** The key as it was. Undefined unless it is one for `mapping`. */
export async function replaceMapping(
  db: AccountDb,
  id: string,
  mapping: Mapping,
): Promise<IngestKey | undefined> {
  const [row] = await db<IngestKey>`
    update ingest_keys k set mapping = ${JSON.stringify(mapping)}::jsonb
    from (select id, mapping from ingest_keys
          where account_id = ${db.accountId} and id = ${id} and protocol = 'mapping' for update) before
    where k.account_id = ${db.accountId} and k.id = before.id
    returning k.id, k.protocol, k.name, before.mapping, k.created_at, k.last_used_at, k.last_readable_at,
              k.last_fault_at, k.last_fault`
  return row
}

export interface KnownIngestKey {
  accountId: number
  protocol: string
  mapping: Mapping | null
  secretHash: Buffer
}

/** In all accounts: the secret does not name one. */
export async function findIngestKey(directory: Db, id: string): Promise<KnownIngestKey | undefined> {
  const [row] = await directory<KnownIngestKey>`
    select account_id, protocol, mapping, secret_hash from ingest_keys where id = ${id}`
  return row
}

export async function markUsed(db: AccountDb, id: string, now: Date): Promise<void> {
  await db`update ingest_keys set last_used_at = ${now} where account_id = ${db.accountId} and id = ${id}`
}

export async function markReadable(db: AccountDb, id: string, now: Date): Promise<void> {
  await db`update ingest_keys set last_readable_at = ${now} where account_id = ${db.accountId} and id = ${id}`
}

export async function markUnreadable(db: AccountDb, id: string, now: Date, fault: string): Promise<void> {
  await db`
    update ingest_keys set last_fault_at = ${now}, last_fault = ${fault}
    where account_id = ${db.accountId} and id = ${id}`
}

export interface FailingMapping {
  id: string
  accountId: number
}

/** Keys of all accounts of whose payloads since then none could be read. */
export function listFailingMappings(directory: Db, since: Date, max: number): Promise<FailingMapping[]> {
  return directory<FailingMapping>`
    select id, account_id from ingest_keys
    where last_fault_at > ${since} and coalesce(last_readable_at <= ${since}, true)
    order by last_fault_at desc limit ${max}`
}

/** Those of the identifiers that devices of the account have. */
export async function listKnownIdentifiers(db: AccountDb, identifiers: string[]): Promise<Set<string>> {
  const rows = await db<{ identifier: string }>`
    select identifier from devices
    where account_id = ${db.accountId} and identifier = any(${identifiers})`
  return new Set(rows.map(({ identifier }) => identifier))
}
