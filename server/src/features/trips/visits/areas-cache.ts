// The geofences of accounts, cached until they change.

import { LRUCache } from 'lru-cache'
import type { AccountDb, Pool } from '../../../platform/db/db.ts'
import { listAreaShapes, positionsPerShape } from './area.queries.ts'
import type { AccountAreas } from './areas.ts'
import { createAreas } from './areas.ts'

/** Of an account: those of its geofences, and as many of their earlier shapes. */
export const maxPositions = 2_400_000
/** Of all accounts: some 200 MB. */
const maxCachedPositions = 3_000_000

interface Cached {
  version: number
  areas: AccountAreas
}

const caches = new WeakMap<Pool, LRUCache<number, Cached>>()

/** Undefined if the account never had geofences. `version` is that of the account's row. */
export async function loadAreas(
  pool: Pool,
  db: AccountDb,
  version: number,
): Promise<AccountAreas | undefined> {
  if (version === 0) return undefined
  const cache = caches.get(pool) ?? new LRUCache<number, Cached>({ maxSize: maxCachedPositions })
  caches.set(pool, cache)
  const cached = cache.get(db.accountId)
  if (cached?.version === version) return cached.areas
  const shapes = await listAreaShapes(db, maxPositions)
  const areas = createAreas(shapes)
  const size = shapes.reduce((sum, { positions }) => sum + positions + positionsPerShape, 1)
  cache.set(db.accountId, { version, areas }, { size })
  return areas
}
