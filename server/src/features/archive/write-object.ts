// Writes an object beside those that are in use. Until it is registered it counts as one to be removed, so that a process that
// ends in between leaves nothing behind.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ObjectStore } from '../../platform/objects/object-store.types.ts'
import * as manifest from './archive.queries.ts'
import type { ArchiveContext } from './archiver.api.ts'
import type { ArchivedRows } from './file/archived-rows.types.ts'
import { readKeys } from './file/file-reader.ts'
import { createFileSummary } from './file/file-summary.ts'
import { createArchiveFile } from './file/file-writer.ts'
import type { WrittenFile } from './file/written-file.types.ts'

/** Stores nothing if there are no rows. */
export async function writeObject(
  ctx: ArchiveContext,
  store: ObjectStore,
  key: string,
  rows: AsyncIterable<ArchivedRows>,
): Promise<WrittenFile> {
  const dir = await mkdtemp(join(tmpdir(), 'rastro-archive-'))
  try {
    const path = join(dir, 'object.parquet')
    const written = await writeFile(path, rows)
    if (written.rows === 0) return written
    await manifest.planObject(ctx.db.recorder, key, ctx.now())
    await store.put(key, path)
    await requireStored(store, key, written)
    return written
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function writeFile(path: string, rows: AsyncIterable<ArchivedRows>): Promise<WrittenFile> {
  const file = await createArchiveFile(path)
  try {
    for await (const some of rows) await file.write(some)
    return await file.finish()
  } catch (error) {
    // An open file that is forgotten ends the process.
    await file.discard()
    throw error
  }
}

/** What it replaces is removed: it must be in the store as it was written. */
async function requireStored(
  store: ObjectStore,
  key: string,
  { bytes, groups, devices }: WrittenFile,
): Promise<void> {
  const summary = createFileSummary()
  const read = (offset: number, length: number) => store.read(key, offset, length)
  for await (const keys of readKeys({ bytes, read }, groups)) summary.add(keys)
  const stored = summary.devices()
  const isSame =
    stored.length === devices.length &&
    stored.every((one, index) => {
      const { rows, fingerprintSum, accountId, deviceNumber } = devices[index]!
      const isSameDevice = one.accountId === accountId && one.deviceNumber === deviceNumber
      return isSameDevice && one.rows === rows && one.fingerprintSum === fingerprintSum
    })
  if (!isSame) throw new Error(`the object ${key} is not stored as it was written`)
}
