// Files to store, and what a store has.

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ObjectStore, StoredObject } from '../object-store.types.ts'

export interface Files {
  directory: string
  /** Random, or the given bytes. */
  make(content: number | Buffer): Promise<{ path: string; bytes: Buffer }>
  remove(): Promise<void>
}

export async function openFiles(): Promise<Files> {
  const directory = await mkdtemp(join(tmpdir(), 'rastro-objects-'))
  let count = 0
  return {
    directory,
    async make(content) {
      const bytes = typeof content === 'number' ? randomBytes(content) : content
      count += 1
      const path = join(directory, `file-${count}`)
      await writeFile(path, bytes)
      return { path, bytes }
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}

export async function listAll(store: ObjectStore, prefix = ''): Promise<StoredObject[]> {
  const objects: StoredObject[] = []
  for await (const object of store.list(prefix)) objects.push(object)
  return objects.sort((a, b) => (a.key < b.key ? -1 : 1))
}

export async function listKeys(store: ObjectStore, prefix = ''): Promise<string[]> {
  return (await listAll(store, prefix)).map(({ key }) => key)
}
