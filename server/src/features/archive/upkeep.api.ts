// Keeps the archive to what it must have: rewrites objects with locations of deleted devices, and removes objects that
// expired or that nothing refers to.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomText } from '../../platform/crypto/ids.ts'
import type { ObjectStore } from '../../platform/objects/object-store.types.ts'
import type { ObjectToRewrite, RemainingPart } from './archive.queries.ts'
import * as manifest from './archive.queries.ts'
import type { ArchiveContext } from './archiver.api.ts'
import { folderOf, readsEndWithinMs, register } from './archiver.api.ts'
import type { Attempts } from './attempts.ts'
import { openAttempts } from './attempts.ts'
import { partOf } from './file/archived-rows.ts'
import type { ArchivedRows } from './file/archived-rows.types.ts'
import { readWholeFile } from './file/file-reader.ts'
import { createArchiveFile } from './file/file-writer.ts'

const rewritesPerRun = 1_000

export interface Upkeep {
  rewritten: number
  removed: number
}

/** An object that fails does not stop the others. */
export async function keepArchive(
  ctx: ArchiveContext,
  store: ObjectStore,
  attempts?: Attempts,
): Promise<Upkeep> {
  const tries = attempts ?? (await openAttempts(ctx))
  for (const { key } of await manifest.listExpired(ctx.db.recorder, ctx.now()))
    await manifest.forgetObject(ctx.db.recorder, key, ctx.now())
  let rewritten = 0
  for (const object of await manifest.listRewrites(ctx.db.recorder, ctx.now(), rewritesPerRun)) {
    if (!(await tries.isDue('rewrite', object.key))) continue
    const isDone = await tries.attempt('rewrite', object.key, async () => {
      await rewrite(ctx, store, object)
      return true
    })
    if (isDone) rewritten += 1
  }
  return { rewritten, removed: await removeObjects(ctx, store, tries) }
}

/** Only what its parts name is in the new object. */
async function rewrite(ctx: ArchiveContext, store: ObjectStore, object: ObjectToRewrite): Promise<void> {
  const parts = await manifest.listRemaining(ctx.db.recorder, object.objectId)
  const dir = await mkdtemp(join(tmpdir(), 'rastro-archive-'))
  try {
    const path = join(dir, 'object.parquet')
    const file = await createArchiveFile(path)
    const read = (offset: number, length: number) => store.read(object.key, offset, length)
    const written = await (async () => {
      for await (const rows of remainingRows(readWholeFile({ bytes: object.bytes, read }), parts))
        await file.write(rows)
      return file.finish()
    })().catch(async (error: unknown) => {
      // An open file that is forgotten ends the process.
      await file.discard()
      throw error
    })
    const wanted = parts.reduce((sum, { rows }) => sum + rows, 0)
    if (written.rows !== wanted) {
      throw new Error(`${object.key} has ${written.rows} of the ${wanted} locations that its parts name`)
    }
    if (wanted === 0) {
      await manifest.forgetObject(ctx.db.recorder, object.key, ctx.now())
      return
    }
    const key = `${folderOf(object)}part-${randomText(10)}.parquet`
    await store.put(key, path)
    await register(ctx, object, key, written, object.key)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function* remainingRows(
  groups: AsyncIterable<ArchivedRows>,
  parts: RemainingPart[],
): AsyncGenerator<ArchivedRows> {
  let firstRow = 0
  let at = 0
  for await (const group of groups) {
    const endRow = firstRow + group.count
    for (; at < parts.length && parts[at]!.firstRow < endRow; at += 1) {
      const start = parts[at]!.firstRow - firstRow
      yield partOf(group, start, start + parts[at]!.rows)
    }
    firstRow = endRow
  }
}

async function removeObjects(
  { db, now }: ArchiveContext,
  store: ObjectStore,
  { isDue, attempt }: Attempts,
): Promise<number> {
  const before = new Date(now().getTime() - readsEndWithinMs)
  let removed = 0
  for (const { key } of await manifest.listRemovals(db.recorder, before, now())) {
    if (!(await isDue('remove', key))) continue
    const isRemoved = await attempt('remove', key, async () => {
      await store.remove(key)
      await manifest.endRemoval(db.recorder, key)
      return true
    })
    if (isRemoved) removed += 1
  }
  return removed
}
