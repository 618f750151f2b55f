// Finds the devices near a point. docs/decisions/0076-devices-near-a-point.md describes how.

import type { Context } from '../../../platform/context.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Chunk } from '../../../platform/http/paging.ts'
import { newCoordinates, withVector } from '../../geofences/geodesy.api.ts'
import type { Position } from './near.queries.ts'
import * as queries from './near.queries.ts'
import { metresFrom, searchNearest } from './nearest-search.ts'
import type { Point } from './squares.ts'

export interface Surroundings extends Point {
  radiusM: number
  limit: number
}

/** In scopes with fewer devices, each of them is compared. */
const fewDevices = 2_000

/** Nearest first, by the last location of each device that the caller may see. */
export async function listNearDevices(
  ctx: Pick<Context, 'db' | 'now'>,
  caller: Pick<Caller, 'accountId' | 'scope'>,
  around: Surroundings,
): Promise<Chunk> {
  const db = ctx.db.forAccount(caller.accountId)
  const numbers = await findNearDevices(ctx, caller, around)
  const shown = numbers.length > 0 ? await queries.listShown(db, caller.scope, numbers, ctx.now()) : []
  const metres = metresFrom(around)
  // A device may have moved between the two statements.
  const records = shown
    .map((device) => ({ json: device.json, distanceM: metres(device) }))
    .filter(({ distanceM }) => distanceM <= around.radiusM)
    .sort((one, other) => one.distanceM - other.distanceM)
    .map(({ json, distanceM }) => `${json.slice(0, -1)},"distance":${distanceM.toFixed(1)}}`)
  return { json: records.join(','), count: records.length }
}

/** The numbers of the devices. Reads squares from the point outwards, or a small scope as a whole. */
async function findNearDevices(
  ctx: Pick<Context, 'db'>,
  { accountId, scope }: Pick<Caller, 'accountId' | 'scope'>,
  around: Surroundings,
): Promise<number[]> {
  const db = ctx.db.forAccount(accountId)
  const position = positionOf(around)
  const found = (await queries.hasMoreDevices(db, scope, fewDevices))
    ? await searchNearest(
        (ranges) => queries.readSquares(db, scope, ranges, position, around.limit),
        around,
        around,
      )
    : undefined
  if (found) return found.map(({ deviceNumber }) => deviceNumber)
  return queries.listNearestInScope(db, scope, position, around.limit)
}

/** Of WGS 84, as the statements compute it for locations. */
function positionOf({ latitude, longitude }: Point): Position {
  const { x, y, z } = withVector(newCoordinates(latitude, longitude))
  const radiusM = 6_378_137 / Math.sqrt(1 - 0.006_694_379_990_14 * z * z)
  return { x: radiusM * x, y: radiusM * y, z: radiusM * 0.993_305_620_009_86 * z }
}
