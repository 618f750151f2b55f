// The audit log of all changes: user, before and after. Each row is chained to the previous one by a hash with a key
// that the database does not have, so that changed, removed or inserted rows are detected.

import type { Context, Tx } from '../../platform/context.ts'
import { isSigned, sign } from '../../platform/crypto/seal.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { includesGroup } from '../../platform/http/caller.ts'
import * as queries from './audit.queries.ts'
import type { Actor, AuditRow, Change } from './audit.types.ts'

const purpose = 'audit log'
export const operator: Actor = { userId: null, clientId: null, requestId: null }

/** Call it last in a transaction: it locks the account's audit log until the commit. */
export async function recordChanges(
  ctx: Pick<Tx, 'db' | 'config' | 'now'>,
  actor: Actor | Caller,
  changes: Change[],
): Promise<void> {
  const head = await queries.lockHead(ctx.db)
  const { userId, clientId, requestId } = actor
  let { number, hash: previousHash } = head
  const rows = changes.map(({ action, target, before, after }) => {
    number += 1
    const unsigned = {
      number,
      at: ctx.now(),
      userId,
      clientId,
      requestId,
      action,
      target,
      before: toText(before),
      after: toText(withAbsent(before, after)),
      previousHash,
    }
    const row = {
      ...unsigned,
      hash: sign(ctx.config.access, purpose, signedText(ctx.db.accountId, unsigned)),
    }
    previousHash = row.hash
    return row
  })
  await queries.insertRows(ctx.db, rows)
}

/** Fields that the change cleared are null in `after`, so that both sides have the same fields. */
function withAbsent(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) return after
  const names = Object.keys(before).filter((name) => !(name in after))
  return { ...after, ...Object.fromEntries(names.map((name) => [name, null])) }
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object'
}

export interface ViewedChange extends Omit<AuditRow, 'before' | 'after'> {
  userName: string | null
  before: unknown
  after: unknown
}

export async function listChanges(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  wanted: { before?: number; target?: string; limit: number },
): Promise<{ changes: ViewedChange[]; hasMore: boolean }> {
  const db = ctx.db.forAccount(caller.accountId)
  const { rows, hasMore } = await queries.listRows(db, caller, {
    before: wanted.before ?? null,
    target: wanted.target ?? null,
    limit: wanted.limit,
  })
  const changes = rows.map((row) => ({
    ...row,
    before: filterGroups(caller, row.before),
    after: filterGroups(caller, row.after),
  }))
  return { changes, hasMore }
}

/** A caller limited to groups does not see the other groups of a device. */
function filterGroups({ scope }: Caller, text: string | null): unknown {
  const document = text === null ? null : JSON.parse(text)
  if (scope.kind === 'all' || !Array.isArray(document?.groups)) return document
  return { ...document, groups: document.groups.filter((groupId: string) => includesGroup(scope, groupId)) }
}

/** Reads the whole chain of an account. Returns the number of the first broken row, or undefined. */
export async function findBreak(
  ctx: Pick<Context, 'db' | 'config'>,
  db: AccountDb,
): Promise<number | undefined> {
  let previous: Buffer = Buffer.alloc(0)
  let number = 0
  for (;;) {
    const rows = await queries.listRowsAfter(db, number, 1_000)
    for (const row of rows) {
      number += 1
      const isIntact = row.number === number && row.previousHash.equals(previous)
      if (!isIntact || !isSigned(ctx.config.access, purpose, signedText(db.accountId, row), row.hash))
        return number
      previous = row.hash
    }
    if (rows.length === 0) break
  }
  const head = await queries.findHead(db)
  return head && head.number !== number ? number + 1 : undefined
}

/** The part of a row covered by its hash. */
function signedText(accountId: number, row: Omit<AuditRow, 'hash'>): string {
  const { number, at, userId, clientId, requestId, action, target, before, after, previousHash } = row
  const who = [accountId, number, at.toISOString(), userId, clientId, requestId]
  return JSON.stringify([...who, action, target, before, after, previousHash.toString('base64')])
}

function toText(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}
