import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { WayIn } from './ingest-key.types.ts'

export function listWays(db: AccountDb): Promise<WayIn[]> {
  return db<WayIn>`
    select id, protocol, name, created_at, last_used_at
    from ways_in where account_id = ${db.accountId} order by created_at, id`
}

export async function countWays(db: AccountDb): Promise<number> {
  const [row] = await db<{ ways: number }>`
    select count(*) as ways from ways_in where account_id = ${db.accountId}`
  return row?.ways ?? 0
}

export async function insertWay(
  db: AccountDb,
  way: Pick<WayIn, 'id' | 'protocol' | 'name' | 'createdAt'> & { secretHash: Buffer },
): Promise<void> {
  await db`
    insert into ways_in (account_id, id, protocol, name, secret_hash, created_at)
    values (${db.accountId}, ${way.id}, ${way.protocol}, ${way.name}, ${way.secretHash}, ${way.createdAt})`
}

export async function deleteWay(
  db: AccountDb,
  id: string,
): Promise<Pick<WayIn, 'protocol' | 'name'> | undefined> {
  const [row] = await db<Pick<WayIn, 'protocol' | 'name'>>`
    delete from ways_in where account_id = ${db.accountId} and id = ${id} returning protocol, name`
  return row
}

export interface KnownWay {
  accountId: number
  protocol: string
  secretHash: Buffer
}

/** Whoever it belongs to: the secret says no account. */
export async function findWay(directory: Db, id: string): Promise<KnownWay | undefined> {
  const [row] = await directory<KnownWay>`
    select account_id, protocol, secret_hash from ways_in where id = ${id}`
  return row
}

export async function markUsed(db: AccountDb, id: string, now: Date): Promise<void> {
  await db`update ways_in set last_used_at = ${now} where account_id = ${db.accountId} and id = ${id}`
}
