// Compares the objects in the store with the manifest.

import type { Context } from '../../platform/context.ts'
import type { ObjectStore } from '../../platform/objects/object-store.types.ts'
import * as manifest from './archive.queries.ts'
import { readWholeFile } from './file/file-reader.ts'

const objectsPerPage = 500

export interface Verified {
  objects: number
  locations: number
  damaged: { key: string; reason: string }[]
  /** Of a run that was interrupted, or waiting to be removed. */
  orphans: string[]
}

export async function verifyArchive({ db }: Pick<Context, 'db'>, store: ObjectStore): Promise<Verified> {
  const found: Verified = { objects: 0, locations: 0, damaged: [], orphans: [] }
  for (let after = 0; ; ) {
    const page = await manifest.pageObjects(db.recorder, after, objectsPerPage)
    for (const { key, bytes, locations } of page) {
      const reason = await faultOf(store, key, bytes, locations)
      if (reason !== undefined) {
        found.damaged.push({ key, reason })
        continue
      }
      found.objects += 1
      found.locations += locations
    }
    if (page.length < objectsPerPage) break
    after = page.at(-1)!.objectId
  }
  for await (const { key } of store.list('')) {
    if (!(await manifest.hasObject(db.recorder, key))) found.orphans.push(key)
  }
  return found
}

async function faultOf(
  store: ObjectStore,
  key: string,
  bytes: number,
  locations: number,
): Promise<string | undefined> {
  let rows = 0
  try {
    const read = (offset: number, length: number) => store.read(key, offset, length)
    for await (const { count } of readWholeFile({ bytes, read })) rows += count
  } catch (error) {
    return (error as Error).message
  }
  return rows === locations ? undefined : `it has ${rows} locations, not ${locations}`
}
