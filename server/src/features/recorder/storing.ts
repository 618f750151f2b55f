// Stores locations of known devices. Where an account has rules, they are judged in the same transaction.

import type { Db } from '../../platform/db/db.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { Stored } from '../alerts/judge.api.ts'
import type { Batch, PipelineContext } from './batch.ts'
import { deviceOf } from './device-cache.api.ts'
import {
  accuracyMOf,
  fingerprintOf,
  fixedAtMsOf,
  latitudeE7Of,
  longitudeE7Of,
  moreOf,
  receivedAtMsOf,
  speedTenthKmhOf,
  statusOf,
} from './location-row.api.ts'
import * as queries from './recorder.queries.ts'
import type { RowTraces } from './row-traces.ts'
import { traceRows } from './row-traces.ts'
import type { StorableRow } from './storable-row.types.ts'

const maxQuarantined = 10_000
const lateAfterMs = 60_000
/** The archive closes no week before seven days after its end. */
const weekOpenMs = 6 * 86_400_000

/**
 * A report without a plausible time is stored under the time of its reception, so a repeat of it has another key.
 * Repeats are recognised by their fingerprint: within 5 minutes, the same content only counts as a sign of life.
 */
export async function dropRepeats(ctx: PipelineContext, batch: Batch): Promise<void> {
  const { known } = batch
  const repeats = await findRepeats(ctx, known)
  batch.repeats = repeats
  batch.storable = repeats.size === 0 ? known : known.filter((one) => !repeats.has(one))
}

async function findRepeats(ctx: PipelineContext, rows: StorableRow[]): Promise<Set<StorableRow>> {
  const undated = rows.filter(({ row }) => {
    const more = moreOf(row)
    return more !== null && 'deviceTime' in more
  })
  const repeats = new Set<StorableRow>()
  if (undated.length === 0) return repeats
  for (const ordinal of await queries.listRepeats(ctx.db.recorder, undated)) {
    repeats.add(undated[ordinal - 1]!)
  }
  const seen = new Set<string>()
  for (const one of undated) {
    const key = `${one.device.deviceNumber} ${fingerprintOf(one.row)}`
    if (seen.has(key)) repeats.add(one)
    seen.add(key)
  }
  return repeats
}

export async function storeAndJudge(ctx: PipelineContext, batch: Batch): Promise<void> {
  const { messages, devices, beganMs, storable, statuses } = batch
  const traces = ctx.publishing && traceRows(messages, (row) => deviceOf(devices, row), beganMs)
  if (storable.length + statuses.length === 0) return
  try {
    const stored = await storeRows(ctx, storable, statuses, traces)
    batch.newOrdinals = stored.locations
    batch.newStatuses = stored.statuses
    traces?.end()
  } catch (error) {
    traces?.end(error)
    throw error
  }
}

/**
 * Returns the ordinals (from 1) of the rows that were new. Where no account has rules, one statement does it. Where
 * judging fails, the rows are stored at once and judged later, each account by itself.
 */
async function storeRows(
  ctx: PipelineContext,
  rows: StorableRow[],
  statuses: StorableRow[],
  traces: RowTraces | undefined,
): Promise<queries.NewOrdinals> {
  const { judge, partition } = ctx.judging ?? {}
  const books = await judge?.booksOf([...rows, ...statuses].map(({ device }) => device.accountId))
  const store = (db: Db) => {
    const openSinceMs = ctx.now && ctx.now().getTime() - weekOpenMs
    const work = () => queries.storeRows(db, rows, statuses, openSinceMs)
    return traces ? traces.step('store', work) : work()
  }
  if (!judge || !books || books.judged.size + books.unloaded.size === 0) return store(ctx.db.recorder)
  const storeWith = async (judging: (db: Db, stored: Stored[]) => Promise<() => void>) => {
    const { ordinals, keep } = await ctx.db.begin('recorder', async (db) => {
      await judge.begin(db, partition!)
      const ordinals = await store(db)
      const stored = [
        ...ordinals.locations.map((ordinal) => toStored(rows[ordinal - 1]!)),
        ...ordinals.statuses.map((ordinal) => toStoredStatus(statuses[ordinal - 1]!)),
      ]
      const work = () => judging(db, stored)
      return { ordinals, keep: await (traces ? traces.step('judge', work) : work()) }
    })
    keep()
    return ordinals
  }
  try {
    return await storeWith((db, stored) => judge.judge(db, partition!, books, stored, traces?.of))
  } catch (error) {
    ctx.log.warn({ err: error }, 'batch could not be judged, storing it without')
    return storeWith((db, stored) => judge.delay(db, partition!, books, stored, error))
  }
}

function toStored({ row, device }: StorableRow): Stored {
  return {
    accountId: device.accountId,
    deviceNumber: device.deviceNumber,
    fingerprint: fingerprintOf(row),
    fixedMs: fixedAtMsOf(row),
    receivedMs: receivedAtMsOf(row),
    latitude: latitudeE7Of(row),
    longitude: longitudeE7Of(row),
    speed: speedTenthKmhOf(row),
    accuracyM: accuracyMOf(row),
    more: moreOf(row),
    isStatus: false,
  }
}

function toStoredStatus(one: StorableRow): Stored {
  return { ...toStored(one), speed: null, accuracyM: null, more: statusOf(one.row), isStatus: true }
}

/** A late location, a repeat or a status does not become the newest location, but shows that the device is alive. */
export async function markSeen(ctx: PipelineContext, { known, statuses, repeats }: Batch): Promise<void> {
  const late = known.filter((one) => {
    return receivedAtMsOf(one.row) - fixedAtMsOf(one.row) > lateAfterMs || repeats.has(one)
  })
  if (late.length + statuses.length > 0) await queries.markSeen(ctx.db.recorder, [...late, ...statuses])
}

export async function quarantineUnknown(ctx: PipelineContext, { unknown }: Batch): Promise<void> {
  if (unknown.length > 0) await queries.quarantineUnknown(ctx.db.recorder, unknown, maxQuarantined)
}

export function countRecorded({ publishing, counts, meter, log }: PipelineContext, batch: Batch): void {
  const { known, statuses, unknown, beforeAssignment, newOrdinals, newStatuses, storable } = batch
  if (meter) for (const ordinal of newOrdinals) meter.add(storable[ordinal - 1]!.device.accountId)
  const stored = newOrdinals.length
  if (beforeAssignment.length > 0) {
    metrics.recorded.inc({ outcome: 'before_assignment' }, beforeAssignment.length)
    log.warn({ rows: beforeAssignment.length }, 'locations of a previous owner of their tracker dropped')
  }
  if (publishing) {
    metrics.recorded.inc({ outcome: 'stored' }, stored)
    metrics.recorded.inc({ outcome: 'repeated' }, known.length - stored)
    metrics.recorded.inc({ outcome: 'quarantined' }, unknown.length)
    if (statuses.length > 0) {
      metrics.statuses.inc({ outcome: 'stored' }, newStatuses.length)
      metrics.statuses.inc({ outcome: 'repeated' }, statuses.length - newStatuses.length)
    }
    const [oldest] = known
    if (oldest) metrics.storeDelay.observe(Math.max(0, Date.now() - receivedAtMsOf(oldest.row)) / 1_000)
    if (stored > 0) metrics.lastStored.setToCurrentTime()
  }
  if (counts) {
    counts.received += known.length + statuses.length + unknown.length + beforeAssignment.length
    counts.stored += stored + newStatuses.length
    counts.unknown += unknown.length
    counts.beforeAssignment += beforeAssignment.length
  }
}
