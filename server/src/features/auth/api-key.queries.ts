import type { AccountDb } from '../../platform/db/db.ts'
import type { ApiKey } from './api-key.types.ts'

/** `onlyOf` limits the list to one user's keys. */
export function listKeys(db: AccountDb, onlyUserId: string | null): Promise<ApiKey[]> {
  return db<ApiKey>`
    select k.id, k.name, k.user_id, u.user_name, k.created_at, k.last_used_at, host(k.last_used_from) as last_used_from
    from api_keys k join users u on u.account_id = k.account_id and u.id = k.user_id
    where k.account_id = ${db.accountId} and (${onlyUserId}::text is null or k.user_id = ${onlyUserId})
    order by k.created_at, k.id`
}

export async function countKeys(db: AccountDb): Promise<number> {
  const [row] = await db<{ keys: number }>`
    select count(*) as keys from api_keys where account_id = ${db.accountId}`
  return row?.keys ?? 0
}

export async function insertKey(
  db: AccountDb,
  key: { id: string; userId: string; name: string; secretHash: Buffer; createdAt: Date },
): Promise<void> {
  await db`
    insert into api_keys (account_id, id, user_id, name, secret_hash, created_at)
    values (${db.accountId}, ${key.id}, ${key.userId}, ${key.name}, ${key.secretHash}, ${key.createdAt})`
}

export async function replaceSecret(
  db: AccountDb,
  id: string,
  userId: string,
  secretHash: Buffer,
): Promise<boolean> {
  const rows = await db<object>`
    update api_keys set secret_hash = ${secretHash}, version = version + 1
    where account_id = ${db.accountId} and id = ${id} and user_id = ${userId}
    returning id`
  return rows.length > 0
}

export async function deleteKey(db: AccountDb, id: string, onlyUserId: string | null): Promise<boolean> {
  const rows = await db<object>`
    delete from api_keys
    where account_id = ${db.accountId} and id = ${id} and (${onlyUserId}::text is null or user_id = ${onlyUserId})
    returning id`
  return rows.length > 0
}
