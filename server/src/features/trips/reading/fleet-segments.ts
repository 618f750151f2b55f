// The trips or stops of all devices that the caller sees, newest first.

import type { Context } from '../../../platform/context.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import { inSnapshot } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { openCursor, sealCursor } from '../../../platform/http/cursors.ts'
import { findDriverNumber, getDriverNumber } from '../../drivers/driver.api.ts'
import type { NamePlace } from '../../places/place.api.ts'
import { createLocalDays } from '../detection/local-days.ts'
import { listDrivenDevices } from '../driving/driving.queries.ts'
import { withDriving } from '../driving/driving.ts'
import type { SegmentPage } from './device-segments.ts'
import type { FleetFilter, FleetKey } from './fleet-read.queries.ts'
import * as queries from './fleet-read.queries.ts'
import type { TimeRange } from './reading.types.ts'
import type { FleetRow } from './segment-read.queries.ts'
import { findTimeZone } from './segment-read.queries.ts'
import { toViewWithin } from './segment-view.ts'
import { withDays, withStates } from './stored-segments.ts'
import { withFuel } from './trip-fuel.ts'

type Needs = Pick<Context, 'db' | 'now' | 'config'>
interface Needed {
  db: AccountDb
  now: () => Date
}

/** Where few segments are wanted of many, the list is read in parts of time, as long as a page may take. */
const firstPartMs = 6 * 3_600_000
const growth = 4
const budgetMs = 2_000
const slowPartMs = 200

export interface WantedFleet {
  filter: FleetFilter
  period: TimeRange
  namePlace: NamePlace
  /** Only trips of this driver. */
  driver?: { id: string; isRequired: boolean } | undefined
}

const cursorShape = /^fleet (-?\d{1,16}) (\d{1,10})$/

export function pageOfFleet(
  ctx: Needs,
  caller: Caller,
  { filter, period, namePlace, driver }: WantedFleet,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<SegmentPage> {
  const { access } = ctx.config
  const { accountId } = caller
  const before =
    cursor === undefined
      ? { beganAtMs: period.toMs, deviceNumber: 0 }
      : toKey(openCursor(access, accountId, cursor, cursorShape))
  return inSnapshot(ctx, accountId, async (tx) => {
    const wanted = driver ? { ...filter, ...(await devicesOf(tx, caller, driver, period)) } : filter
    const { rows, next } = await readRows(tx, caller, wanted, period, before, limit)
    const segments = await withDriving(tx.db, await withStates(tx.db, rows, tx.now()))
    const page = segments.filter(
      ({ totals, driving }) => totals.cm >= filter.minCm && (!driver || driving?.driver?.id === driver.id),
    )
    const days = createLocalDays(await findTimeZone(tx.db))
    const shown = await withFuel(tx.db, await withDays(tx.db, page, period))
    const views = shown.map((segment) => JSON.stringify(toViewWithin(segment, period, days, namePlace)))
    const text = next && `fleet ${next.beganAtMs} ${next.deviceNumber}`
    return {
      json: views.join(','),
      count: views.length,
      nextCursor: text && sealCursor(access, accountId, text),
    }
  })
}

/** Without any, unless it is required, if the caller sees no such driver. */
async function devicesOf(
  tx: Needed,
  caller: Caller,
  { id, isRequired }: { id: string; isRequired: boolean },
  period: TimeRange,
): Promise<{ drivenDevices: number[] }> {
  const find = isRequired ? getDriverNumber : findDriverNumber
  const number = await find(tx, caller, id)
  return { drivenDevices: number === undefined ? [] : await listDrivenDevices(tx.db, number, period) }
}

interface ReadPart {
  rows: FleetRow[]
  /** Where the next page starts; undefined at the end of the list. */
  next: FleetKey | undefined
}

async function readRows(
  { db, now }: Needed,
  { scope }: Caller,
  filter: FleetFilter,
  { fromMs }: TimeRange,
  start: FleetKey,
  limit: number,
): Promise<ReadPart> {
  const hasStart = Number.isFinite(fromMs)
  const endMs = hasStart ? fromMs : ((await queries.findOldestMs(db)) ?? Number.POSITIVE_INFINITY)
  const isWhole = queries.isWholeAccount(scope, filter) && filter.minCm === 0
  const rows: FleetRow[] = []
  const startedAtMs = performance.now()
  let before = start
  let partMs = isWhole ? Number.POSITIVE_INFINITY : firstPartMs
  while (before.beganAtMs >= endMs) {
    const latestMs = Math.min(before.beganAtMs, +now())
    const part = { fromMs: Math.max(endMs, latestMs - partMs), before }
    const askedAtMs = performance.now()
    rows.push(...(await queries.listBeginning(db, scope, filter, part, limit + 1 - rows.length)))
    if (rows.length > limit) return cut(rows, limit)
    // Everything from `part.fromMs` on is read.
    before = { beganAtMs: part.fromMs, deviceNumber: 0 }
    if (part.fromMs <= endMs) break
    if (performance.now() - startedAtMs > budgetMs) return { rows, next: before }
    if (performance.now() - askedAtMs < slowPartMs) partMs *= growth
  }
  if (!hasStart) return { rows, next: undefined }
  const lasting = { atMs: fromMs, before, now: now() }
  rows.push(...(await queries.listLasting(db, scope, filter, lasting, limit + 1 - rows.length)))
  return rows.length > limit ? cut(rows, limit) : { rows, next: undefined }
}

function cut(rows: FleetRow[], limit: number): ReadPart {
  const page = rows.slice(0, limit)
  const { beganMs, deviceNumber } = page.at(-1)!
  return { rows: page, next: { beganAtMs: beganMs, deviceNumber } }
}

function toKey([ms, deviceNumber]: string[]): FleetKey {
  return { beganAtMs: Number(ms), deviceNumber: Number(deviceNumber) }
}
