// Keys of SCIM: created by administrators, shown once, and sent by the provider that keeps users.

import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import {
  formatSecret,
  hashOf,
  isSecretOf,
  newSecret,
  parseSecret,
} from '../../platform/crypto/shown-secret.ts'
import { lockAccount } from '../../platform/db/account-lock.queries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, ForbiddenError, NotFoundError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { findAccountNumber } from '../auth/auth.api.ts'
import { requireRecentProof } from '../auth/recent-sign-in.api.ts'
import * as queries from './scim.queries.ts'
import type { ScimCaller, ScimKey } from './scim.types.ts'

const prefix = 'sc'
/** Two, so that one can be replaced by the next. */
const maxKeys = 2
const markUsedEveryMs = 60_000

export function listKeys(ctx: Pick<Context, 'db'>, caller: Caller): Promise<ScimKey[]> {
  requireAdministrator(caller)
  return queries.listKeys(ctx.db.forAccount(caller.accountId))
}

export async function createKey(
  ctx: Tx,
  caller: Caller,
  name: string,
): Promise<{ key: ScimKey; secret: string }> {
  requireAdministrator(caller)
  requireRecentProof(ctx, caller)
  await lockAccount(ctx.db)
  if ((await queries.listKeys(ctx.db)).length >= maxKeys)
    throw new ConflictError(
      'scim.too_many_keys',
      `An account has at most ${maxKeys} SCIM keys. Delete one first.`,
    )
  const key = { id: newId('scm'), name, createdAt: ctx.now(), lastUsedAt: null }
  const secret = newSecret()
  await queries.insertKey(ctx.db, { id: key.id, name, secretHash: hashOf(secret), now: ctx.now() })
  await recordChanges(ctx, caller, [
    { action: 'scimKeys.created', target: key.id, before: null, after: { name } },
  ])
  // The account in it leads the request to its cell.
  return { key, secret: formatSecret(prefix, { id: caller.account.replace('acc_', ''), secret }) }
}

export async function deleteKey(ctx: Tx, caller: Caller, id: string): Promise<void> {
  requireAdministrator(caller)
  requireRecentProof(ctx, caller)
  const name = await queries.deleteKey(ctx.db, id)
  if (name === undefined)
    throw new NotFoundError(
      'scim.key_not_found',
      `The SCIM key "${id}" does not exist, or is not yours to see.`,
    )
  await recordChanges(ctx, caller, [
    { action: 'scimKeys.deleted', target: id, before: { name }, after: null },
  ])
}

function requireAdministrator(caller: Caller): void {
  if (caller.role !== 'standard' && !caller.key?.isLimited) return
  throw new ForbiddenError(
    'account.not_allowed',
    'Only the account holder or an administrator may change the account.',
  )
}

/** The account in a secret, which is not verified. */
export function accountInSecret(authorization: string | undefined): string | undefined {
  const [scheme = '', secret = ''] = (authorization ?? '').split(' ')
  if (scheme.toLowerCase() !== 'bearer') return undefined
  const shown = parseSecret(prefix, secret)
  return shown && `acc_${shown.id}`
}

/** Undefined for a wrong secret, and for an account that is suspended or closing. */
export async function authenticate(
  ctx: Pick<Context, 'db' | 'now'>,
  authorization: string | undefined,
  requestId: string,
): Promise<ScimCaller | undefined> {
  const account = accountInSecret(authorization)
  const accountId = account === undefined ? undefined : await findAccountNumber(ctx, account)
  const shown = parseSecret(prefix, authorization?.split(' ')[1] ?? '')
  if (account === undefined || accountId === undefined || !shown) return undefined
  const db = ctx.db.forAccount(accountId)
  const found = (await queries.listHashes(db)).find(({ secretHash }) => isSecretOf(shown.secret, secretHash))
  if (!found?.isOpen) return undefined
  const now = ctx.now()
  const isRecent = found.lastUsedAt !== null && now.getTime() - found.lastUsedAt.getTime() < markUsedEveryMs
  if (!isRecent) await queries.markUsed(db, found.id, now)
  return { accountId, account, keyId: found.id, requestId }
}
