import type { AccountDb, Db } from '../../platform/db/db.ts'

/** False if the challenge was used before. */
export async function insertSignUp(
  directory: Db,
  signUp: { challenge: string; sealed: Buffer; now: Date; expiresAt: Date },
): Promise<boolean> {
  const rows = await directory`
    insert into sign_ups (challenge, sealed, created_at, expires_at)
    values (${signUp.challenge}, ${signUp.sealed}, ${signUp.now}, ${signUp.expiresAt})
    on conflict (challenge) do nothing returning number`
  return rows.length > 0
}

export interface WaitingSignUp {
  number: number
  sealed: Buffer
}

export function listWaiting(directory: Db, after: number, limit: number): Promise<WaitingSignUp[]> {
  return directory<WaitingSignUp>`
    select number, sealed from sign_ups where mailed_at is null and number > ${after}
    order by number limit ${limit}`
}

/** Inside the transaction that queues the e-mail. False if another process has done it. */
export async function markMailed(
  db: AccountDb,
  number: number,
  secretHash: Buffer | null,
  now: Date,
): Promise<boolean> {
  const [row] = await db<{ isMarked: boolean }>`
    select mark_sign_up_mailed(${number}, ${secretHash}, ${now}) as is_marked`
  return row?.isMarked === true
}

export async function findBySecret(
  directory: Db,
  secretHash: Buffer,
  now: Date,
): Promise<{ sealed: Buffer } | undefined> {
  const [row] = await directory<{ sealed: Buffer }>`
    select sealed from sign_ups
    where secret_hash = ${secretHash} and confirmed_at is null and expires_at > ${now}`
  return row
}

/** Inside the transaction that creates the account. False if the link was used, or has expired. */
export async function markConfirmed(db: AccountDb, secretHash: Buffer, now: Date): Promise<boolean> {
  const [row] = await db<{ isMarked: boolean }>`
    select mark_sign_up_confirmed(${secretHash}, ${now}) as is_marked`
  return row?.isMarked === true
}

/** A used link and a used challenge are remembered until they would have expired anyway. */
export async function deleteExpired(directory: Db, before: Date, limit: number): Promise<number> {
  const rows = await directory`
    delete from sign_ups where number in (
      select number from sign_ups where expires_at < ${before} order by expires_at limit ${limit})
    returning number`
  return rows.length
}
