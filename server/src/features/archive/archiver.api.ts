// Archives weeks that are over: closes a week, writes it to objects, verifies them, and drops its partition when no read
// uses it any more. Interrupted at any point, the next run begins that week again: until it is archived, reads use the
// partition.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { retryWrite } from '../../platform/async/retry-write.ts'
import type { Context } from '../../platform/context.ts'
import { isLockTimeout } from '../../platform/db/db.ts'
import type { ObjectStore } from '../../platform/objects/object-store.types.ts'
import { pageAccountNumbers } from '../auth/auth.api.ts'
import * as manifest from './archive.queries.ts'
import type { ClassWeek } from './archive.types.ts'
import type { DeviceTotal, RowKey, WeekBounds } from './archiver.queries.ts'
import * as queries from './archiver.queries.ts'
import type { Attempts } from './attempts.ts'
import { openAttempts } from './attempts.ts'
import type { ArchivedRows } from './file/archived-rows.types.ts'
import { fromCopiedRows } from './file/copied-rows.ts'
import { readKeys } from './file/file-reader.ts'
import { createFileSummary } from './file/file-summary.ts'
import type { ArchiveFile } from './file/file-writer.ts'
import { createArchiveFile } from './file/file-writer.ts'
import type { ArchivedDevice, WrittenFile } from './file/written-file.types.ts'
import { partsOf } from './parts.ts'

export type ArchiveContext = Pick<Context, 'db' | 'now' | 'log'> & {
  history: Pick<Config['history'], 'archiveAfterDays'>
}

const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** Reads that began before a week was archived end within this time. */
export const readsEndWithinMs = 600_000
const accountsPerPage = 500
const devicesPerPage = 200
const rowsPerStatement = 20_480
/** About 64 MB. */
const maxRowsPerObject = 4_000_000
const partsPerStatement = 5_000
const registerWithinMs = 30_000

export interface ArchivedNow {
  weeks: number
  locations: number
  dropped: number
}

/** Archives all weeks that are due, and drops those that were archived before. A week that fails does not stop the others. */
export async function archiveDueWeeks(
  ctx: ArchiveContext,
  store: ObjectStore,
  attempts?: Attempts,
): Promise<ArchivedNow> {
  const { isDue, attempt } = attempts ?? (await openAttempts(ctx))
  const done: ArchivedNow = { weeks: 0, locations: 0, dropped: 0 }
  const endedBefore = new Date(ctx.now().getTime() - ctx.history.archiveAfterDays * dayMs)
  for (const week of await manifest.listDueWeeks(ctx.db.recorder, endedBefore)) {
    const known = await manifest.findWeek(ctx.db.recorder, week)
    const step = known?.archivedAt ? 'drop' : 'archive'
    if (!(await isDue(step, folderOf(week)))) continue
    if (!known?.archivedAt) {
      const locations = await attempt(step, folderOf(week), () => archiveWeek(ctx, store, week))
      if (locations === undefined) continue
      done.locations += locations
      done.weeks += 1
    } else if (await isUnused(ctx, known.archivedAt)) {
      if (await attempt(step, folderOf(week), () => dropWeek(ctx, week))) done.dropped += 1
    }
  }
  return done
}

/** Reads that asked the manifest before it had the week are over, and so are transactions whose snapshot is older. */
async function isUnused(ctx: ArchiveContext, archivedAt: Date): Promise<boolean> {
  if (ctx.now().getTime() - archivedAt.getTime() < readsEndWithinMs) return false
  return !(await manifest.hasOlderTransaction(ctx.db.recorder, archivedAt))
}

/** False while a backup or a long read holds the table: the next run tries again. */
async function dropWeek(ctx: ArchiveContext, week: ClassWeek): Promise<boolean> {
  try {
    return await manifest.dropWeek(ctx.db.recorder, week)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    return false
  }
}

async function archiveWeek(ctx: ArchiveContext, store: ObjectStore, week: ClassWeek): Promise<number> {
  if (!(await manifest.closeWeek(ctx.db.recorder, week))) return 0
  await discardUnfinished(ctx, store, week)
  const bounds = boundsOf(week)
  const dir = await mkdtemp(join(tmpdir(), 'rastro-archive-'))
  try {
    const locations = await writeObjects(ctx, store, bounds, dir)
    const stored = await ctx.db.begin('recorder', (db) => queries.countWeek(db, bounds))
    if (stored !== locations) {
      throw new Error(`the week of ${week.week} has ${stored} locations, of which ${locations} were archived`)
    }
    await manifest.markArchived(ctx.db.recorder, week, locations, ctx.now())
    ctx.log.info({ ...week, locations }, 'week archived')
    return locations
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

export function boundsOf(week: ClassWeek): WeekBounds {
  const from = new Date(`${week.week}T00:00:00Z`)
  return { ...week, from, to: new Date(from.getTime() + weekMs) }
}

/** Objects of an interrupted run. */
async function discardUnfinished(ctx: ArchiveContext, store: ObjectStore, week: ClassWeek): Promise<void> {
  for (const { key } of await manifest.listObjects(ctx.db.recorder, week)) {
    await manifest.forgetObject(ctx.db.recorder, key, ctx.now())
  }
  for await (const { key } of store.list(folderOf(week))) await store.remove(key)
}

export const folderOf = ({ class: ofClass, week }: ClassWeek) => `class=${ofClass}/week=${week}/`

/** Returns how many locations they have. */
async function writeObjects(
  ctx: ArchiveContext,
  store: ObjectStore,
  week: WeekBounds,
  dir: string,
): Promise<number> {
  const objects = createObjectWriter(ctx, store, week, dir)
  try {
    for await (const accountId of accountsOf(ctx)) {
      for await (const totals of devicesOf(ctx, week, accountId)) {
        await objects.begin(totals.map((total) => ({ accountId, ...total })))
        for await (const rows of rowsOf(ctx, week, totals)) await objects.write(rows)
      }
    }
    return await objects.finish()
  } finally {
    await objects.discard()
  }
}

/** Writes one object after the other, each verified and entered into the manifest before the next begins. */
function createObjectWriter(ctx: ArchiveContext, store: ObjectStore, week: WeekBounds, dir: string) {
  const path = join(dir, 'object.parquet')
  let file: ArchiveFile | undefined
  let totals: AccountTotal[] = []
  let rows = 0
  let objects = 0
  let locations = 0

  async function finishObject(): Promise<void> {
    if (!file) return
    const written = await file.finish()
    file = undefined
    objects += 1
    const key = `${folderOf(week)}part-${String(objects).padStart(5, '0')}.parquet`
    await manifest.planObject(ctx.db.recorder, key, ctx.now())
    await store.put(key, path)
    await requireSame(store, key, written, totals)
    await register(ctx, week, key, written)
    locations += written.rows
    totals = []
    rows = 0
  }

  return {
    async begin(next: AccountTotal[]): Promise<void> {
      if (rows >= maxRowsPerObject) await finishObject()
      file ??= await createArchiveFile(path)
      totals.push(...next)
    },
    async write(some: ArchivedRows): Promise<void> {
      await file!.write(some)
      rows += some.count
    },
    async finish(): Promise<number> {
      await finishObject()
      return locations
    },
    async discard(): Promise<void> {
      await file?.discard()
    },
  }
}

interface AccountTotal extends DeviceTotal {
  accountId: number
}

/**
 * Reads the object as it is stored: it has what the database has, or it is not used. Every byte is one that was written, and
 * the columns that identify locations are decoded and compared.
 */
async function requireSame(
  store: ObjectStore,
  key: string,
  { bytes, groups }: WrittenFile,
  totals: AccountTotal[],
): Promise<void> {
  const summary = createFileSummary()
  const read = (offset: number, length: number) => store.read(key, offset, length)
  for await (const keys of readKeys({ bytes, read }, groups)) summary.add(keys)
  const stored = summary.devices()
  const isSame =
    stored.length === totals.length && stored.every((device, index) => isSameDevice(device, totals[index]!))
  if (!isSame) throw new Error(`the object ${key} differs from the locations that it was written from`)
}

function isSameDevice(stored: ArchivedDevice, total: AccountTotal): boolean {
  return (
    stored.accountId === total.accountId &&
    stored.deviceNumber === total.deviceNumber &&
    stored.rows === total.rows &&
    stored.firstFixedAtMs === total.firstFixedAtMs &&
    stored.lastFixedAtMs === total.lastFixedAtMs &&
    stored.fingerprintSum === BigInt(total.fingerprintSum)
  )
}

/** Enters a planned object into the manifest, in place of a former one. */
export async function register(
  ctx: ArchiveContext,
  week: ClassWeek,
  key: string,
  written: WrittenFile,
  replacedKey?: string,
): Promise<void> {
  const parts = partsOf(written)
  await retryWrite(registerWithinMs, () =>
    ctx.db.begin('recorder', async (db) => {
      if (!(await manifest.endPlan(db, key))) throw new Error(`the object ${key} was given up meanwhile`)
      const objectId = await manifest.addObject(db, week, key, written)
      const accounts = new Set<number>()
      for (let at = 0; at < parts.length; at += partsPerStatement) {
        const some = await manifest.addParts(
          db,
          objectId,
          parts.slice(at, at + partsPerStatement),
          replacedKey,
        )
        for (const accountId of some) accounts.add(accountId)
      }
      if (accounts.size > 0) await manifest.addRewrite(db, objectId, [...accounts])
      if (replacedKey !== undefined) await manifest.forgetObject(db, replacedKey, ctx.now())
    }),
  )
}

async function* accountsOf(ctx: ArchiveContext): AsyncGenerator<number> {
  for (let after = 0; ; ) {
    const page = await pageAccountNumbers(ctx, after, accountsPerPage)
    for (const { accountId } of page) yield accountId
    if (page.length < accountsPerPage) return
    after = page.at(-1)!.accountId
  }
}

/** Devices that one statement reads together: their locations are as many as a statement may read, or they are one. */
async function* devicesOf(
  ctx: ArchiveContext,
  week: WeekBounds,
  accountId: number,
): AsyncGenerator<DeviceTotal[]> {
  const db = ctx.db.forAccount(accountId)
  for (let after = 0; ; ) {
    const page = await queries.pageDevices(db, accountId, after, devicesPerPage)
    const numbers = page.map(({ number }) => number)
    let together: DeviceTotal[] = []
    let rows = 0
    for (const total of await queries.totalDevices(ctx.db.recorder, week, numbers)) {
      if (rows + total.rows > rowsPerStatement && together.length > 0) {
        yield together
        together = []
        rows = 0
      }
      together.push(total)
      rows += total.rows
    }
    if (together.length > 0) yield together
    if (page.length < devicesPerPage) return
    after = page.at(-1)!.number
  }
}

async function* rowsOf(
  ctx: ArchiveContext,
  week: WeekBounds,
  totals: DeviceTotal[],
): AsyncGenerator<ArchivedRows> {
  const [first, ...others] = totals.map(({ deviceNumber }) => deviceNumber)
  if (first === undefined) return
  if (others.length > 0) {
    yield fromCopiedRows(await queries.copyDevices(ctx.db, week, [first, ...others]))
    return
  }
  for (let after: RowKey | undefined; ; ) {
    const rows = fromCopiedRows(await queries.copyRows(ctx.db, week, first, after, rowsPerStatement))
    if (rows.count > 0) yield rows
    if (rows.count < rowsPerStatement) return
    after = { fixedAtMs: rows.fixedAtMs.at(-1)!, fingerprint: rows.fingerprint.at(-1)! }
  }
}
