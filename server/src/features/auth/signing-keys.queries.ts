import type { Db } from '../../platform/db/db.ts'
import type { StoredKey } from './signing-keys.types.ts'

export function listKeys(db: Db): Promise<StoredKey[]> {
  return db<StoredKey>`
    select kid, public_jwk, private_sealed, signs_from from signing_keys order by signs_from, kid`
}

export async function insertKey(db: Db, key: StoredKey): Promise<void> {
  await db`
    insert into signing_keys (kid, public_jwk, private_sealed, signs_from)
    values (${key.kid}, ${key.publicJwk}, ${key.privateSealed}, ${key.signsFrom})`
}

/** Prevents two processes from creating a key at the same time. */
export async function lockKeys(db: Db): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('signing_keys'))`
}

/** Deletes keys replaced so long ago that none of their tokens can be valid. */
export async function deleteKeysReplacedBefore(db: Db, instant: Date): Promise<void> {
  await db`
    delete from signing_keys old
    where exists (
      select from signing_keys newer
      where newer.signs_from > old.signs_from and newer.signs_from < ${instant})`
}
