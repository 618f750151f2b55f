// What a rule would have raised in the history of a device. Uses the same rules and locations; writes nothing.

import { Worker } from 'node:worker_threads'
import type { Static } from 'typebox'
import type { Config } from '../../config/config.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { InvalidError, UnavailableError, UnprocessableError } from '../../platform/http/errors.ts'
import { deviceNotFound } from '../devices/device.api.ts'
import * as alerts from './alert.queries.ts'
import * as queries from './dry-run.queries.ts'
import type { DryRunJob, DryRunResult } from './dry-run-history.ts'
import { createDryRunQueue } from './dry-run-queue.ts'
import { findLinks, whole } from './rule.api.ts'
import type { DryRunBody } from './rule.schema.ts'
import type { RuleRow } from './rulebook.queries.ts'
import { compileRule } from './rulebook.ts'
import { kindOf } from './rules/kinds.ts'

const maxPeriodMs = 31 * 86_400_000
const maxSeconds = 30
const inTurn = createDryRunQueue({ maxThreads: 4, maxSlowThreads: 2 })

export interface DryRunThreadConfig {
  db: Config['db']
  logLevel: string
  job: DryRunJob
}

export interface ResultMessage {
  result: DryRunResult
}

/** The signal is aborted when nobody waits for the result any more. */
export async function dryRun(
  ctx: Pick<Context, 'db' | 'config'>,
  caller: Caller,
  wanted: Static<typeof DryRunBody>,
  signal: AbortSignal,
): Promise<DryRunResult> {
  const [from, to] = [new Date(wanted.from), new Date(wanted.to)]
  if (from >= to || +to - +from > maxPeriodMs) {
    throw new InvalidError('body.invalid', 'to must be after from, by at most 31 days.', {
      details: [{ path: 'to', message: 'must be after from, by at most 31 days' }],
    })
  }
  const device = await alerts.findDevice(ctx.db.forAccount(caller.accountId), caller.scope, wanted.deviceId)
  if (!device) throw deviceNotFound(wanted.deviceId)
  const rule = await toRow(ctx, caller, whole(wanted.rule))
  const { config } = ctx
  const job: DryRunJob = { rule, deviceNumber: device.number, from, to }
  const threadConfig = { db: config.db, logLevel: config.log.level, job }
  return inTurn(caller.accountId, () => runInThread(threadConfig, signal))
}

/** A thread can be ended at any time, whatever it computes. */
async function runInThread(workerData: DryRunThreadConfig, signal: AbortSignal): Promise<DryRunResult> {
  if (signal.aborted) throw new UnavailableError('the client is gone')
  const worker = new Worker(new URL('./dry-run.worker.ts', import.meta.url), { workerData })
  const { promise, resolve, reject } = Promise.withResolvers<DryRunResult>()
  const timer = setTimeout(() => reject(tookTooLong()), maxSeconds * 1_000)
  const onAbort = () => reject(new UnavailableError('the client is gone'))
  signal.addEventListener('abort', onAbort, { once: true })
  worker.on('message', ({ result }: Partial<ResultMessage>) => result && resolve(result))
  worker.on('error', reject)
  worker.on('exit', () => reject(new UnavailableError('the thread ended')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    await worker.terminate()
  }
}

function tookTooLong(): UnprocessableError {
  return new UnprocessableError(
    'alertRules.dry_run_too_long',
    `The dry run took longer than ${maxSeconds} s. Choose a shorter period, or simpler geofences.`,
  )
}

async function toRow(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  document: ReturnType<typeof whole>,
): Promise<RuleRow> {
  if (kindOf(document.type).isTimed) {
    throw new InvalidError('body.invalid', 'Rules of this type are not evaluated on locations.', {
      details: [{ path: 'rule.type', message: 'is not evaluated on locations' }],
    })
  }
  const row = await inTransaction(ctx, caller.accountId, async (tx): Promise<RuleRow> => {
    const { geofences } = await findLinks(tx, document)
    return {
      ...document,
      accountId: caller.accountId,
      number: 0,
      id: 'dry run',
      version: 0,
      appliesTo: 'all',
      devices: null,
      areas: geofences.length > 0 ? geofences : null,
      timeZone: await queries.findTimeZone(tx.db),
    }
  })
  // Faults of the rule are reported here, not by the thread.
  compileRule(row)
  return row
}
