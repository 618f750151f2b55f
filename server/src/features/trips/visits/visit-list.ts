// The visits that the caller sees, newest first, and the devices that are inside a geofence.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../../platform/context.ts'
import { inSnapshot } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { openCursor, sealCursor } from '../../../platform/http/cursors.ts'
import { findGeofenceNumber, getGeofenceNumber, seenGeofences } from '../../geofences/geofence.api.ts'
import type { VisitKind } from '../detection/detection.types.ts'
import { secondsBetween } from '../detection/local-days.ts'
import { toIso, toMetres } from '../measures.api.ts'
import type { SegmentPage } from '../reading/device-segments.ts'
import type { TimeRange } from '../reading/reading.types.ts'
import type { VisitView } from './visit.schema.ts'
import type { VisitListKey, VisitRow } from './visit.types.ts'
import type { VisitFilter } from './visit-read.queries.ts'
import * as queries from './visit-read.queries.ts'
import { sumsOf } from './visit-sums.ts'

type Needs = Pick<Context, 'db' | 'now' | 'config'>
type Page = { limit: number; cursor: string | undefined }

/** Where few visits are wanted of many, the list is read in parts of time, as long as a page may take. */
const firstPartMs = 6 * 3_600_000
const growth = 4
const budgetMs = 2_000
const slowPartMs = 200

const cursorShape = /^visit (-?\d{1,16}) (\d{1,10}) (\d{1,10})$/

export interface WantedVisits {
  period: TimeRange
  deviceId: string | undefined
  geofenceId: string | undefined
  /** Otherwise the list is empty if the caller sees no such geofence. */
  requiresGeofence: boolean
  kind: VisitKind | undefined
}

export function pageOfVisits(
  ctx: Needs,
  caller: Caller,
  wanted: WantedVisits,
  page: Page,
): Promise<SegmentPage> {
  const { fromMs, toMs } = wanted.period
  const start = startOf(ctx, caller, page, toMs)
  return inSnapshot(ctx, caller.accountId, async (tx) => {
    const filter = await filterOf(tx, caller, wanted)
    if (!filter) return { json: '', count: 0, nextCursor: undefined }
    return toPage(ctx, caller, await readRows(tx, caller, filter, fromMs, start, page.limit))
  })
}

/** As of the last computation. */
export function pageOfPresent(
  ctx: Needs,
  caller: Caller,
  geofenceId: string,
  page: Page,
): Promise<SegmentPage> {
  const start = startOf(ctx, caller, page, Number.POSITIVE_INFINITY)
  return inSnapshot(ctx, caller.accountId, async (tx) => {
    const number = await getGeofenceNumber(tx, caller, geofenceId)
    const rows = await queries.listPresent(tx.db, caller.scope, number, start, page.limit + 1)
    return toPage(ctx, caller, cut(rows, page.limit))
  })
}

function startOf({ config }: Needs, { accountId }: Caller, { cursor }: Page, toMs: number): VisitListKey {
  if (cursor === undefined) return { enteredAtMs: toMs, deviceNumber: 0, geofenceNumber: 0 }
  const [enteredAtMs, deviceNumber, geofenceNumber] = openCursor(
    config.access,
    accountId,
    cursor,
    cursorShape,
  ).map(Number) as [number, number, number]
  return { enteredAtMs, deviceNumber, geofenceNumber }
}

/** Undefined if the caller does not see what is named. */
async function filterOf(
  tx: Pick<Tx, 'db'>,
  caller: Caller,
  { deviceId, geofenceId, requiresGeofence, kind }: WantedVisits,
): Promise<VisitFilter | undefined> {
  const findGeofence = requiresGeofence ? getGeofenceNumber : findGeofenceNumber
  const geofenceNumber = geofenceId === undefined ? undefined : await findGeofence(tx, caller, geofenceId)
  if (geofenceId !== undefined && geofenceNumber === undefined) return undefined
  const deviceNumber =
    deviceId === undefined ? undefined : await queries.findDeviceNumber(tx.db, caller.scope, deviceId)
  if (deviceId !== undefined && deviceNumber === undefined) return undefined
  const geofences = geofenceId === undefined ? seenGeofences(tx, caller) : undefined
  return { deviceNumber, geofenceNumber, kind, geofences }
}

interface ReadPart {
  rows: VisitRow[]
  /** Where the next page starts; undefined at the end of the list. */
  next: VisitListKey | undefined
}

async function readRows(
  { db, now }: Pick<Tx, 'db' | 'now'>,
  { scope }: Caller,
  filter: VisitFilter,
  fromMs: number,
  start: VisitListKey,
  limit: number,
): Promise<ReadPart> {
  const hasStart = Number.isFinite(fromMs)
  const endMs = hasStart ? fromMs : ((await queries.findOldestMs(db)) ?? Number.POSITIVE_INFINITY)
  const rows: VisitRow[] = []
  const startedAtMs = performance.now()
  let before = start
  let partMs = queries.isWhole(scope, filter) ? Number.POSITIVE_INFINITY : firstPartMs
  while (before.enteredAtMs >= endMs) {
    const latestMs = Math.min(before.enteredAtMs, +now())
    const part = { fromMs: Math.max(endMs, latestMs - partMs), before }
    const askedAtMs = performance.now()
    rows.push(...(await queries.listEntered(db, scope, filter, part, limit + 1 - rows.length)))
    if (rows.length > limit) return cut(rows, limit)
    // Everything from `part.fromMs` on is read.
    before = { enteredAtMs: part.fromMs, deviceNumber: 0, geofenceNumber: 0 }
    if (part.fromMs <= endMs) break
    if (performance.now() - startedAtMs > budgetMs) return { rows, next: before }
    if (performance.now() - askedAtMs < slowPartMs) partMs *= growth
  }
  if (!hasStart) return { rows, next: undefined }
  const lasting = { atMs: fromMs, before }
  rows.push(...(await queries.listLasting(db, scope, filter, lasting, limit + 1 - rows.length)))
  return cut(rows, limit)
}

function cut(rows: VisitRow[], limit: number): ReadPart {
  if (rows.length <= limit) return { rows, next: undefined }
  const page = rows.slice(0, limit)
  const { enteredMs, deviceNumber, geofenceNumber } = page.at(-1)!
  return { rows: page, next: { enteredAtMs: enteredMs, deviceNumber, geofenceNumber } }
}

function toPage({ config }: Needs, { accountId }: Caller, { rows, next }: ReadPart): SegmentPage {
  const text = next && `visit ${next.enteredAtMs} ${next.deviceNumber} ${next.geofenceNumber}`
  return {
    json: rows.map((row) => JSON.stringify(toView(row))).join(','),
    count: rows.length,
    nextCursor: text && sealCursor(config.access, accountId, text),
  }
}

function toView(row: VisitRow): Static<typeof VisitView> {
  const { geofenceId, deviceId, enteredMs, leftMs, kind, version } = row
  const { cm, idleSeconds, untilMs } = sumsOf(row)
  return {
    geofenceId,
    deviceId,
    enteredAt: toIso(enteredMs),
    leftAt: leftMs === null ? null : toIso(leftMs),
    type: kind,
    duration: secondsBetween(enteredMs, untilMs),
    distance: toMetres(cm),
    idleSeconds,
    version,
  }
}
