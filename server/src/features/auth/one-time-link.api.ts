// One-time links: a secret that a user receives by e-mail and that opens one action, once. Opening a link changes
// nothing, because mail scanners open links; the page posts the secret when the user presses a button.

import { createHash } from 'node:crypto'
import type { Context, Tx } from '../../platform/context.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/db.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { findAccountId } from './caller.queries.ts'
import * as queries from './one-time-link.queries.ts'
import type { LinkKind, NewLink, OneTimeLink } from './one-time-link.types.ts'

const purpose = 'one-time link'
const accountPrefix = 'acc_'
const idLength = 22
/** 256 bits. */
const secretLength = 43
/** The account without its prefix, then the secret. */
export const linkPattern = `^[0-9A-Za-z]{${idLength + secretLength}}$`

/** Call it inside the transaction that queues the e-mail. Returns the secret; the database has only its hash. */
export async function createLink(
  ctx: Pick<Context, 'config' | 'now'>,
  db: Db,
  { accountId, account, userId, kind, payload, validForMs, createdBy }: NewLink,
): Promise<string> {
  const secret = `${account.slice(accountPrefix.length)}${randomText(secretLength)}`
  const createdAt = ctx.now()
  await queries.upsertLink(db, {
    accountId,
    userId,
    kind,
    secretHash: hashOf(secret),
    payload: payload ? seal(ctx.config.access, purpose, JSON.stringify(payload)) : null,
    createdBy: createdBy ?? null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + validForMs),
  })
  return secret
}

/** Changes nothing. */
export async function readLink(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  kind: LinkKind,
  secret: string,
): Promise<OneTimeLink> {
  const account = accountOfLink(secret)
  const accountId = await findAccountId(ctx.db.directory, account)
  if (accountId === undefined) throw invalidLink()
  const db = ctx.db.forAccount(accountId)
  const link = await queries.findLink(db, accountId, kind, hashOf(secret), ctx.now())
  if (!link) throw invalidLink()
  return { ...opened(ctx, link), accountId, account, kind }
}

/** Call it in the transaction of its effect: the link is used if and only if that commits. */
export async function useLink(
  ctx: Pick<Context, 'config' | 'now'>,
  { db }: Pick<Tx, 'db'>,
  kind: LinkKind,
  secret: string,
): Promise<OneTimeLink> {
  const link = await queries.takeLink(db, db.accountId, kind, hashOf(secret), ctx.now())
  if (!link) throw invalidLink()
  return { ...opened(ctx, link), accountId: db.accountId, account: accountOfLink(secret), kind }
}

/** For links that were sent before something changed: a reset link must not outlive the address it was sent to. */
export function endLinks({ db }: Pick<Tx, 'db'>, userId: string, kinds: readonly LinkKind[]): Promise<void> {
  return queries.deleteLinks(db, db.accountId, userId, kinds)
}

export function hasLink(
  ctx: Pick<Context, 'now'>,
  { db }: Pick<Tx, 'db'>,
  userId: string,
  kind: LinkKind,
): Promise<boolean> {
  return queries.hasLink(db, db.accountId, userId, kind, ctx.now())
}

/** The account that a link claims to belong to. */
export function accountOfLink(secret: string): string {
  return `${accountPrefix}${secret.slice(0, idLength)}`
}

/**
 * The secret is behind `#`, so that no proxy, log or referrer contains it. The address is the configured one: the
 * request's Host could be an attacker's.
 */
export function urlOfLink({ config }: Pick<Context, 'config'>, path: string, secret: string): string {
  return `${config.http.publicUrl}/${path}#${secret}`
}

function opened({ config }: Pick<Context, 'config'>, link: queries.StoredLink) {
  const { userId, payload, createdBy, expiresAt } = link
  const value: unknown = payload ? JSON.parse(unseal(config.access, purpose, payload)) : undefined
  return { userId, payload: value, createdBy, expiresAt }
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Unknown, used, replaced and expired are indistinguishable. */
export function invalidLink(): NotFoundError {
  return new NotFoundError(
    'session.link_invalid',
    'This link is not valid. It may have been used, have expired, or been replaced by a newer one.',
  )
}
