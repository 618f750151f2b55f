// The rules of an account. They refer to devices and contacts of all of it, so only callers with full scope may see
// them.

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
import { ConflictError, ForbiddenError, InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import { faultsOf, invalid } from '../../platform/http/validation.ts'
import { recordChanges } from '../audit/audit.api.ts'
import type { Change } from '../audit/audit.types.ts'
import type { Linked } from './rule.queries.ts'
import * as queries from './rule.queries.ts'
import type { RuleView } from './rule.schema.ts'
import type { RuleDocument, StoredRule } from './rule.types.ts'
import { kindOf } from './rules/kinds.ts'

const maxRules = 1_000

export async function getRule(ctx: Pick<Context, 'db'>, caller: Caller, id: string) {
  const isSeen = caller.scope.kind === 'all'
  return shown(id, isSeen ? await queries.findRule(ctx.db.forAccount(caller.accountId), id) : undefined)
}

export async function getRuleIn(ctx: Pick<Tx, 'db'>, id: string) {
  return shown(id, await queries.findRule(ctx.db, id))
}

function shown(id: string, found: { version: number; json: string } | undefined) {
  if (!found) throw notFound(id)
  return { rule: JSON.parse(found.json) as Static<typeof RuleView>, version: found.version }
}

export function listRules(ctx: Pick<Context, 'db'>, caller: Caller, filter: ListFilter) {
  const db = ctx.db.forAccount(caller.accountId)
  return (cursor: PageCursor) => queries.listRules(db, caller.scope, filter, cursor)
}

export async function createRule(ctx: Tx, caller: Caller, document: RuleDocument): Promise<string> {
  requireFullScope(caller)
  const rule = whole(document)
  await lockAccount(ctx.db)
  if ((await queries.countRules(ctx.db)) >= maxRules) {
    throw new ConflictError('alertRules.too_many', `An account has at most ${maxRules} rules.`)
  }
  const id = newId('rul')
  const links = await findLinks(ctx, rule)
  const number = await namedOnce(rule.name, () => queries.insertRule(ctx.db, id, rule, ctx.now()))
  await queries.setLinks(ctx.db, number, links)
  await recordChanges(ctx, caller, [{ action: 'alertRules.created', target: id, before: null, after: rule }])
  return id
}

/**
 * The rule that every account starts with: a pressed SOS button must not stay unnoticed because nobody has made a rule.
 * It is an ordinary rule, to be edited, disabled or deleted: an account without such buttons owes it nothing. The name
 * is the same in every language. Returns the change for the audit log.
 */
export async function createFirstRule(ctx: Pick<Tx, 'db' | 'now'>): Promise<Change> {
  const id = newId('rul')
  const rule = whole({ name: 'SOS', type: 'sos' })
  await queries.insertRule(ctx.db, id, rule, ctx.now())
  return { action: 'alertRules.created', target: id, before: null, after: rule }
}

/**
 * The rule of maintenance, which the first plan of an account creates: what is due must not stay unnoticed because nobody
 * has made a rule. An ordinary rule, as above. Nothing happens if there is one, or no room for another. Returns the change.
 */
export async function keepMaintenanceRule(ctx: Pick<Tx, 'db' | 'now'>): Promise<Change | undefined> {
  const rule = whole({ name: 'Maintenance', type: 'maintenance', settings: { on: 'soon' } })
  const isKept = await queries.hasRule(ctx.db, rule.type, rule.name)
  if (isKept || (await queries.countRules(ctx.db)) >= maxRules) return undefined
  const id = newId('rul')
  await queries.insertRule(ctx.db, id, rule, ctx.now())
  return { action: 'alertRules.created', target: id, before: null, after: rule }
}

/** Locks the rule and lets `edit` derive the new document. Absent optional fields are cleared. */
export async function changeRule(
  ctx: Tx,
  caller: Caller,
  id: string,
  edit: (before: StoredRule) => RuleDocument,
): Promise<void> {
  const before = await lock(ctx, caller, id)
  const rule = whole(edit(before))
  if (isUnchanged(toDocument(before), rule)) return
  const links = await findLinks(ctx, rule)
  await namedOnce(rule.name, () => queries.updateRule(ctx.db, before.number, rule, ctx.now()))
  await queries.setLinks(ctx.db, before.number, links)
  await recordChanges(ctx, caller, [
    { action: 'alertRules.changed', target: id, before: toDocument(before), after: rule },
  ])
}

/** Its alerts are kept. */
export async function deleteRule(
  ctx: Tx,
  caller: Caller,
  id: string,
  check: (before: StoredRule) => void,
): Promise<void> {
  const before = await lock(ctx, caller, id)
  check(before)
  await queries.deleteRule(ctx.db, before.number)
  await recordChanges(ctx, caller, [
    { action: 'alertRules.deleted', target: id, before: toDocument(before), after: null },
  ])
}

export function toDocument({
  id: _,
  number: __,
  version: ___,
  ...document
}: StoredRule): Required<RuleDocument> {
  return document
}

/** Checks what the body schema cannot express, reports all faults at once, and fills in defaults. */
export function whole(document: RuleDocument): Required<RuleDocument> {
  const kind = kindOf(document.type)
  const settings = document.settings ?? {}
  const conditions = document.conditions ?? {}
  const faults: Fault[] = faultsOf(kind.settings, settings).map(({ path, message }) => ({
    path: path ? `settings.${path}` : 'settings',
    message,
  }))
  const thresholds = ['above', 'below', 'equals'].filter((name) => name in settings)
  if (kind.hasThreshold && thresholds.length !== 1) {
    faults.push({
      path: 'settings',
      message: 'must have exactly one threshold: above, below, or equals if the type has it',
    })
  }
  if (document.geofences && document.geofences.length > 0 && !kind.usesAreas) {
    faults.push({ path: 'geofences', message: `are not used by rules of type "${kind.name}"` })
  }
  if (faults.length > 0) throw invalid('body', faults)
  const { name, enabled = true, severity = kind.isUrgent ? 'critical' : 'warning' } = document
  const { groups = [], devices = [], geofences = [], contacts = [] } = document
  const links = {
    groups: once(groups),
    devices: once(devices),
    geofences: once(geofences),
    contacts: once(contacts),
  }
  const { escalation = 'default' } = document
  return { name, type: kind.name, enabled, severity, settings, conditions, ...links, escalation }
}

function once(ids: string[]): string[] {
  return [...new Set(ids)]
}

/** The numbers of the linked records. Reports every one that does not exist. */
export async function findLinks(ctx: Pick<Tx, 'db'>, rule: Required<RuleDocument>) {
  const faults: Fault[] = []
  async function numbersOf(what: Linked): Promise<number[]> {
    const ids = rule[what]
    if (ids.length === 0) return []
    const known = new Map((await queries.findLinked(ctx.db, what, ids)).map(({ id, number }) => [id, number]))
    for (const [index, id] of ids.entries()) {
      const message = `"${id}" does not exist, or is not yours to see`
      if (!known.has(id)) faults.push({ path: `${what}.${index}`, message })
    }
    return [...known.values()]
  }
  await numbersOf('groups')
  const links = {
    groups: rule.groups,
    devices: await numbersOf('devices'),
    geofences: await numbersOf('geofences'),
    contacts: await numbersOf('contacts'),
  }
  if (!['default', 'none'].includes(rule.escalation) && !(await queries.isPolicy(ctx.db, rule.escalation))) {
    faults.push({
      path: 'escalation',
      message: `"${rule.escalation}" does not exist, or is not yours to see`,
    })
  }
  if (faults.length === 0) return links
  throw new InvalidError('body.invalid', `${faults.length} linked record(s) of the rule do not exist.`, {
    details: faults,
  })
}

async function lock(ctx: Tx, caller: Caller, id: string): Promise<StoredRule> {
  const rule = caller.scope.kind === 'all' ? await queries.lockRule(ctx.db, id) : undefined
  if (!rule) throw notFound(id)
  return rule
}

async function namedOnce<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isDuplicate(error, 'alert_rules_name')) throw error
    throw new ConflictError('alertRules.name_taken', `A rule named "${name}" already exists.`)
  }
}

function requireFullScope(caller: Caller): void {
  if (caller.scope.kind === 'all') return
  throw new ForbiddenError(
    'access.scope_too_small',
    'Only callers with access to the whole account may change rules.',
  )
}

function notFound(id: string): NotFoundError {
  return new NotFoundError('alertRules.not_found', `The rule "${id}" does not exist, or is not yours to see.`)
}
