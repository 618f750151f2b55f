import type { AccountDb, Db } from '../../platform/db/db.ts'

export async function setNotice(db: AccountDb, keyId: string, dueAt: Date | null): Promise<void> {
  await db`
    with gone as (
      delete from api_key_notices
      where account_id = ${db.accountId} and key_id = ${keyId} and ${dueAt}::timestamptz is null)
    insert into api_key_notices (account_id, key_id, due_at)
    select ${db.accountId}, ${keyId}, ${dueAt}::timestamptz where ${dueAt}::timestamptz is not null
    on conflict (account_id, key_id) do update set due_at = excluded.due_at`
}

/** Of all accounts. */
export function listDueNotices(
  directory: Db,
  now: Date,
  limit: number,
): Promise<{ accountId: number; keyId: string }[]> {
  return directory<{ accountId: number; keyId: string }>`
    select account_id, key_id from api_key_notices where due_at <= ${now} order by due_at limit ${limit}`
}

export interface ExpiringKey {
  name: string
  userId: string
  expiresAt: Date | null
}

/** Deletes the notice if it is due; only one process succeeds. Returns its key. */
export async function takeDueNotice(
  db: AccountDb,
  keyId: string,
  now: Date,
): Promise<ExpiringKey | undefined> {
  const [row] = await db<ExpiringKey>`
    delete from api_key_notices n using api_keys k
    where n.account_id = ${db.accountId} and n.key_id = ${keyId} and n.due_at <= ${now}
      and k.account_id = n.account_id and k.id = n.key_id
    returning k.name, k.user_id, k.expires_at`
  return row
}
