// What a rule would have raised in the history of a device. Uses the same judge and locations; writes nothing.

import type { Static } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import { deviceNotFound } from '../devices/device.api.ts'
import * as alerts from './alert.queries.ts'
import type { DryRunAlert } from './alert.schema.ts'
import * as queries from './dry-run.queries.ts'
import { findLinks, whole } from './rule.api.ts'
import type { DryRunBody } from './rule.schema.ts'
import { compileBook, compileRule } from './rulebook.ts'
import { explain } from './rules/explain.ts'
import { fixOf } from './rules/fix.ts'
import type { Fix } from './rules/kind.types.ts'
import { kindOf } from './rules/kinds.ts'
import type { Rule } from './rules/rulebook.types.ts'
import { blank, follow, isTooInaccurate } from './rules/track.ts'

const maxPeriodMs = 31 * 86_400_000
const chunkRows = 5_000
const maxAlerts = 1_000

export async function dryRun(ctx: Pick<Context, 'db'>, caller: Caller, wanted: Static<typeof DryRunBody>) {
  const [from, to] = [new Date(wanted.from), new Date(wanted.to)]
  if (from >= to || +to - +from > maxPeriodMs) {
    throw new InvalidError('body.invalid', 'to must be after from, by at most 31 days.', {
      details: [{ path: 'to', message: 'must be after from, by at most 31 days' }],
    })
  }
  const db = ctx.db.forAccount(caller.accountId)
  const device = await alerts.findDevice(db, caller.scope, wanted.deviceId)
  if (!device) throw deviceNotFound(wanted.deviceId)
  const rule = await compile(ctx, caller, whole(wanted.rule))
  const book = await compileBook(ctx, caller.accountId, [rule], new Map())
  const result = { alerts: [] as Static<typeof DryRunAlert>[], judged: 0, ignored: 0, outsideSchedule: 0 }
  let remembered = blank
  let before: Fix | undefined
  let after: queries.HistoryPosition = { fixedAt: from, fingerprint: -2_147_483_649 }
  for (;;) {
    const rows = await queries.readChunk(db, device.number, after, to, chunkRows)
    const fixes = rows.map(fixOf)
    for (const fix of fixes) {
      if (isTooInaccurate(rule, fix)) result.ignored += 1
      else if (rule.isActive(fix.atMs)) result.judged += 1
      else result.outsideSchedule += 1
    }
    const followed = follow(book, book.rulesFor(device.number), remembered, before, fixes)
    remembered = followed.remembered
    before = followed.before
    for (const found of followed.found.slice(0, maxAlerts - result.alerts.length)) {
      const { finding } = found
      result.alerts.push({
        dateTime: new Date(finding.atMs).toISOString(),
        name: rule.kind.alertName(rule.settings as never),
        severity: rule.severity,
        text: finding.summary,
        ...finding.coordinates,
        explanation: explain(found),
      })
    }
    const last = rows.at(-1)
    if (rows.length < chunkRows || !last || result.alerts.length === maxAlerts) return result
    after = { fixedAt: new Date(last.fixedMs), fingerprint: last.fingerprint }
  }
}

function compile(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  document: ReturnType<typeof whole>,
): Promise<Rule> {
  if (kindOf(document.kind).isTimed) {
    throw new InvalidError('body.invalid', 'Rules of this kind are not evaluated on locations.', {
      details: [{ path: 'rule.kind', message: 'is not evaluated on locations' }],
    })
  }
  return inTransaction(ctx, caller.accountId, async (tx) => {
    const { geofences } = await findLinks(tx, document)
    const timeZone = await queries.findTimeZone(tx.db)
    return compileRule({
      ...document,
      accountId: caller.accountId,
      number: 0,
      id: 'dry run',
      version: 0,
      appliesTo: 'all',
      devices: null,
      areas: geofences.length > 0 ? geofences : null,
      timeZone,
    })
  })
}
