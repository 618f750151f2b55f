// Buffers locations of accounts that are being moved, and forwards them to the account's new home once the move has
// ended. Locations that are forwarded twice are stored once.

import type { Context } from '../../platform/context.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import type { BufferedBatch } from './buffered-locations.queries.ts'
import * as queries from './buffered-locations.queries.ts'
import { partitionOf } from './location-log.api.ts'
import { deviceRefOf } from './location-row.api.ts'
import type { LocationBatch, LocationRow } from './location-row.types.ts'

export interface BufferedRow {
  accountId: number
  row: LocationRow
}

const pollEveryMs = 500
const maxPerPoll = 50

export async function bufferRows(
  ctx: Pick<Context, 'db'>,
  rows: BufferedRow[],
  { history }: Pick<LocationBatch, 'history'>,
): Promise<void> {
  for (const [accountId, ofAccount] of Map.groupBy(rows, (one) => one.accountId)) {
    const batch: LocationBatch = { rows: ofAccount.map(({ row }) => row), ...(history && { history }) }
    await queries.bufferLocations(ctx.db.recorder, accountId, Buffer.from(JSON.stringify(batch)))
  }
}

/** Resolves once the log of that cell holds them. */
export type SendToCell = (cell: number, batches: LocationBatch[]) => Promise<void>

export function startForwarding(
  ctx: Pick<Context, 'db' | 'bus' | 'config' | 'log'>,
  sendToCell: SendToCell,
): Poller {
  return startPoller(ctx, { what: 'buffered locations', everyMs: pollEveryMs }, () =>
    forwardBuffered(ctx, sendToCell),
  )
}

/** Locations of an account that stayed or came back go to this cell's log. Returns whether there may be more. */
export async function forwardBuffered(
  ctx: Pick<Context, 'db' | 'bus' | 'config'>,
  sendToCell: SendToCell,
): Promise<boolean> {
  const buffered = await queries.listBuffered(ctx.db.directory, maxPerPoll)
  for (const [cell, batches] of Map.groupBy(buffered, (one) => one.cell)) {
    if (cell !== null) await sendToCell(cell, batches.map(parse))
    else for (const batch of batches) await appendBatch(ctx, parse(batch))
    const numbers = batches.map(({ number }) => number)
    await queries.deleteBuffered(ctx.db.directory, numbers)
  }
  return buffered.length === maxPerPoll
}

/** Appends to this cell's log, each device to its partition. */
export async function appendBatch(
  ctx: Pick<Context, 'bus' | 'config'>,
  { rows, history }: LocationBatch,
): Promise<void> {
  const { partitions } = ctx.config.bus
  for (const [partition, ofPartition] of Map.groupBy(rows, (row) =>
    partitionOf(deviceRefOf(row), partitions),
  )) {
    const batch: LocationBatch = { rows: ofPartition, ...(history && { history }) }
    await ctx.bus.locations.append(partition, JSON.stringify(batch))
  }
}

function parse({ payload }: BufferedBatch): LocationBatch {
  return JSON.parse(payload.toString()) as LocationBatch
}
