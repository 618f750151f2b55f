// The part of a dry run that takes time: evaluates one rule on the history of a device. Runs in a thread of its own.

import type { Static } from 'typebox'
import { createRest } from '../../platform/async/thread-priority.ts'
import type { Context } from '../../platform/context.ts'
import type { DryRunAlert } from './alert.schema.ts'
import * as queries from './dry-run.queries.ts'
import type { RuleRow } from './rulebook.queries.ts'
import { compileBook, compileRule } from './rulebook.ts'
import { coordinatesOf, explain } from './rules/explain.ts'
import { fixOf } from './rules/fix.ts'
import type { Fix } from './rules/kind.types.ts'
import { blank, follow, isTooInaccurate } from './rules/track.ts'

const chunkRows = 1_000
const maxAlerts = 1_000

export interface DryRunJob {
  rule: RuleRow
  deviceNumber: number
  from: Date
  to: Date
}

export interface DryRunResult {
  alerts: Static<typeof DryRunAlert>[]
  judged: number
  ignored: number
  outsideSchedule: number
}

export async function judgeHistory(
  ctx: Pick<Context, 'db'>,
  { rule: row, deviceNumber, from, to }: DryRunJob,
): Promise<DryRunResult> {
  const db = ctx.db.forAccount(row.accountId)
  const rule = compileRule(row)
  const book = await compileBook(ctx, row.accountId, [rule], new Map())
  const rest = createRest()
  const result: DryRunResult = { alerts: [], judged: 0, ignored: 0, outsideSchedule: 0 }
  let remembered = blank
  let before: Fix | undefined
  let after: queries.HistoryPosition = { fixedAt: from, fingerprint: -2_147_483_649 }
  for (;;) {
    const rows = await queries.readChunk(db, deviceNumber, after, to, chunkRows)
    const fixes = rows.map(fixOf)
    for (const fix of fixes) {
      if (isTooInaccurate(rule, fix)) result.ignored += 1
      else if (rule.isActive(fix.atMs)) result.judged += 1
      else result.outsideSchedule += 1
    }
    const followed = follow(book, book.rulesFor(deviceNumber), remembered, before, fixes)
    remembered = followed.remembered
    before = followed.before
    for (const found of followed.found.slice(0, maxAlerts - result.alerts.length)) {
      const { finding } = found
      result.alerts.push({
        dateTime: new Date(finding.atMs).toISOString(),
        name: rule.kind.alertName(rule.settings as never),
        severity: rule.severity,
        text: finding.summary,
        ...coordinatesOf(found),
        explanation: explain(found),
      })
    }
    const last = rows.at(-1)
    if (rows.length < chunkRows || !last || result.alerts.length === maxAlerts) return result
    rest()
    after = { fixedAt: new Date(last.fixedMs), fingerprint: last.fingerprint }
  }
}
