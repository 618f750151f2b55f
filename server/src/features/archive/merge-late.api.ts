// Merges late locations into the objects of their week, when they are many. They are deleted from the database later, when no
// read uses the former objects any more; until then a location is in both, and is read from the database. Interrupted at any
// point, nothing is lost: only what an object has is deleted.

import { randomText } from '../../platform/crypto/ids.ts'
import type { ObjectStore } from '../../platform/objects/object-store.types.ts'
import * as manifest from './archive.queries.ts'
import type { ClassWeek } from './archive.types.ts'
import type { ArchiveContext } from './archiver.api.ts'
import { boundsOf, folderOf, readsEndWithinMs, register } from './archiver.api.ts'
import type { RowKey, WeekBounds } from './archiver.queries.ts'
import { copyRows } from './archiver.queries.ts'
import type { Attempts } from './attempts.ts'
import { openAttempts } from './attempts.ts'
import type { ArchivedRows } from './file/archived-rows.types.ts'
import { fromCopiedRows } from './file/copied-rows.ts'
import { readWholeFile } from './file/file-reader.ts'
import type { MergeCounts } from './file/merge-rows.ts'
import { mergeRows } from './file/merge-rows.ts'
import type { LateDevice, MergeLimits } from './merge.queries.ts'
import * as queries from './merge.queries.ts'
import { remainingRows } from './remaining-rows.ts'
import { writeObject } from './write-object.ts'

/** Writing an object again costs seconds, a late location in the database ten times what it costs in the archive. */
const usualLimits: MergeLimits = { minRows: 1_000, minShare: 0.01, manyRows: 50_000, pauseHours: 20 }
const weeksPerRun = 8
/** The others follow a day later. */
const devicesPerMerge = 50_000
const rowsPerStatement = 20_480

export interface Merged {
  merged: number
  /** Late locations that are no longer in the database. */
  mergedLocations: number
}

export async function mergeLate(
  ctx: ArchiveContext,
  store: ObjectStore,
  attempts?: Attempts,
  limits = usualLimits,
): Promise<Merged> {
  const { isDue, attempt } = attempts ?? (await openAttempts(ctx))
  const done: Merged = { merged: 0, mergedLocations: 0 }
  const before = new Date(ctx.now().getTime() - readsEndWithinMs)
  for (const week of await queries.listUnended(ctx.db.recorder, before, weeksPerRun)) {
    if (!(await isDue('merge', folderOf(week)))) continue
    if (await manifest.hasOlderTransaction(ctx.db.recorder, week.mergedAt)) continue
    done.mergedLocations += (await attempt('merge', folderOf(week), () => endMerge(ctx, store, week))) ?? 0
  }
  for (const week of await queries.listMergeable(ctx.db.recorder, ctx.now(), limits, weeksPerRun)) {
    if (!(await isDue('merge', folderOf(week)))) continue
    const objects = await attempt('merge', folderOf(week), () => mergeWeek(ctx, store, week))
    if (objects) done.merged += objects
  }
  return done
}

/** Returns how many objects were written. */
async function mergeWeek(ctx: ArchiveContext, store: ObjectStore, week: ClassWeek): Promise<number> {
  const bounds = boundsOf(week)
  const devices = await queries.listLateDevices(ctx.db.recorder, bounds, devicesPerMerge)
  let objects = 0
  for (const [objectId, some] of Map.groupBy(devices, ({ objectId }) => objectId)) {
    await mergeObject(ctx, store, bounds, objectId, some)
    objects += 1
  }
  await queries.noteMerge(ctx.db.recorder, week, ctx.now())
  return objects
}

async function mergeObject(
  ctx: ArchiveContext,
  store: ObjectStore,
  week: WeekBounds,
  objectId: number | null,
  devices: LateDevice[],
): Promise<void> {
  const former = objectId === null ? undefined : await queries.findObject(ctx.db.recorder, objectId)
  if (objectId !== null && !former) throw new Error('the object was replaced meanwhile')
  const counts: MergeCounts = { archived: 0, late: 0, replaced: 0 }
  const rows = mergeRows(
    former ? rowsOf(ctx, store, former, objectId!) : none(),
    lateRows(ctx, week, devices),
    counts,
  )
  const key = `${folderOf(week)}part-${randomText(10)}.parquet`
  const written = await writeObject(ctx, store, key, rows)
  if (written.rows !== counts.archived + counts.late - counts.replaced)
    throw new Error(`${key} has ${written.rows} locations, but ${JSON.stringify(counts)} were merged`)
  await register(ctx, week, key, written, former?.key)
}

async function* none(): AsyncGenerator<ArchivedRows> {}

async function* rowsOf(
  ctx: ArchiveContext,
  store: ObjectStore,
  { key, bytes }: { key: string; bytes: number },
  objectId: number,
): AsyncGenerator<ArchivedRows> {
  const parts = await manifest.listRemaining(ctx.db.recorder, objectId)
  const read = (offset: number, length: number) => store.read(key, offset, length)
  yield* remainingRows(readWholeFile({ bytes, read }), parts)
}

async function* lateRows(
  ctx: ArchiveContext,
  { class: ofClass, ...week }: WeekBounds,
  devices: LateDevice[],
): AsyncGenerator<ArchivedRows> {
  const late = { ...week, class: ofClass + queries.lateClassOffset }
  for (const { deviceNumber } of devices) {
    for (let after: RowKey | undefined; ; ) {
      const rows = fromCopiedRows(await copyRows(ctx.db, late, deviceNumber, after, rowsPerStatement))
      if (rows.count > 0) yield rows
      if (rows.count < rowsPerStatement) break
      after = { fixedAtMs: rows.fixedAtMs.at(-1)!, fingerprint: rows.fingerprint.at(-1)! }
    }
  }
}

/** Reads the objects as they are stored: what they have is deleted from the database. */
async function endMerge(ctx: ArchiveContext, store: ObjectStore, week: ClassWeek): Promise<number> {
  const devices = await queries.listLateDevices(ctx.db.recorder, boundsOf(week), devicesPerMerge)
  let deleted = 0
  for (const [objectId, some] of Map.groupBy(devices, ({ objectId }) => objectId)) {
    const object = objectId === null ? undefined : await queries.findObject(ctx.db.recorder, objectId)
    if (!object) continue
    const late = new Set(some.map(({ deviceNumber }) => deviceNumber))
    // Rows of a part are of one device.
    for await (const { count, deviceNumber, ...columns } of rowsOf(ctx, store, object, objectId!)) {
      if (count === 0 || !late.has(deviceNumber[0]!)) continue
      deleted += await queries.deleteMerged(ctx.db.recorder, week.class, deviceNumber[0]!, {
        fixedAtMs: [...columns.fixedAtMs],
        receivedAtMs: [...columns.receivedAtMs],
        fingerprint: [...columns.fingerprint],
      })
    }
  }
  await queries.endMerge(ctx.db.recorder, week, ctx.now())
  ctx.log.info({ ...week, locations: deleted }, 'late locations merged')
  return deleted
}
