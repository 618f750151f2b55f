// Objects as files of a directory. A file appears under its key by a rename, when all of it is on the disk.

import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { constants, copyFile, mkdir, open, opendir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ObjectDamagedError, ObjectMissingError, StoreRefusalError } from './object-errors.ts'
import { isKey, requireKey, requirePrefix, requireRange } from './object-keys.ts'
import type { LocalSettings, ObjectStore, StoredObject } from './object-store.types.ts'

/** In the same file system as the objects, and no possible part of a key. */
const unfinishedFolder = '.unfinished'
/** Nothing is copied for that long: what is older was left by a crash. */
const abandonedAfterMs = 24 * 3_600_000
/** How often a folder may vanish between its creation and the rename into it. */
const maxRenames = 10

export function createLocalStore(settings: LocalSettings): ObjectStore {
  const root = resolve(settings.directory)
  const unfinished = join(root, unfinishedFolder)

  function pathOf(key: string): string {
    requireKey(key)
    return join(root, key)
  }

  async function put(key: string, file: string): Promise<void> {
    const target = pathOf(key)
    await makeUnfinishedFolder()
    await removeAbandoned(unfinished)
    const draft = join(unfinished, randomUUID())
    try {
      await copyFile(file, draft, constants.COPYFILE_FICLONE)
      await sync(draft)
      await renameInto(draft, target)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    // All of them: a process that created a folder may have crashed before it was durable.
    for (const folder of foldersOf(root, target)) await ifThere(sync(folder))
  }

  async function makeUnfinishedFolder(): Promise<void> {
    try {
      await mkdir(unfinished)
    } catch (error) {
      if (isMissing(error)) await requireRoot()
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }

  async function read(key: string, offset: number, length: number, signal?: AbortSignal): Promise<Buffer> {
    requireRange(offset, length)
    const file = await openObject(key)
    try {
      const bytes = Buffer.allocUnsafe(length)
      for (let count = 0; count < length; ) {
        const { bytesRead } = await file.read(bytes, count, length - count, offset + count)
        if (bytesRead === 0) throw new ObjectDamagedError(key, offset, length)
        signal?.throwIfAborted()
        count += bytesRead
      }
      return bytes
    } finally {
      await file.close()
    }
  }

  async function openObject(key: string): Promise<FileHandle> {
    let file: FileHandle
    try {
      file = await open(pathOf(key))
    } catch (error) {
      if (!isMissing(error)) throw error
      await requireRoot()
      throw new ObjectMissingError(key)
    }
    if ((await file.stat()).isFile()) return file
    await file.close()
    throw new ObjectMissingError(key)
  }

  async function size(key: string): Promise<number | undefined> {
    const found = await ifThere(stat(pathOf(key)))
    if (!found) await requireRoot()
    return found?.isFile() ? found.size : undefined
  }

  async function remove(key: string): Promise<void> {
    const path = pathOf(key)
    await ifThere(unlink(path))
    await requireRoot()
    let folder = dirname(path)
    while (folder !== root && (await isRemoved(folder))) folder = dirname(folder)
    await ifThere(sync(folder))
  }

  async function* list(prefix: string): AsyncGenerator<StoredObject> {
    requirePrefix(prefix)
    await requireRoot()
    yield* walk(join(root, prefix), prefix)
  }

  async function requireRoot(): Promise<void> {
    if ((await ifThere(stat(root)))?.isDirectory()) return
    throw new StoreRefusalError(
      `The directory "${root}" of the object store does not exist. Create it, or mount it.`,
    )
  }

  return { put, read, size, remove, list, findVersions: async () => 'none' }
}

async function* walk(folder: string, prefix: string): AsyncGenerator<StoredObject> {
  const entries = await ifThere(opendir(folder))
  if (!entries) return
  for await (const entry of entries) {
    const key = prefix + entry.name
    if (!isKey(key)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(path, `${key}/`)
    if (!entry.isFile()) continue
    const found = await ifThere(stat(path))
    if (found) yield { key, bytes: found.size, modifiedAt: found.mtime }
  }
}

/** `remove` may remove the folder while it is empty. */
async function renameInto(from: string, to: string): Promise<void> {
  for (let count = 1; ; count += 1) {
    try {
      await mkdir(dirname(to), { recursive: true })
      await rename(from, to)
      return
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || count === maxRenames) throw error
    }
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for await (const { name } of await opendir(folder)) {
    const path = join(folder, name)
    const found = await ifThere(stat(path))
    if (found && found.mtimeMs < Date.now() - abandonedAfterMs) await rm(path, { force: true })
  }
}

/** The folders from the one of the file up to the root. */
function foldersOf(root: string, file: string): string[] {
  const folders = [dirname(file)]
  while (folders.at(-1) !== root) folders.push(dirname(folders.at(-1)!))
  return folders
}

async function isRemoved(folder: string): Promise<boolean> {
  try {
    await rmdir(folder)
    return true
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) return false
    if (isMissing(error)) return true
    throw error
  }
}

/** Waits until the disk has the file, or the entries of the folder. */
async function sync(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** ENOTDIR: a part of the path is a file. EISDIR: what should be a file is a folder of other objects. */
function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | undefined)?.code)
}
