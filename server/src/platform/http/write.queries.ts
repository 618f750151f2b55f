import type { AccountDb } from '../db/db.ts'

export async function deleteKeysBefore(db: AccountDb, instant: Date): Promise<void> {
  await db`delete from idempotency_keys where account_id = ${db.accountId} and created_at < ${instant}`
}

/** False if the key exists. Waits for a concurrent transaction that is inserting it. */
export async function insertKey(
  db: AccountDb,
  { userId, key, request, now }: { userId: string; key: string; request: Buffer; now: Date },
): Promise<boolean> {
  const rows = await db`
    insert into idempotency_keys (account_id, user_id, key, request, created_at)
    values (${db.accountId}, ${userId}, ${key}, ${request}, ${now})
    on conflict do nothing returning key`
  return rows.length > 0
}

export async function findKey(
  db: AccountDb,
  userId: string,
  key: string,
): Promise<{ request: Buffer; answer: Buffer | null } | undefined> {
  const [row] = await db<{ request: Buffer; answer: Buffer | null }>`
    select request, answer from idempotency_keys
    where account_id = ${db.accountId} and user_id = ${userId} and key = ${key}`
  return row
}

export async function keepAnswer(db: AccountDb, userId: string, key: string, answer: Buffer): Promise<void> {
  await db`
    update idempotency_keys set answer = ${answer}
    where account_id = ${db.accountId} and user_id = ${userId} and key = ${key}`
}

/**
 * Plans are made for the actual values. A plan cached while a table was small would scan all of it for each of a
 * group's 20,000 devices.
 */
export async function useCustomPlans(db: AccountDb): Promise<void> {
  await db`select set_config('plan_cache_mode', 'force_custom_plan', true)`
}
