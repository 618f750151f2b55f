// Brings back what the log still has and the database has not: after a backup was restored, the recorders' places in
// the log are ahead of what is stored. A location is stored once however often it comes, so that too much does no harm.

import type { LogPlace, LogPosition, PlacedMessage } from '../../platform/bus/log-reader.ts'
import { listMoving } from '../../platform/cells/moving.ts'
import type { Context } from '../../platform/context.ts'
import { createJudge } from '../alerts/judge.api.ts'
import type { DeviceMemory } from './device-cache.api.ts'
import { createDeviceMemory, keyOf } from './device-cache.api.ts'
import type { LocationBatch } from './location-row.types.ts'
import * as queries from './log-restore.queries.ts'
import type { Tally } from './recorder.ts'
import { recordMessages } from './recorder.ts'

type Needs = Pick<Context, 'db' | 'log' | 'now'> & { bus: Pick<Context['bus'], 'locations'> }

export interface Replayed extends Tally {
  messages: number
}

const messagesAtOnce = 500
/** The newest messages that can be compared with the database, and how far back they are looked for. */
const messagesCompared = 3
const messagesLookedAt = 50

/**
 * Stores what recorders were given before, from a place on. What nobody was given yet is left to them: they judge it and
 * tell of it as usual. Nobody is told of locations again: the log of events has them since they were first stored.
 */
export async function replayLog(
  ctx: Needs,
  from: LogPlace,
  say: (done: number, total: number) => void,
): Promise<Replayed> {
  const { givenSequences } = await ctx.bus.locations.position()
  const last = Math.max(0, ...givenSequences.values())
  const tally: Replayed = { messages: 0, heard: 0, stored: 0, strangers: 0 }
  const memory = createDeviceMemory(ctx)
  const judge = createJudge(ctx, { isReplay: true })
  const { db, log } = ctx
  try {
    for (let place = from, first: number | undefined; ; ) {
      const messages = await ctx.bus.locations.read(place, messagesAtOnce)
      const given = messages.filter((one) => one.sequence <= (givenSequences.get(one.partition) ?? 0))
      for (const [partition, ofPartition] of Map.groupBy(given, (one) => one.partition)) {
        await recordMessages({ db, log, judging: { judge, partition }, tally }, memory, ofPartition)
      }
      tally.messages += given.length
      const reached = messages.at(-1)?.sequence
      if (reached === undefined || reached >= last) return tally
      first ??= messages[0]!.sequence
      say(reached - first + 1, last - first + 1)
      place = { sequence: reached + 1 }
    }
  } finally {
    memory.stop()
    judge.stop()
  }
}

/**
 * Whether the last locations that recorders said were stored are all unknown to the database: then it is older than the
 * log. Those without a clock of their own tell nothing, since a repeat of them is not stored.
 */
export async function isBehindLog(ctx: Needs, memory: DeviceMemory): Promise<boolean> {
  const { doneSequence } = await ctx.bus.locations.position()
  if (doneSequence === 0) return false
  const from = { sequence: doneSequence - messagesLookedAt + 1 }
  const messages = await ctx.bus.locations.read(from, messagesLookedAt)
  const done = messages.filter(({ sequence }) => sequence <= doneSequence).map(rowsOf)
  const devices = await memory.resolve(done.flat().map((row) => row[0]))
  // Of an account that is on its way, what was heard is held, and stored elsewhere.
  const moving = await listMoving(ctx)
  const known = done.map((rows) =>
    rows.flatMap((row) => {
      const device = devices.get(keyOf(row[0]))
      if (!device || moving.has(device.accountId)) return []
      return row[11]?.deviceTime === undefined ? [{ row, device }] : []
    }),
  )
  const newest = known.filter((rows) => rows.length > 0).slice(-messagesCompared)
  return newest.length > 0 && !(await queries.hasAny(ctx.db.recorder, newest.flat()))
}

/** Messages from a place on that the log no longer has. */
export function countGone({ firstSequence, lastSequence }: LogPosition, from: LogPlace): number {
  if (!('sequence' in from)) return 0
  return Math.max(0, Math.min(firstSequence, lastSequence + 1) - from.sequence)
}

function rowsOf({ bytes }: PlacedMessage): LocationBatch['rows'] {
  try {
    const { rows } = JSON.parse(Buffer.from(bytes).toString()) as LocationBatch
    return Array.isArray(rows) ? rows.filter(Array.isArray) : []
  } catch {
    return []
  }
}
