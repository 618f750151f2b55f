import type { Db } from '../../platform/db/db.ts'

/** Beyond the limit of a network nothing is written; the answer is the same. */
export async function insertRequest(
  directory: Db,
  request: { sealed: Buffer; networkHash: Buffer; isForwarded: boolean; now: Date },
  maxOfNetwork: number,
): Promise<void> {
  const { sealed, networkHash, isForwarded, now } = request
  const hourAgo = new Date(now.getTime() - 3_600_000)
  await directory`
    insert into reset_requests (sealed, network_hash, is_forwarded, created_at, due_at)
    select ${sealed}::bytea, ${networkHash}::bytea, ${isForwarded}::boolean, ${now}::timestamptz, ${now}::timestamptz
    where (
      select count(*) from reset_requests r
      where r.network_hash = ${networkHash} and r.created_at > ${hourAgo}) < ${maxOfNetwork}`
}

export interface LeasedRequest {
  number: number
  sealed: Buffer
  networkHash: Buffer
  isForwarded: boolean
}

/** Only one process gets each of them, until the lease ends. */
export function leaseRequests(
  directory: Db,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<LeasedRequest[]> {
  return directory<LeasedRequest>`
    update reset_requests set due_at = ${leaseUntil}
    where number in (
      select number from reset_requests where sealed is not null and due_at <= ${now}
      order by due_at limit ${limit} for update skip locked)
    returning number, sealed, network_hash, is_forwarded`
}

/** The row stays for the limit of its network. */
export async function settleRequest(directory: Db, number: number): Promise<void> {
  await directory`update reset_requests set sealed = null where number = ${number}`
}

export async function deleteOldRequests(directory: Db, before: Date): Promise<void> {
  await directory`delete from reset_requests where created_at < ${before}`
}

export interface ResetUser {
  email: string
  emailVerifiedAt: Date | null
  disabled: boolean
  validFrom: Date | null
  expiresAt: Date | null
}

export async function findResetUser(
  db: Db,
  accountId: number,
  userId: string,
): Promise<ResetUser | undefined> {
  const [row] = await db<ResetUser>`
    select email, email_verified_at, disabled, valid_from, expires_at from users
    where account_id = ${accountId} and id = ${userId}
    for no key update`
  return row
}
