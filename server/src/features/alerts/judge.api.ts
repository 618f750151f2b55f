// Evaluates rules on the locations that the recorder stores, in its transaction, so that each is judged exactly once.
// One recorder at a time judges a partition of the log. It caches the rule memory of each device, and drops the cache
// when another recorder has judged the partition meanwhile. An account whose rules fail or take too long is judged later
// (judge-delayed.ts), so that it delays no other account.

import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import * as queries from './judge.queries.ts'
import * as delays from './judge-delay.queries.ts'
import { createBudgets, OverBudgetError } from './judge-meter.ts'
import type { DeviceStates, Outcome, Stored, TraceOf } from './judge-tracks.ts'
import { createDeviceStates, judgeAccount, maxAlertsAtOnce, writeOutcome } from './judge-tracks.ts'
import type { Books } from './rulebook.ts'
import { createRulebooks } from './rulebook.ts'

export type { Books, Stored }

export interface Judge {
  /** The rulebooks of accounts that have rules on locations. */
  booksOf(accountIds: Iterable<number>): Promise<Books>
  /** Call it in the transaction before anything is stored: locks the partition against other recorders. */
  begin(db: Db, partition: number): Promise<void>
  /** Returns a function to call after the commit: only then the cache is updated. */
  judge(db: Db, partition: number, books: Books, stored: Stored[], traceOf?: TraceOf): Promise<() => void>
  /** The same, if judging failed: all accounts are judged later. */
  delay(db: Db, partition: number, books: Books, stored: Stored[], reason: unknown): Promise<() => void>
  stop(): void
}

interface JudgeOptions {
  /** Restored locations were judged before, in a database that was lost, and their notifications were sent. */
  isRestore?: boolean
  /** Called after the commit of a batch with delayed locations. */
  onDelayed?: () => void
}

export function createJudge(
  ctx: Pick<Context, 'db' | 'log' | 'now'>,
  { isRestore = false, onDelayed = () => {} }: JudgeOptions = {},
): Judge {
  const holder = newId('rec')
  const books = createRulebooks(ctx)
  const budgets = createBudgets()
  /** One per partition: a device may move to another partition, which does not share the cache. */
  const known = new Map<number, DeviceStates>()

  function statesOf(partition: number): DeviceStates {
    const states = known.get(partition) ?? createDeviceStates()
    known.set(partition, states)
    return states
  }

  async function delay(
    db: Db,
    partition: number,
    stored: Stored[],
    reasons: ReadonlyMap<number, string>,
  ): Promise<() => void> {
    const rows = stored.filter(({ accountId }) => reasons.has(accountId))
    if (rows.length === 0) return () => {}
    await delays.markDelayed(db, reasons)
    await delays.insertUnjudged(db, rows, isRestore)
    return () => {
      const states = statesOf(partition)
      for (const { deviceNumber } of rows) states.delete(deviceNumber)
      metrics.judgingDelayed.inc(rows.length)
      onDelayed()
    }
  }

  return {
    booksOf: (accountIds) => books.of(accountIds),
    begin: (db, partition) => queries.lockPartition(db, partition),
    async judge(db, partition, { judged, unloaded }, stored, traceOf) {
      const byAccount = Map.groupBy(stored, ({ accountId }) => accountId)
      const { holder: last, delayed } = await queries.findHolder(db, partition, [...byAccount.keys()])
      if (last !== holder) {
        known.delete(partition)
        await queries.setHolder(db, partition, holder)
      }
      const devices = statesOf(partition)
      const nowMs = ctx.now().getTime()
      const detection = isRestore ? { isRestored: true, atMs: nowMs } : undefined
      const reasons = new Map<number, string>()
      const outcomes: Outcome[] = []
      for (const [accountId, rows] of byAccount) {
        const book = judged.get(accountId)
        const isQueued = delayed.includes(accountId)
        if (unloaded.has(accountId)) reasons.set(accountId, unloaded.get(accountId)!)
        // Behind the locations that are waiting already: rules evaluate them in this order.
        else if (book && isQueued) reasons.set(accountId, '')
        else if (book) {
          const judging = { book, devices, detection, meter: budgets.meter(accountId) }
          try {
            outcomes.push(await judgeAccount(db, { ...judging, maxAlerts: maxAlertsAtOnce }, rows, nowMs))
          } catch (error) {
            if (!(error instanceof OverBudgetError)) ctx.log.warn({ err: error, accountId }, 'rules failed')
            reasons.set(accountId, (error as Error).message)
          }
        }
      }
      const raised = await writeOutcome(
        ctx,
        db,
        {
          alerts: outcomes.flatMap(({ alerts }) => alerts),
          moved: outcomes.flatMap(({ moved }) => moved),
          withdrawn: outcomes.flatMap(({ withdrawn }) => withdrawn),
          changed: outcomes.flatMap(({ changed }) => changed),
        },
        traceOf,
      )
      const afterDelay = await delay(db, partition, stored, reasons)
      return () => {
        for (const kind of raised) metrics.alerts.inc({ kind })
        for (const { followed } of outcomes) {
          for (const one of followed) devices.set(one.deviceNumber, one)
        }
        afterDelay()
      }
    },
    async delay(db, partition, { judged, unloaded }, stored, reason) {
      const text = (reason as Error).message
      const accounts = [...judged.keys(), ...unloaded.keys()]
      // The rows of accounts that have none are not affected.
      const present = new Set(stored.map(({ accountId }) => accountId))
      const reasons = new Map(accounts.filter((one) => present.has(one)).map((one) => [one, text]))
      return delay(db, partition, stored, reasons)
    },
    stop: () => books.stop(),
  }
}
