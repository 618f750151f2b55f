// Locations that were heard here while their account was on its way: put aside, and told to whoever has the account as
// soon as somebody has. Told twice they are stored once.

import type { Context } from '../../platform/context.ts'
import type { Sweep } from '../../platform/jobs/poller.ts'
import { startSweep } from '../../platform/jobs/poller.ts'
import type { HeldBatch } from './buffered-locations.queries.ts'
import * as queries from './buffered-locations.queries.ts'
import { partitionOf } from './location-log.api.ts'
import type { LocationBatch, LocationRow } from './location-row.types.ts'

export interface HeldRow {
  accountId: number
  row: LocationRow
}

const lookEveryMs = 500
const maxPerLook = 50

export async function holdRows(
  ctx: Pick<Context, 'db'>,
  held: HeldRow[],
  { history }: Pick<LocationBatch, 'history'>,
): Promise<void> {
  for (const [accountId, ofAccount] of Map.groupBy(held, (one) => one.accountId)) {
    const batch: LocationBatch = { rows: ofAccount.map(({ row }) => row), ...(history && { history }) }
    await queries.holdLocations(ctx.db.recorder, accountId, Buffer.from(JSON.stringify(batch)))
  }
}

/** Resolves once the log of the cell holds them. */
export type TellCell = (cell: number, batches: LocationBatch[]) => Promise<void>

export function startForwarding(
  ctx: Pick<Context, 'db' | 'bus' | 'config' | 'log'>,
  tellCell: TellCell,
): Sweep {
  return startSweep(ctx, { what: 'held locations', everyMs: lookEveryMs }, () => forwardHeld(ctx, tellCell))
}

/** One look. Of an account that came back, or never left, they go to the own log. Says whether there may be more. */
export async function forwardHeld(
  ctx: Pick<Context, 'db' | 'bus' | 'config'>,
  tellCell: TellCell,
): Promise<boolean> {
  const held = await queries.listHeld(ctx.db.directory, maxPerLook)
  for (const [cell, batches] of Map.groupBy(held, (one) => one.cell)) {
    if (cell !== null) await tellCell(cell, batches.map(parse))
    else for (const batch of batches) await appendBatch(ctx, parse(batch))
    const numbers = batches.map(({ number }) => number)
    await queries.deleteHeld(ctx.db.directory, numbers)
  }
  return held.length === maxPerLook
}

/** To the own log, each device in the partition that is its own here. */
export async function appendBatch(
  ctx: Pick<Context, 'bus' | 'config'>,
  { rows, history }: LocationBatch,
): Promise<void> {
  const { partitions } = ctx.config.bus
  for (const [partition, own] of Map.groupBy(rows, ([who]) => partitionOf(who, partitions))) {
    const batch: LocationBatch = { rows: own, ...(history && { history }) }
    await ctx.bus.locations.append(partition, JSON.stringify(batch))
  }
}

function parse({ payload }: HeldBatch): LocationBatch {
  return JSON.parse(payload.toString()) as LocationBatch
}
