// Whose locations these are: of a device that lives here, of an account on its way to another cell, or of nobody.

import { listMoving } from '../../platform/cells/moving.ts'
import type { Context } from '../../platform/context.ts'
import { findHolders } from '../cells/move-directory.api.ts'
import type { HeldRow } from './buffered-locations.api.ts'
import type { DeviceMemory } from './device-cache.api.ts'
import { keyOf } from './device-cache.api.ts'
import type { LocationBatch, LocationRow } from './location-row.types.ts'
import type { KnownDevice, StorableRow } from './recorder.queries.ts'

export type Sorting = Pick<Context, 'db'> & { cells?: Context['cells'] }

export interface Sorted {
  devices: Map<string, KnownDevice>
  known: StorableRow[]
  strangers: LocationRow[]
  held: HeldRow[]
}

export async function sortRows(
  ctx: Sorting,
  memory: DeviceMemory,
  batches: LocationBatch[],
): Promise<Sorted> {
  const names = batches.flatMap(({ rows }) => rows.map((row) => row[0]))
  const devices = await memory.resolve(names)

  const known: StorableRow[] = []
  const strangers: LocationRow[] = []
  const held: HeldRow[] = []
  const moving = await listMoving(ctx)
  for (const { rows } of batches) {
    for (const row of rows) {
      const device = devices.get(keyOf(row[0]))
      const accountId = device?.accountId ?? accountOf(row)
      if (accountId !== undefined && moving.has(accountId)) held.push({ accountId, row })
      else if (device) known.push({ row, device })
      else if (typeof row[0] === 'string') strangers.push(row)
    }
  }
  const sorted = { devices, known, strangers, held }
  return moving.size > 0 && strangers.length > 0 ? holdThoseMoving(ctx, moving, sorted) : sorted
}

/** A tracker whose account has left is a stranger here, but the directory knows him. */
async function holdThoseMoving(
  ctx: Sorting,
  moving: ReadonlyMap<number, unknown>,
  sorted: Sorted,
): Promise<Sorted> {
  const holders = await findHolders(ctx, [...new Set(sorted.strangers.map(([who]) => String(who)))])
  const held = [...sorted.held]
  const strangers: LocationRow[] = []
  for (const row of sorted.strangers) {
    const accountId = holders.get(String(row[0]))
    if (accountId !== undefined && moving.has(accountId)) held.push({ accountId, row })
    else strangers.push(row)
  }
  return { ...sorted, strangers, held }
}

/** Of a location that came through the API. A tracker names no account. */
function accountOf([who]: LocationRow): number | undefined {
  return typeof who === 'string' ? undefined : who[0]
}
