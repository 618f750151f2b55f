import type { Db } from '../../platform/db/db.ts'
import type { LinkKind } from './one-time-link.types.ts'

export interface StoredLink {
  userId: string
  payload: Buffer | null
  createdBy: string | null
  expiresAt: Date
}

export interface LinkToStore {
  accountId: number
  userId: string
  kind: LinkKind
  secretHash: Buffer
  payload: Buffer | null
  createdBy: string | null
  createdAt: Date
  expiresAt: Date
}

/** Replaces the link of this kind that the user had before. */
export async function upsertLink(db: Db, link: LinkToStore): Promise<void> {
  const { accountId, userId, kind, secretHash, payload, createdBy, createdAt, expiresAt } = link
  await db`
    insert into one_time_links (account_id, user_id, kind, secret_hash, payload, created_by, created_at, expires_at)
    values (${accountId}, ${userId}, ${kind}, ${secretHash}, ${payload}, ${createdBy}, ${createdAt}, ${expiresAt})
    on conflict (account_id, user_id, kind) do update set
      secret_hash = excluded.secret_hash, payload = excluded.payload, created_by = excluded.created_by,
      created_at = excluded.created_at, expires_at = excluded.expires_at`
}

export async function findLink(
  db: Db,
  accountId: number,
  kind: LinkKind,
  secretHash: Buffer,
  now: Date,
): Promise<StoredLink | undefined> {
  const [row] = await db<StoredLink>`
    select user_id, payload, created_by, expires_at from one_time_links
    where account_id = ${accountId} and secret_hash = ${secretHash} and kind = ${kind} and expires_at > ${now}`
  return row
}

/** Of parallel calls, one gets the link. */
export async function takeLink(
  db: Db,
  accountId: number,
  kind: LinkKind,
  secretHash: Buffer,
  now: Date,
): Promise<StoredLink | undefined> {
  const [row] = await db<StoredLink>`
    delete from one_time_links
    where account_id = ${accountId} and secret_hash = ${secretHash} and kind = ${kind} and expires_at > ${now}
    returning user_id, payload, created_by, expires_at`
  return row
}

export async function deleteLinks(
  db: Db,
  accountId: number,
  userId: string,
  kinds: readonly LinkKind[],
): Promise<void> {
  await db`
    delete from one_time_links
    where account_id = ${accountId} and user_id = ${userId} and kind = any(${[...kinds]}::text[])`
}

export async function hasLink(
  db: Db,
  accountId: number,
  userId: string,
  kind: LinkKind,
  now: Date,
): Promise<boolean> {
  const rows = await db`
    select from one_time_links
    where account_id = ${accountId} and user_id = ${userId} and kind = ${kind} and expires_at > ${now}`
  return rows.length > 0
}
