// Escalation policies. They refer to contacts of the whole account, so only callers with full scope may see them.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { lockAccount } from '../../platform/db/account-lock.queries.ts'
import { isDuplicate } from '../../platform/db/db.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import { isUnchanged } from '../../platform/db/unchanged.ts'
import type { ListFilter } from '../../platform/db/updated-since.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Fault } from '../../platform/http/errors.ts'
import { ConflictError, ForbiddenError, NotFoundError } from '../../platform/http/errors.ts'
import { invalid } from '../../platform/http/validation.ts'
import { recordChanges } from '../audit/audit.api.ts'
import * as queries from './policy.queries.ts'
import type { PolicyView } from './policy.schema.ts'
import type { PolicyDocument, StoredPolicy, WholePolicy } from './policy.types.ts'

const maxPolicies = 50
const defaultRepeatMinutes = 5

export async function getPolicy(ctx: Pick<Context, 'db'>, caller: Caller, id: string) {
  const isSeen = caller.scope.kind === 'all'
  return shown(id, isSeen ? await queries.findPolicy(ctx.db.forAccount(caller.accountId), id) : undefined)
}

export async function getPolicyIn(ctx: Pick<Tx, 'db'>, id: string) {
  return shown(id, await queries.findPolicy(ctx.db, id))
}

function shown(id: string, found: { version: number; json: string } | undefined) {
  if (!found) throw policyNotFound(id)
  return { policy: JSON.parse(found.json) as Static<typeof PolicyView>, version: found.version }
}

export function listPolicies(ctx: Pick<Context, 'db'>, caller: Caller, filter: ListFilter) {
  const db = ctx.db.forAccount(caller.accountId)
  return (cursor: PageCursor) => queries.listPolicies(db, caller.scope, filter, cursor)
}

export async function createPolicy(ctx: Tx, caller: Caller, document: PolicyDocument): Promise<string> {
  requireFullScope(caller)
  const id = newId('esc')
  const policy = await whole(ctx, document)
  await lockAccount(ctx.db)
  if ((await queries.countPolicies(ctx.db)) >= maxPolicies) {
    throw new ConflictError(
      'escalationPolicies.too_many',
      `An account has at most ${maxPolicies} escalation policies.`,
    )
  }
  await requireFreeDefaults(ctx, id, policy)
  await namedOnce(policy.name, () => queries.insertPolicy(ctx.db, id, policy, ctx.now()))
  await recordChanges(ctx, caller, [
    { action: 'escalationPolicies.created', target: id, before: null, after: policy },
  ])
  return id
}

/** Escalations that run keep their steps. */
export async function changePolicy(
  ctx: Tx,
  caller: Caller,
  id: string,
  edit: (before: StoredPolicy) => PolicyDocument,
): Promise<void> {
  await lockAccount(ctx.db)
  const before = await lock(ctx, caller, id)
  const policy = await whole(ctx, edit(before))
  if (isUnchanged(toDocument(before), policy)) return
  await requireFreeDefaults(ctx, id, policy)
  await namedOnce(policy.name, () => queries.updatePolicy(ctx.db, id, policy, ctx.now()))
  await recordChanges(ctx, caller, [
    { action: 'escalationPolicies.changed', target: id, before: toDocument(before), after: policy },
  ])
}

export async function deletePolicy(
  ctx: Tx,
  caller: Caller,
  id: string,
  check: (before: StoredPolicy) => void,
): Promise<void> {
  const before = await lock(ctx, caller, id)
  check(before)
  await queries.deletePolicy(ctx.db, id)
  await recordChanges(ctx, caller, [
    { action: 'escalationPolicies.deleted', target: id, before: toDocument(before), after: null },
  ])
}

export function toDocument({ id: _, number: __, version: ___, ...document }: StoredPolicy): WholePolicy {
  return document
}

/** Fills in defaults, and reports every contact and schedule that does not exist. */
async function whole({ db }: Pick<Tx, 'db'>, document: PolicyDocument): Promise<WholePolicy> {
  const steps = document.steps.map(
    ({ afterMinutes, contacts = [], onCall = null, repeat = 0, repeatMinutes = defaultRepeatMinutes }) => ({
      ...{ afterMinutes, onCall, repeat, repeatMinutes },
      contacts: [...new Set(contacts)],
    }),
  )
  const contactIds = [...new Set(steps.flatMap(({ contacts }) => contacts))]
  const scheduleIds = [...new Set(steps.flatMap(({ onCall }) => onCall ?? []))]
  const knownContacts = await queries.findKnown(db, 'contacts', contactIds)
  const knownSchedules = await queries.findKnown(db, 'on_call_schedules', scheduleIds)
  const missing = (id: string) => `"${id}" does not exist, or is not yours to see`
  const faults = steps.flatMap(({ contacts, onCall }, index): Fault[] => [
    ...(contacts.length === 0 && onCall === null
      ? [{ path: `steps.${index}`, message: 'needs contacts or an on-call schedule' }]
      : []),
    ...contacts.flatMap((id, position) =>
      knownContacts.has(id) ? [] : [{ path: `steps.${index}.contacts.${position}`, message: missing(id) }],
    ),
    ...(onCall === null || knownSchedules.has(onCall)
      ? []
      : [{ path: `steps.${index}.onCall`, message: missing(onCall) }]),
  ])
  if (faults.length > 0) throw invalid('body', faults)
  return { name: document.name, steps, defaultFor: [...new Set(document.defaultFor)].sort() }
}

async function requireFreeDefaults(ctx: Pick<Tx, 'db'>, id: string, { defaultFor }: WholePolicy) {
  const [taken] = await queries.findDefaults(ctx.db, id, defaultFor)
  if (!taken) return
  const severity = taken.defaultFor.find((one) => defaultFor.includes(one))
  throw new ConflictError(
    'escalationPolicies.default_taken',
    `The policy "${taken.name}" is the default for alerts of the severity "${severity}". Remove it there first.`,
  )
}

async function lock(ctx: Tx, caller: Caller, id: string): Promise<StoredPolicy> {
  const policy = caller.scope.kind === 'all' ? await queries.lockPolicy(ctx.db, id) : undefined
  if (!policy) throw policyNotFound(id)
  return policy
}

async function namedOnce(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isDuplicate(error, 'escalation_policies_name')) throw error
    throw new ConflictError(
      'escalationPolicies.name_taken',
      `An escalation policy named "${name}" already exists.`,
    )
  }
}

export function requireFullScope(caller: Caller): void {
  if (caller.scope.kind === 'all') return
  throw new ForbiddenError(
    'access.scope_too_small',
    'Only callers with access to the whole account may change escalation policies and on-call schedules.',
  )
}

export function policyNotFound(id: string): NotFoundError {
  return new NotFoundError(
    'escalationPolicies.not_found',
    `The escalation policy "${id}" does not exist, or is not yours to see.`,
  )
}
