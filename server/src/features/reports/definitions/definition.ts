// Saved reports. Callers with full scope see all of the account, others their own.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../../platform/context.ts'
import { newId } from '../../../platform/crypto/ids.ts'
import { lockAccount } from '../../../platform/db/account-lock.queries.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import type { PageCursor } from '../../../platform/db/paging.queries.ts'
import { isUnchanged } from '../../../platform/db/unchanged.ts'
import type { ListFilter } from '../../../platform/db/updated-since.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { ConflictError, NotFoundError } from '../../../platform/http/errors.ts'
import { recordChanges } from '../../audit/audit.api.ts'
import type { StoredDefinition } from './definition.queries.ts'
import * as queries from './definition.queries.ts'
import type { DefinitionBody, DefinitionView } from './definition.schema.ts'

const maxDefinitions = 500

type Document = Static<typeof DefinitionBody>

export function getDefinition(ctx: Pick<Context, 'db'>, caller: Caller, id: string) {
  return getDefinitionIn({ db: ctx.db.forAccount(caller.accountId) }, caller, id)
}

export async function getDefinitionIn(ctx: { db: AccountDb }, caller: Caller, id: string) {
  const found = await queries.findDefinition(ctx.db, onlyOf(caller), id)
  if (!found) throw notFound(id)
  return { definition: JSON.parse(found.json) as Static<typeof DefinitionView>, version: found.version }
}

export function listDefinitions(ctx: Pick<Context, 'db'>, caller: Caller, filter: ListFilter) {
  const db = ctx.db.forAccount(caller.accountId)
  return (cursor: PageCursor) => queries.listDefinitions(db, onlyOf(caller), filter, cursor)
}

export async function createDefinition(ctx: Tx, caller: Caller, document: Document): Promise<string> {
  await lockAccount(ctx.db)
  if ((await queries.countDefinitions(ctx.db)) >= maxDefinitions) {
    throw new ConflictError(
      'reportDefinitions.too_many',
      `An account has at most ${maxDefinitions} saved reports.`,
    )
  }
  const id = newId('rdf')
  await queries.insertDefinition(ctx.db, { id, ...document, userId: caller.userId }, ctx.now())
  await recordChanges(ctx, caller, [
    { action: 'reportDefinitions.created', target: id, before: null, after: document },
  ])
  return id
}

export async function changeDefinition(
  ctx: Tx,
  caller: Caller,
  id: string,
  edit: (before: StoredDefinition) => Document,
): Promise<void> {
  const before = await lock(ctx, caller, id)
  const document = edit(before)
  if (isUnchanged(toDocument(before), document)) return
  await queries.updateDefinition(ctx.db, before.number, document, ctx.now())
  await recordChanges(ctx, caller, [
    { action: 'reportDefinitions.changed', target: id, before: toDocument(before), after: document },
  ])
}

export async function deleteDefinition(
  ctx: Tx,
  caller: Caller,
  id: string,
  check: (before: StoredDefinition) => void,
): Promise<void> {
  const before = await lock(ctx, caller, id)
  check(before)
  await queries.deleteDefinition(ctx.db, before.number)
  await recordChanges(ctx, caller, [
    { action: 'reportDefinitions.deleted', target: id, before: toDocument(before), after: null },
  ])
}

export function toDocument({ name, request }: StoredDefinition) {
  return { name, request }
}

async function lock(ctx: Pick<Tx, 'db'>, caller: Caller, id: string): Promise<StoredDefinition> {
  const definition = await queries.lockDefinition(ctx.db, onlyOf(caller), id)
  if (!definition) throw notFound(id)
  return definition
}

/** Null if the caller may see all saved reports. */
function onlyOf(caller: Caller): string | null {
  return caller.scope.kind === 'all' ? null : caller.userId
}

function notFound(id: string): NotFoundError {
  return new NotFoundError(
    'reportDefinitions.not_found',
    `The saved report "${id}" does not exist, or is not yours to see.`,
  )
}
