// Keeps the archive to what it must have: rewrites objects with locations of deleted devices, and removes objects that
// expired or that nothing refers to.

import { randomText } from '../../platform/crypto/ids.ts'
import type { ObjectStore } from '../../platform/objects/object-store.types.ts'
import type { ObjectToRewrite } from './archive.queries.ts'
import * as manifest from './archive.queries.ts'
import type { ArchiveContext } from './archiver.api.ts'
import { folderOf, readsEndWithinMs, register } from './archiver.api.ts'
import type { Attempts } from './attempts.ts'
import { openAttempts } from './attempts.ts'
import { readWholeFile } from './file/file-reader.ts'
import { remainingRows } from './remaining-rows.ts'
import { writeObject } from './write-object.ts'

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
  const wanted = parts.reduce((sum, { rows }) => sum + rows, 0)
  if (wanted === 0) {
    await manifest.forgetObject(ctx.db.recorder, object.key, ctx.now())
    return
  }
  const read = (offset: number, length: number) => store.read(object.key, offset, length)
  const rows = remainingRows(readWholeFile({ bytes: object.bytes, read }), parts)
  const key = `${folderOf(object)}part-${randomText(10)}.parquet`
  const written = await writeObject(ctx, store, key, rows)
  if (written.rows !== wanted) {
    throw new Error(`${object.key} has ${written.rows} of the ${wanted} locations that its parts name`)
  }
  await register(ctx, object, key, written, object.key)
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
