// The geofences of accounts that are named in places, cached in this process. A change is seen after some seconds; a
// large account is read in parts, so that other requests are answered between them.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { AccountDb, Pool } from '../../platform/db/db.ts'
import type { GeofenceIndex, Point, WantedGeofences } from '../geofences/geofence-index.api.ts'
import { createGeofenceIndex } from '../geofences/geofence-index.api.ts'
import type { NamedShape } from './geofence-names.queries.ts'
import * as queries from './geofence-names.queries.ts'

const freshMs = 5_000
/** Of an account: the geofences after these are not named. About 15 MB. */
const maxPositions = 200_000
/** Of all accounts. */
const maxCachedPositions = 600_000
/** Some milliseconds of work. */
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

interface Loading {
  cache: LRUCache<number, Cached>
  /** One part at a time, the accounts in turn: however large others are, a small one waits for a part of each. */
  queue: Promise<unknown>
  running: Map<number, Promise<GeofenceNames>>
}

const loadings = new WeakMap<Pool, Loading>()

export async function loadGeofenceNames(pool: Pool, db: AccountDb): Promise<GeofenceNames> {
  const loading = loadingOf(pool)
  const cached = loading.cache.get(db.accountId)
  if (cached && performance.now() - cached.checkedAtMs < freshMs) return cached.names
  const running = loading.running.get(db.accountId)
  if (running) return running
  const started = refresh(loading, db, cached).finally(() => loading.running.delete(db.accountId))
  loading.running.set(db.accountId, started)
  return started
}

function loadingOf(pool: Pool): Loading {
  const known = loadings.get(pool)
  if (known) return known
  const cache = new LRUCache<number, Cached>({ maxSize: maxCachedPositions })
  const loading = { cache, queue: Promise.resolve(), running: new Map() }
  loadings.set(pool, loading)
  return loading
}

async function refresh(loading: Loading, db: AccountDb, cached: Cached | undefined): Promise<GeofenceNames> {
  const version = await queries.findVersion(db)
  const checkedAtMs = performance.now()
  if (cached?.version === version) {
    cached.checkedAtMs = checkedAtMs
    return cached.names
  }
  const { names, positions } = await read(loading, db)
  loading.cache.set(db.accountId, { version, checkedAtMs, names }, { size: positions + 1 })
  return names
}

async function read(loading: Loading, db: AccountDb): Promise<{ names: GeofenceNames; positions: number }> {
  const indexes: GeofenceIndex[] = []
  const byNumber = new Map<number, GeofenceName & { sizeDegrees: number }>()
  let positions = 0
  let after = 0
  while (positions < maxPositions) {
    const part = loading.queue.then(() => readPart(db, after))
    loading.queue = part.catch(() => undefined)
    const { shapes, index } = await part
    if (shapes.length === 0) break
    indexes.push(index)
    for (const shape of shapes) {
      byNumber.set(shape.number, { id: shape.id, name: shape.name, sizeDegrees: sizeOf(shape) })
      positions += shape.positions
    }
    after = shapes.at(-1)!.number
  }
  return { names: { at: (point, seen) => smallestAt(indexes, byNumber, point, seen) }, positions }
}

async function readPart(
  db: AccountDb,
  after: number,
): Promise<{ shapes: NamedShape[]; index: GeofenceIndex }> {
  const shapes = await queries.listNamedShapes(db, after, partPositions)
  await nextTurn()
  return { shapes, index: createGeofenceIndex(shapes) }
}

function smallestAt(
  indexes: GeofenceIndex[],
  byNumber: ReadonlyMap<number, GeofenceName & { sizeDegrees: number }>,
  point: Point,
  seen: WantedGeofences,
): GeofenceName | undefined {
  let smallest: (GeofenceName & { sizeDegrees: number }) | undefined
  for (const index of indexes) {
    for (const number of index.at(point, seen)) {
      const one = byNumber.get(number)!
      if (!smallest || one.sizeDegrees < smallest.sizeDegrees) smallest = one
    }
  }
  return smallest && { id: smallest.id, name: smallest.name }
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
