// The geofences of accounts that are named in places, cached in this process. A change is seen after some seconds; a
// large account is read in parts, so that other requests are answered between them.

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { AccountDb, Pool } from '../../platform/db/db.ts'
import { upTo } from '../../platform/lru.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { GeofenceIndex, Point, WantedGeofences } from '../geofences/geofence-index.api.ts'
import { createGeofenceIndex } from '../geofences/geofence-index.api.ts'
import type { GeofenceBudget } from './geofence-budget.ts'
import { createGeofenceBudget } from './geofence-budget.ts'
import type { NamedShape } from './geofence-names.queries.ts'
import * as queries from './geofence-names.queries.ts'

const freshMs = 5_000
/** Of an account: the geofences after these are not named. About 15 MB. */
const maxPositions = 200_000
/** Of all accounts. */
const maxCachedPositions = 600_000
/** Some milliseconds of work; tens of them for one geofence of 10,000 positions. */
const partPositions = 5_000

export interface GeofenceName {
  id: string
  name: string
}

export interface GeofenceNames {
  /** The smallest one around the point. */
  at(point: Point, seen: WantedGeofences): GeofenceName | undefined
}

interface Cached {
  version: string
  checkedAtMs: number
  names: GeofenceNames
}

/** With a size to compare by. */
type Sized = GeofenceName & { sizeDegrees: number }

interface Loading {
  cache: LRUCache<number, Cached>
  /** One part at a time, the accounts in turn: however large others are, a small one waits for a part of each. */
  queue: Promise<unknown>
  running: Map<number, Promise<GeofenceNames>>
  budgets: LRUCache<number, GeofenceBudget>
}

const maxBudgets = 20_000
const loadings = new WeakMap<Pool, Loading>()

/** Waits only for an account that is not cached: otherwise a change is named as soon as it is loaded. */
export async function loadGeofenceNames(pool: Pool, db: AccountDb): Promise<GeofenceNames> {
  const loading = loadingOf(pool)
  const cached = loading.cache.get(db.accountId)
  if (cached && performance.now() - cached.checkedAtMs < freshMs) return cached.names
  const started = loading.running.get(db.accountId) ?? start(loading, db, cached)
  return cached ? cached.names : started
}

function start(loading: Loading, db: AccountDb, cached: Cached | undefined): Promise<GeofenceNames> {
  const started = refresh(loading, db, cached).finally(() => loading.running.delete(db.accountId))
  loading.running.set(db.accountId, started)
  started.catch(() => {
    metrics.placesGeofenceLoads.inc({ outcome: 'failed' })
    // Not before some seconds: every request would try.
    if (cached) cached.checkedAtMs = performance.now()
  })
  return started
}

function loadingOf(pool: Pool): Loading {
  const known = loadings.get(pool)
  if (known) return known
  const cache = new LRUCache<number, Cached>({ maxSize: maxCachedPositions })
  const budgets = new LRUCache<number, GeofenceBudget>(upTo(maxBudgets))
  const loading = { cache, queue: Promise.resolve(), running: new Map(), budgets }
  loadings.set(pool, loading)
  return loading
}

async function refresh(loading: Loading, db: AccountDb, cached: Cached | undefined): Promise<GeofenceNames> {
  const version = await queries.findVersion(db)
  const checkedAtMs = performance.now()
  if (cached?.version === version) {
    cached.checkedAtMs = checkedAtMs
    metrics.placesGeofenceLoads.inc({ outcome: 'unchanged' })
    return cached.names
  }
  const { names, positions, isComplete } = await read(loading, db)
  loading.cache.set(db.accountId, { version, checkedAtMs, names }, { size: positions + 1 })
  metrics.placesGeofenceLoads.inc({ outcome: isComplete ? 'loaded' : 'incomplete' })
  metrics.placesGeofencePositions.set(loading.cache.calculatedSize - loading.cache.size)
  metrics.placesGeofenceAccounts.set(loading.cache.size)
  return names
}

async function read(loading: Loading, db: AccountDb) {
  const indexes: GeofenceIndex[] = []
  const byNumber = new Map<number, Sized>()
  let positions = 0
  let after = 0
  let isComplete = false
  while (positions < maxPositions) {
    const part = loading.queue.then(() => readPart(db, after))
    loading.queue = part.catch(() => undefined)
    const { shapes, index, tookMs } = await part
    isComplete = shapes.length === 0
    if (isComplete) break
    indexes.push(index)
    for (const shape of shapes) {
      byNumber.set(shape.number, { id: shape.id, name: shape.name, sizeDegrees: sizeOf(shape) })
      positions += shape.positions
    }
    after = shapes.at(-1)!.number
    // At most half of the time of this process, however often the geofences change.
    await sleep(tookMs)
  }
  return { names: createNames(indexes, byNumber, budgetOf(loading, db.accountId)), positions, isComplete }
}

function budgetOf({ budgets }: Loading, accountId: number): GeofenceBudget {
  const budget = budgets.get(accountId) ?? createGeofenceBudget()
  budgets.set(accountId, budget)
  return budget
}

async function readPart(
  db: AccountDb,
  after: number,
): Promise<{ shapes: NamedShape[]; index: GeofenceIndex; tookMs: number }> {
  const shapes = await queries.listNamedShapes(db, after, partPositions)
  // Others first: decoding the rows took a while.
  await nextTurn()
  const beganAtMs = performance.now()
  return { shapes, index: createGeofenceIndex(shapes), tookMs: performance.now() - beganAtMs }
}

function createNames(
  indexes: GeofenceIndex[],
  byNumber: ReadonlyMap<number, Sized>,
  budget: GeofenceBudget,
): GeofenceNames {
  return {
    at(point, seen) {
      if (indexes.length === 0) return undefined
      if (!budget.isLeft()) {
        metrics.placesOverBudget.inc()
        return undefined
      }
      const beganAtMs = performance.now()
      const smallest = smallestAt(indexes, byNumber, point, seen)
      budget.spend(performance.now() - beganAtMs)
      return smallest && { id: smallest.id, name: smallest.name }
    },
  }
}

function smallestAt(
  indexes: GeofenceIndex[],
  byNumber: ReadonlyMap<number, Sized>,
  point: Point,
  seen: WantedGeofences,
): Sized | undefined {
  let smallest: Sized | undefined
  for (const index of indexes) {
    for (const number of index.at(point, seen)) {
      const one = byNumber.get(number)!
      if (!smallest || one.sizeDegrees < smallest.sizeDegrees) smallest = one
    }
  }
  return smallest
}

const metresPerDegree = 111_195

/** Enough to compare: its height and width together. */
function sizeOf({ geometry, radiusM }: NamedShape): number {
  const flat = geometry.coordinates.flat(Number.POSITIVE_INFINITY as 1) as unknown as number[]
  const wide = (4 * (radiusM ?? 0)) / metresPerDegree
  if (geometry.type === 'Point') return wide
  const depth = geometry.type === 'LineString' ? geometry.coordinates[0]!.length : ringOf(geometry)[0]!.length
  let [west, east, south, north] = [180, -180, 90, -90]
  for (let index = 0; index + 1 < flat.length; index += depth) {
    west = Math.min(west, flat[index]!)
    east = Math.max(east, flat[index]!)
    south = Math.min(south, flat[index + 1]!)
    north = Math.max(north, flat[index + 1]!)
  }
  return east - west + (north - south) + wide
}

function ringOf(geometry: Exclude<NamedShape['geometry'], { type: 'Point' | 'LineString' }>) {
  return geometry.type === 'Polygon' ? geometry.coordinates[0]! : geometry.coordinates[0]![0]!
}
