import type { Db } from '../../../platform/db/db.ts'

export interface StoredVapidKey {
  publicKey: string
  privateSealed: Buffer
}

export async function findKey(directory: Db): Promise<StoredVapidKey | undefined> {
  const [row] = await directory<StoredVapidKey>`select public_key, private_sealed from push_keys`
  return row
}

/** Keeps the key of another process that was faster. */
export async function keepKey(directory: Db, key: StoredVapidKey, now: Date): Promise<void> {
  await directory`
    insert into push_keys (public_key, private_sealed, created_at)
    values (${key.publicKey}, ${key.privateSealed}, ${now}) on conflict do nothing`
}
