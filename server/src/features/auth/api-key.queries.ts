import type { AccountDb } from '../../platform/db/db.ts'
import { isDeviceSeen } from '../../platform/db/scope.queries.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { ApiKey, KeyLimits } from './api-key.types.ts'

/** `onlyUserId` limits the list to one user's keys. A previous secret that has ended is not shown. */
export function listKeys(db: AccountDb, onlyUserId: string | null, now: Date): Promise<ApiKey[]> {
  return db<ApiKey>`
    select k.id, k.name, k.user_id, u.user_name, k.created_at, k.last_used_at, host(k.last_used_from) as last_used_from,
      k.privileges, k.group_ids, k.device_id, k.expires_at, k.networks::text[] as networks,
      case when k.previous_until > ${now} then k.previous_until end as previous_until,
      case when k.previous_until > ${now} then k.previous_used_at end as previous_used_at
    from api_keys k join users u on u.account_id = k.account_id and u.id = k.user_id
    where k.account_id = ${db.accountId} and (${onlyUserId}::text is null or k.user_id = ${onlyUserId})
    order by k.created_at, k.id`
}

export async function countKeys(db: AccountDb): Promise<number> {
  const [row] = await db<{ keys: number }>`
    select count(*) as keys from api_keys where account_id = ${db.accountId}`
  return row?.keys ?? 0
}

/** For how many days a key of the account may be valid. */
export async function findMaxDays(db: AccountDb): Promise<number | null> {
  const [row] = await db<{ apiKeyMaxDays: number | null }>`
    select api_key_max_days from accounts where account_id = ${db.accountId}`
  return row?.apiKeyMaxDays ?? null
}

/** Networks are stored without the bits behind their mask. */
export async function insertKey(
  db: AccountDb,
  key: { id: string; userId: string; name: string; secretHash: Buffer; createdAt: Date } & KeyLimits,
): Promise<{ networks: string[] | null }> {
  const [row] = await db<{ networks: string[] | null }>`
    insert into api_keys (account_id, id, user_id, name, secret_hash, created_at,
      privileges, group_ids, device_id, expires_at, networks)
    values (${db.accountId}, ${key.id}, ${key.userId}, ${key.name}, ${key.secretHash}, ${key.createdAt},
      ${key.privileges}::text[], ${key.groupIds}::text[], ${key.deviceId}, ${key.expiresAt},
      (select array_agg(network(one::inet)) from unnest(${key.networks}::text[]) as one))
    returning networks::text[]`
  return row!
}

export async function updateKey(
  db: AccountDb,
  id: string,
  userId: string,
  key: { name: string } & KeyLimits,
): Promise<boolean> {
  const rows = await db<object>`
    update api_keys set name = ${key.name}, privileges = ${key.privileges}::text[], group_ids = ${key.groupIds}::text[],
      device_id = ${key.deviceId}, expires_at = ${key.expiresAt},
      networks = (select array_agg(network(one::inet)) from unnest(${key.networks}::text[]) as one)
    where account_id = ${db.accountId} and id = ${id} and user_id = ${userId}
    returning id`
  return rows.length > 0
}

/** The old secret stays valid until `previousUntil`; null ends it, and the one before it, at once. */
export async function replaceSecret(
  db: AccountDb,
  id: string,
  userId: string,
  secretHash: Buffer,
  previousUntil: Date | null,
): Promise<boolean> {
  const rows = await db<object>`
    update api_keys set secret_hash = ${secretHash}, version = version + 1,
      previous_hash = case when ${previousUntil}::timestamptz is not null then secret_hash end,
      previous_until = ${previousUntil}, previous_used_at = null
    where account_id = ${db.accountId} and id = ${id} and user_id = ${userId}
    returning id`
  return rows.length > 0
}

export async function endPreviousSecret(db: AccountDb, id: string, userId: string): Promise<void> {
  await db`
    update api_keys set previous_hash = null, previous_until = null, previous_used_at = null
    where account_id = ${db.accountId} and id = ${id} and user_id = ${userId}`
}

export async function deleteKey(db: AccountDb, id: string, onlyUserId: string | null): Promise<boolean> {
  const rows = await db<object>`
    delete from api_keys
    where account_id = ${db.accountId} and id = ${id} and (${onlyUserId}::text is null or user_id = ${onlyUserId})
    returning id`
  return rows.length > 0
}

export async function listUnknownGroups(db: AccountDb, groupIds: readonly string[]): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select id from unnest(${[...groupIds]}::text[]) as wanted (id)
    where not exists (select from groups g where g.account_id = ${db.accountId} and g.id = wanted.id)`
  return rows.map(({ id }) => id)
}

export async function isDeviceVisible(db: AccountDb, scope: DeviceScope, deviceId: string): Promise<boolean> {
  const rows = await db<object>`
    select from devices d where d.account_id = ${db.accountId} and d.id = ${deviceId} and ${isDeviceSeen(scope)}`
  return rows.length > 0
}
