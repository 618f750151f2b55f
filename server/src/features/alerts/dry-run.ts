// What a rule would have raised in the history of a device. Uses the same rules and locations; writes nothing.

import type { Static } from 'typebox'
import { createDryRunQueue } from '../../platform/async/dry-run-queue.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import { deviceNotFound } from '../devices/device.api.ts'
import * as alerts from './alert.queries.ts'
import * as queries from './dry-run.queries.ts'
import type { DryRunJob, DryRunResult } from './dry-run-history.ts'
import { runInThread } from './dry-run-threads.ts'
import { findLinks, whole } from './rule.api.ts'
import type { DryRunBody } from './rule.schema.ts'
import type { RuleRow } from './rulebook.queries.ts'
import { compileRule } from './rulebook.ts'
import { kindOf } from './rules/kinds.ts'

const maxPeriodMs = 31 * 86_400_000
const inTurn = createDryRunQueue({ maxThreads: 4, maxSlowThreads: 2 })

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
  const request = { db: config.db, history: config.history, logLevel: config.log.level, job }
  return inTurn(caller.accountId, () => runInThread(request, signal))
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
