// Runs every possible check concurrently, with a timeout. Changes nothing.

import type { Config } from '../../config/config.ts'
import { createPool } from '../../platform/db/db.ts'
import { createLog } from '../../platform/observability/log.ts'
import { checks } from './checks.ts'
import type { Check, DoctorContext, Finding, Group } from './doctor.types.ts'
import { warning } from './findings.ts'
import { findUnavailable } from './reach.ts'

const checkTimeoutMs = 8_000
/** Small, to spare a database in trouble. */
const poolSize = 2
const maxStatementMs = 4_000

export interface ReportedFinding extends Finding {
  id: string
  group: Group
}

export interface Examination {
  findings: ReportedFinding[]
  /** Checks that could not run, with the unavailable dependency. */
  skipped: { id: string; group: Group; unavailable: string }[]
}

export async function examine(
  { config, faults }: { config: Config; faults: string[] },
  now: () => Date = () => new Date(),
): Promise<Examination> {
  const statementTimeoutMs = Math.min(config.db.statementTimeoutMs, maxStatementMs)
  const dbConfig = { ...config.db, poolSize: poolSize, statementTimeoutMs }
  const db = createPool(dbConfig, createLog('silent'), 'rastro-doctor')
  const ctx: DoctorContext = { config, configFaults: faults, db, now }
  const examination: Examination = { findings: [], skipped: [] }
  try {
    const results = await Promise.all(checks.map((check) => runCheck(ctx, check)))
    for (const [index, { id, group }] of checks.entries()) {
      const result = results[index]!
      if ('unavailable' in result) examination.skipped.push({ id, group, unavailable: result.unavailable })
      else examination.findings.push(...result.findings.map((finding) => ({ id, group, ...finding })))
    }
    return examination
  } finally {
    // Do not wait for a database that never answers.
    await Promise.race([db.end(), after(1_000)])
  }
}

async function runCheck(
  ctx: DoctorContext,
  check: Check,
): Promise<{ findings: Finding[] } | { unavailable: string }> {
  const run = async () => {
    const unavailable = await findUnavailable(ctx, check.needs)
    return unavailable ? { unavailable } : { findings: await check.run(ctx) }
  }
  const late = after(checkTimeoutMs).then(() => ({
    findings: unknown(`it took longer than ${checkTimeoutMs / 1_000} s`),
  }))
  return Promise.race([run(), late]).catch((error) => ({ findings: unknown((error as Error).message) }))
}

function unknown(why: string): Finding[] {
  return warning(`the check failed: ${why}`, 'The state is unknown.')
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
