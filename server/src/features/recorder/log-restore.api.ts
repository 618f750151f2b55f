// Restores locations that the log still has and the database lost: after the restore of a backup, the positions of
// the recorders in the log are ahead of the database. Storing is idempotent, so restoring too much does no harm.

import type { LoggedMessage, LogStart, LogState } from '../../platform/bus/log-reader.ts'
import { listMoving } from '../../platform/cells/moving.ts'
import type { Context } from '../../platform/context.ts'
import { createJudge } from '../alerts/judge.api.ts'
import type { RecordedCounts } from './batch.ts'
import type { DeviceCache } from './device-cache.api.ts'
import { createDeviceCache, deviceOf } from './device-cache.api.ts'
import { isStatus, moreOf } from './location-row.api.ts'
import type { LocationBatch } from './location-row.types.ts'
import * as queries from './recorder.queries.ts'
import { recordMessages } from './recorder.ts'

type Needs = Pick<Context, 'db' | 'log' | 'now'> & { bus: Pick<Context['bus'], 'locations'> }

export interface Restored extends RecordedCounts {
  messages: number
}

const messagesPerRead = 500
/** The newest messages that can be compared with the database, and how far back they are searched. */
const comparedMessages = 3
const searchedMessages = 50

/**
 * Stores messages that were delivered to recorders before, from `from` on. Undelivered ones are left to the
 * recorders, which judge and publish them as usual. Nothing is published again: the event log has these locations
 * already.
 */
export async function restoreFromLog(
  ctx: Needs,
  from: LogStart,
  onProgress: (done: number, total: number) => void,
): Promise<Restored> {
  const { givenSequences } = await ctx.bus.locations.state()
  const last = Math.max(0, ...givenSequences.values())
  const counts: Restored = { messages: 0, received: 0, stored: 0, unknown: 0, beforeAssignment: 0 }
  const deviceCache = createDeviceCache(ctx)
  const judge = createJudge(ctx, { isRestore: true })
  const { db, log } = ctx
  try {
    for (let next = from, first: number | undefined; ; ) {
      const messages = await ctx.bus.locations.read(next, messagesPerRead)
      const delivered = messages.filter((one) => one.sequence <= (givenSequences.get(one.partition) ?? 0))
      for (const [partition, ofPartition] of Map.groupBy(delivered, (one) => one.partition)) {
        await recordMessages({ db, log, judging: { judge, partition }, counts }, deviceCache, ofPartition)
      }
      counts.messages += delivered.length
      const reached = messages.at(-1)?.sequence
      if (reached === undefined || reached >= last) return counts
      first ??= messages[0]!.sequence
      onProgress(reached - first + 1, last - first + 1)
      next = { sequence: reached + 1 }
    }
  } finally {
    deviceCache.stop()
    judge.stop()
  }
}

/**
 * Whether the database has none of the last locations that recorders acknowledged as stored: then it is older than
 * the log. Statuses do not count, nor reports without a plausible time, since their repeats are not stored.
 */
export async function isMissingStoredLocations(ctx: Needs, deviceCache: DeviceCache): Promise<boolean> {
  const { doneSequence } = await ctx.bus.locations.state()
  if (doneSequence === 0) return false
  const from = { sequence: doneSequence - searchedMessages + 1 }
  const messages = await ctx.bus.locations.read(from, searchedMessages)
  const done = messages.filter(({ sequence }) => sequence <= doneSequence).map(rowsOf)
  const devices = await deviceCache.resolveRows(done.flat())
  // Locations of accounts that are being moved are buffered, and stored in another cell.
  const moving = await listMoving(ctx)
  const known = done.map((rows) =>
    rows.flatMap((row) => {
      const device = deviceOf(devices, row)
      if (!device || moving.has(device.accountId)) return []
      return moreOf(row)?.deviceTime === undefined && !isStatus(row) ? [{ row, device }] : []
    }),
  )
  const newest = known.filter((rows) => rows.length > 0).slice(-comparedMessages)
  return newest.length > 0 && !(await queries.hasAny(ctx.db.recorder, newest.flat()))
}

/** The messages from `from` on that the log no longer has. */
export function countGone({ firstSequence, lastSequence }: LogState, from: LogStart): number {
  if (!('sequence' in from)) return 0
  return Math.max(0, Math.min(firstSequence, lastSequence + 1) - from.sequence)
}

function rowsOf({ bytes }: LoggedMessage): LocationBatch['rows'] {
  try {
    const { rows } = JSON.parse(Buffer.from(bytes).toString()) as LocationBatch
    return Array.isArray(rows) ? rows.filter(Array.isArray) : []
  } catch {
    return []
  }
}
