// Logs statements that take long, with the plan that PostgreSQL caches for them. Neither contains values.

import { LRUCache } from 'lru-cache'
import { inBackground } from '../async/in-background.ts'
import { upTo } from '../lru.ts'
import type { Log } from '../observability/log.ts'
import { metrics } from '../observability/metrics.ts'

/** Sends SQL without parameters on one connection. */
export type SendText = (sql: string) => Promise<{ rows: Record<string, unknown>[] }>

export interface SlowStatementOptions {
  /** 0 logs nothing. */
  slowMs: number
  log: Log
  /** Lends a connection that nobody waits for; undefined if there is none. */
  withSpareConnection<T>(work: (send: SendText) => Promise<T>): Promise<T | undefined>
}

/** A statement is logged at most this often, with the number of times that it was slow in between. */
const repeatAfterMs = 60_000
const maxTexts = 500
/** A statement on all partitions has thousands of lines. */
const maxPlanLength = 8_000

export type WatchStatement = <Row>(text: string, running: Promise<Row[]>) => Promise<Row[]>

export function createSlowStatementWatch(options: SlowStatementOptions): WatchStatement {
  const { slowMs, log } = options
  if (slowMs === 0) return (_, running) => running
  const logged = new LRUCache<string, { atMs: number; notLogged: number }>(upTo(maxTexts))
  let isExplaining = false

  async function planOf(text: string): Promise<string | undefined> {
    if (isExplaining || !hasPlan.test(text)) return undefined
    isExplaining = true
    try {
      return await options.withSpareConnection((send) => explain(send, text))
    } catch (error) {
      log.debug({ err: error }, 'slow statement not explained')
      return undefined
    } finally {
      isExplaining = false
    }
  }

  async function report(text: string, result: { ms: number; rows?: number; isFailed?: true }): Promise<void> {
    metrics.dbSlowStatements.inc()
    const nowMs = performance.now()
    const last = logged.get(text)
    if (last && nowMs - last.atMs < repeatAfterMs) {
      last.notLogged += 1
      return
    }
    logged.set(text, { atMs: nowMs, notLogged: 0 })
    const plan = await planOf(text)
    const { ms, ...others } = result
    log.warn(
      { statement: text, durationMs: Math.round(ms), ...others, notLogged: last?.notLogged, plan },
      'slow statement',
    )
  }

  return async (text, running) => {
    const beganAtMs = performance.now()
    try {
      const rows = await running
      const ms = performance.now() - beganAtMs
      if (ms >= slowMs) inBackground(options, report(text, { ms, rows: rows.length }))
      return rows
    } catch (error) {
      const ms = performance.now() - beganAtMs
      if (ms >= slowMs) inBackground(options, report(text, { ms, isFailed: true }))
      throw error
    }
  }
}

const hasPlan = /^\s*(select|with|insert|update|delete|\()/i

/**
 * The generic plan, for any values: null in place of each value. Nothing is executed. Pruning would remove all
 * partitions, because no row is in that of null.
 */
async function explain(send: SendText, text: string): Promise<string> {
  await send(`begin read only; set local statement_timeout = '2s'; set local lock_timeout = '1s';
    set local plan_cache_mode = force_generic_plan; set local enable_partition_pruning = off`)
  try {
    await send(`prepare rastro_explained as ${text}`)
    const [row] = (
      await send(
        `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'rastro_explained'`,
      )
    ).rows
    const nulls = Array(Number(row!.count)).fill('null').join(', ')
    const { rows } = await send(`explain execute rastro_explained${nulls && `(${nulls})`}`)
    const plan = rows.map((line) => line['QUERY PLAN']).join('\n')
    return plan.length > maxPlanLength ? `${plan.slice(0, maxPlanLength)}…` : plan
  } finally {
    await send('rollback')
    await send('deallocate rastro_explained').catch(() => {})
  }
}
