// Judges the locations whose judging was delayed: one account after the other, in the order in which they were stored,
// with the same rules and memory as the recorder. Each turn is one transaction of one account, so an interrupted one is
// repeated, and accounts take turns.

import { createRest } from '../../platform/async/thread-priority.ts'
import type { Context } from '../../platform/context.ts'
import { isDatabaseError, isRefusedForGood } from '../../platform/db/db.ts'
import { isUnavailable } from '../../platform/http/errors.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import * as queries from './judge-delay.queries.ts'
import { createTurn, OverBudgetError } from './judge-meter.ts'
import type { Stored } from './judge-tracks.ts'
import { createDeviceStates, judgeAccount, maxAlertsAtOnce, writeOutcome } from './judge-tracks.ts'
import type { Rulebooks } from './rulebook.ts'
import { createRulebooks } from './rulebook.ts'

const pollEveryMs = 500
const accountsPerPoll = 100
/** Of computing time, well below the longest idle transaction that the database permits. */
const maxTurnMs = 2_000
const quickTurnMs = 500
const maxPerTurn = 250
/** Beyond it the oldest are given up, so that an account that cannot be judged does not fill the database. */
const maxWaiting = 1_000_000
const maxPauseSeconds = 300
/** A single location that fails this often in a row is given up. */
const maxAttempts = 10

type Needs = Pick<Context, 'db' | 'log' | 'now'>

export interface DelayedJudging {
  wake(): void
  stop(): Promise<void>
}

/** `onRaised` receives the kinds of raised alerts. */
export function startDelayedJudging(ctx: Needs, onRaised: (kinds: string[]) => void): DelayedJudging {
  const books = createRulebooks(ctx, { maxPositions: Number.POSITIVE_INFINITY })
  const sizes = new Map<number, number>()
  const rest = createRest()
  const poller = startPoller(ctx, { what: 'delayed judging', everyMs: pollEveryMs }, async () => {
    const due = await queries.listDue(ctx.db.recorder, ctx.now(), accountsPerPoll)
    let judged = 0
    for (const accountId of due) {
      const { count, raised } = await takeTurn(ctx, books, sizes, accountId)
      judged += count
      // Between transactions: the thread holds no lock.
      rest()
      onRaised(raised)
    }
    return judged > 0
  })
  return {
    wake: poller.wake,
    async stop() {
      await poller.stop()
      books.stop()
    },
  }
}

interface Turn {
  /** Locations that are done. */
  count: number
  /** The kinds of the raised alerts. */
  raised: string[]
}

/** Judges some of the waiting locations of an account. */
async function takeTurn(
  ctx: Needs,
  books: Rulebooks,
  sizes: Map<number, number>,
  accountId: number,
): Promise<Turn> {
  const size = sizes.get(accountId) ?? maxPerTurn
  const beganMs = performance.now()
  try {
    await dropExcess(ctx, accountId)
    const turn = await judgeOldest(ctx, books, accountId, size)
    const isQuick = performance.now() - beganMs < quickTurnMs
    sizes.set(accountId, Math.min(maxPerTurn, isQuick ? size * 2 : size))
    if (turn.count < size) {
      await ctx.db.begin('recorder', (db) => queries.release(db, accountId))
      sizes.delete(accountId)
    }
    return turn
  } catch (error) {
    const isLong = error instanceof OverBudgetError
    sizes.set(accountId, isLong ? Math.ceil(size / 4) : 1)
    if (!isLong) await postpone(ctx, accountId, size, error)
    return { count: 0, raised: [] }
  }
}

/** The oldest waiting locations, in one transaction. `count` is 0 if another recorder is at it. */
async function judgeOldest(ctx: Needs, books: Rulebooks, accountId: number, size: number): Promise<Turn> {
  const { judged, unloaded } = await books.of([accountId])
  const fault = unloaded.get(accountId)
  if (fault) throw new Error(fault)
  const book = judged.get(accountId)
  return ctx.db.begin('recorder', async (db) => {
    if (!(await queries.lockAccount(db, accountId))) return { count: 0, raised: [] }
    const { count, rows } = await queries.takeUnjudged(db, accountId, size)
    const atMs = ctx.now().getTime()
    const raised: string[] = []
    // A single location is judged however long it takes: there is nothing left to split.
    const maxMs = size === 1 ? Number.POSITIVE_INFINITY : maxTurnMs
    const maxAlerts = size === 1 ? Number.POSITIVE_INFINITY : maxAlertsAtOnce
    for (const part of book ? bySource(rows) : []) {
      const detection = { isRestored: part[0]!.isRestored, atMs }
      const stored = part.map((row): Stored => ({ ...row, accountId }))
      const devices = createDeviceStates(maxPerTurn)
      const judging = { book: book!, devices, meter: createTurn(maxMs), detection, maxAlerts }
      const outcome = await judgeAccount(db, judging, stored, atMs)
      raised.push(...(await writeOutcome(ctx, db, outcome)))
    }
    await queries.markJudged(db, accountId, ctx.now())
    return { count, raised }
  })
}

/** Consecutive rows that are all restored, or all not. */
function bySource(rows: queries.TakenRow[]): queries.TakenRow[][] {
  const parts: queries.TakenRow[][] = []
  for (const row of rows) {
    const last = parts.at(-1)
    if (last && last[0]!.isRestored === row.isRestored) last.push(row)
    else parts.push([row])
  }
  return parts
}

async function dropExcess(ctx: Needs, accountId: number): Promise<void> {
  const excess = await queries.countExcess(ctx.db.recorder, accountId, maxWaiting)
  if (excess === 0) return
  await queries.skipOldest(ctx.db.recorder, accountId, excess)
  ctx.log.error({ accountId, locations: excess }, 'too many locations wait for the rules of an account')
}

async function postpone(ctx: Needs, accountId: number, size: number, error: unknown): Promise<void> {
  const reason = (error as Error).message
  const attempts = await queries.markFailed(ctx.db.recorder, accountId, reason, ctx.now(), maxPauseSeconds)
  if (attempts === 1) ctx.log.warn({ err: error, accountId }, 'delayed judging failed, retrying')
  const isPermanent = isDatabaseError(error) ? isRefusedForGood(error) : !isUnavailable(error)
  const isGivenUp = size === 1 && attempts >= maxAttempts && isPermanent
  if (!isGivenUp) return
  await queries.skipOldest(ctx.db.recorder, accountId, 1)
  ctx.log.error({ err: error, accountId }, 'a location was given up, because judging it fails')
}
