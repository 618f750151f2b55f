import type { AccountDb } from '../../../platform/db/db.ts'
import type { Passkey } from './passkey.types.ts'

export function listPasskeys(db: AccountDb, userId: string): Promise<Passkey[]> {
  return db<Passkey>`
    select id, user_id, credential_id, public_key, algorithm, counter, host, name, synced, transports, created_at,
      last_used_at
    from passkeys where account_id = ${db.accountId} and user_id = ${userId}
    order by created_at, id`
}

/** Locked, so that two uses of one passkey are judged one after the other. */
export async function lockPasskey(
  db: AccountDb,
  userId: string,
  credentialId: string,
): Promise<Passkey | undefined> {
  const [row] = await db<Passkey>`
    select id, user_id, credential_id, public_key, algorithm, counter, host, name, synced, transports, created_at,
      last_used_at
    from passkeys
    where account_id = ${db.accountId} and credential_id = ${credentialId} and user_id = ${userId}
    for update`
  return row
}

/** False if the account knows the credential already. */
export async function insertPasskey(
  db: AccountDb,
  passkey: Omit<Passkey, 'lastUsedAt' | 'publicKey'> & { publicKey: Uint8Array },
): Promise<boolean> {
  const rows = await db<object>`
    insert into passkeys (account_id, id, user_id, credential_id, public_key, algorithm, counter, host, name, synced,
      transports, created_at)
    values (${db.accountId}, ${passkey.id}, ${passkey.userId}, ${passkey.credentialId},
      ${Buffer.from(passkey.publicKey)}, ${passkey.algorithm}, ${passkey.counter}, ${passkey.host}, ${passkey.name},
      ${passkey.synced}, ${passkey.transports}, ${passkey.createdAt})
    on conflict (account_id, credential_id) do nothing
    returning id`
  return rows.length > 0
}

export async function markPasskeyUsed(db: AccountDb, id: string, counter: number, now: Date): Promise<void> {
  await db`
    update passkeys set counter = ${counter}, last_used_at = ${now}
    where account_id = ${db.accountId} and id = ${id}`
}

export async function deletePasskey(
  db: AccountDb,
  userId: string,
  id: string,
): Promise<{ name: string } | undefined> {
  const [row] = await db<{ name: string }>`
    delete from passkeys where account_id = ${db.accountId} and id = ${id} and user_id = ${userId}
    returning name`
  return row
}

export async function findUserNames(
  db: AccountDb,
  userId: string,
): Promise<{ userName: string; name: string } | undefined> {
  const [row] = await db<{ userName: string; name: string }>`
    select user_name, name from users where account_id = ${db.accountId} and id = ${userId}`
  return row
}
