// The inbox: alerts raised by rules or reported by other systems, and how users handled them.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { may } from '../../platform/http/caller.ts'
import { openCursor, sealCursor } from '../../platform/http/cursors.ts'
import { ForbiddenError, NotFoundError } from '../../platform/http/errors.ts'
import type { Chunk } from '../../platform/http/paging.ts'
import { invalid } from '../../platform/http/validation.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { deviceNotFound } from '../devices/device.api.ts'
import { isExpired } from '../devices/expiry.api.ts'
import { startEscalations } from '../escalation/start.api.ts'
import { notifyOf } from '../notifications/notification.api.ts'
import * as queries from './alert.queries.ts'
import type { AlertView, NewAlert } from './alert.schema.ts'
import type { AlertCursor, AlertFilter } from './alert.types.ts'

type Needs = Pick<Context, 'db'>
const chunkRows = 1_000
/** The time, more precise than a Date, and the number. */
const cursorShape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\d{1,19})$/
const hourMs = 3_600_000
const oldestMs = 365 * 24 * hourMs

export function getAlert(ctx: Needs, caller: Caller, id: string) {
  return findAlert(ctx.db.forAccount(caller.accountId), caller, id)
}

export function getAlertIn(ctx: Pick<Tx, 'db'>, caller: Caller, id: string) {
  return findAlert(ctx.db, caller, id)
}

async function findAlert(db: AccountDb, caller: Caller, id: string) {
  const found = await queries.findAlert(db, caller, id)
  if (!found) throw notFound(id)
  return { alert: JSON.parse(found.json) as Static<typeof AlertView>, version: found.version }
}

/** The rule, the locations, the rule memory and the thresholds that decided, as they were at that time. */
export async function getExplanation(ctx: Needs, caller: Caller, id: string): Promise<object> {
  const found = await queries.findAlert(ctx.db.forAccount(caller.accountId), caller, id)
  if (!found) throw notFound(id)
  return found.explanation ?? {}
}

export interface AlertPage extends Chunk {
  nextCursor: string | undefined
}

/** A full page may be followed by an empty one; no alert is skipped. */
export async function pageAlerts(
  ctx: Pick<Context, 'db' | 'config'>,
  caller: Caller,
  filter: AlertFilter,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<AlertPage> {
  const { access } = ctx.config
  const { accountId } = caller
  const after =
    cursor === undefined ? undefined : toAlertCursor(openCursor(access, accountId, cursor, cursorShape))
  const db = ctx.db.forAccount(caller.accountId)
  const { json, count, last } = await queries.listAlerts(db, caller, filter, after, limit)
  return {
    json: json ?? '',
    count,
    nextCursor: last ? sealCursor(access, accountId, last.join(' ')) : undefined,
  }
}

export async function* streamAlerts(
  ctx: Pick<Context, 'db' | 'config'>,
  caller: Caller,
  filter: AlertFilter,
): AsyncGenerator<Chunk> {
  let cursor: string | undefined
  do {
    const page = await pageAlerts(ctx, caller, filter, { limit: chunkRows, cursor })
    yield page
    cursor = page.nextCursor
  } while (cursor !== undefined)
}

/** Without access to the device the caller gets an error, not an empty list. */
export async function requireDevice(ctx: Needs, caller: Caller, deviceId: string): Promise<void> {
  const device = await queries.findDevice(ctx.db.forAccount(caller.accountId), caller.scope, deviceId)
  if (!device) throw deviceNotFound(deviceId)
}

export type AlertAction = 'acknowledge' | 'resolve' | 'note'

/** The first acknowledgement and the first resolution are kept. */
export async function handleAlert(
  ctx: Tx,
  caller: Caller,
  id: string,
  action: AlertAction,
  edit: (before: { note: string | null; version: number }) => string | null,
): Promise<void> {
  const before = await queries.lockAlert(ctx.db, caller.scope, id)
  if (!before) throw notFound(id)
  const note = edit(before)
  if (action === 'note' && note === before.note) return
  const now = ctx.now()
  const by = caller.userId
  await queries.handleAlert(ctx.db, before.number, {
    ...(action !== 'note' && { acknowledgedAt: now, acknowledgedBy: by }),
    ...(action === 'resolve' && { resolvedAt: now, resolvedBy: by }),
    note,
  })
  const { acknowledgedAt, resolvedAt, note: noteBefore } = before
  const after = {
    acknowledgedAt: acknowledgedAt ?? (action === 'note' ? null : now),
    resolvedAt: resolvedAt ?? (action === 'resolve' ? now : null),
    note,
  }
  await recordChanges(ctx, caller, [
    {
      action: `alerts.${action === 'note' ? 'noted' : `${action}d`}`,
      target: id,
      before: { acknowledgedAt, resolvedAt, note: noteBefore },
      after,
    },
  ])
}

/** An alert from another system. Rules of the kind `reported` decide which contacts are notified. */
export async function reportAlert(
  ctx: Tx,
  caller: Caller,
  deviceId: string,
  given: Static<typeof NewAlert>,
): Promise<string> {
  if (!may(caller, 'alerts.manage')) {
    const message = 'Raising an alert requires the privilege "alerts.manage".'
    throw new ForbiddenError('access.privilege_missing', message)
  }
  const device = await queries.findDevice(ctx.db, caller.scope, deviceId)
  if (!device) throw deviceNotFound(deviceId)
  const now = ctx.now()
  const at = given.dateTime === undefined ? now : new Date(given.dateTime)
  requirePlausible(at, now)
  // Without coordinates, the last known ones: a rescue needs a place to start from.
  const known = given.location ? undefined : await queries.findLocationAt(ctx.db, device.number, at)
  const id = newId('alt')
  const number = await queries.insertAlert(
    ctx.db,
    {
      id,
      deviceNumber: device.number,
      ruleNumber: null,
      name: given.name,
      severity: given.severity ?? (given.name.toLowerCase() === 'sos' ? 'critical' : 'warning'),
      text: given.text ?? null,
      at,
      latitude: given.location ? Math.round(given.location.latitude * 1e7) : (known?.latitude ?? null),
      longitude: given.location ? Math.round(given.location.longitude * 1e7) : (known?.longitude ?? null),
      cause: `reported:${id}`,
      explanation: {
        summary: given.text ?? given.name,
        ...(known && { locatedAt: known.fixedAt }),
        facts: { reportedBy: caller.userId, clientId: caller.clientId, requestId: caller.requestId },
      },
    },
    now,
  )
  metrics.alerts.inc({ kind: 'reported' })
  if (number !== undefined && !isExpired(device.expiresAt, now)) {
    await notifyOfReported(ctx, device.number, number, given.name)
  }
  await recordChanges(ctx, caller, [
    { action: 'alerts.raised', target: id, before: null, after: { deviceId, ...given } },
  ])
  return id
}

/** As for locations: an alert of another century would stay at the top or bottom of every list. */
function requirePlausible(at: Date, now: Date): void {
  const ageMs = now.getTime() - at.getTime()
  if (ageMs <= oldestMs && ageMs >= -hourMs) return
  const message = ageMs > 0 ? 'is more than a year ago' : 'is more than an hour ahead'
  throw invalid('body', [{ path: 'alert.dateTime', message }])
}

async function notifyOfReported(
  ctx: Tx,
  deviceNumber: number,
  alertNumber: number,
  name: string,
): Promise<void> {
  const { accountId } = ctx.db
  const rules = await queries.listRulesFor(ctx.db, accountId, 'reported', deviceNumber)
  const toNotify = rules
    .filter(({ settings }) => !Array.isArray(settings.names) || settings.names.includes(name))
    .map(({ number }) => ({
      accountId,
      alertNumber,
      deviceNumber,
      ruleNumber: number,
      topic: `reported:${name}`,
    }))
  await notifyOf(ctx, toNotify)
  const own = { accountId, alertNumber, ruleNumber: null, topic: `reported:${name}` }
  await startEscalations(ctx, toNotify.length > 0 ? toNotify : [own])
}

function toAlertCursor([at = '', number = '']: string[]): AlertCursor {
  return { at, number }
}

function notFound(id: string): NotFoundError {
  return new NotFoundError('alerts.not_found', `The alert "${id}" does not exist, or is not yours to see.`)
}
