// Makes every check that can be made. Changes nothing, and lasts no longer than its slowest check may.

import type { Config } from '../../config/config.ts'
import { createPool } from '../../platform/db/db.ts'
import { createLog } from '../../platform/observability/log.ts'
import { checks } from './checks.ts'
import type { Check, Finding, Group, Patient } from './doctor.types.ts'
import { warning } from './findings.ts'
import { findAbsent } from './reach.ts'

const checkWithinMs = 8_000
/** Several checks ask at once, but a database in need is not to be burdened. */
const lines = 2
const answerWithinMs = 4_000

export interface Told extends Finding {
  id: string
  group: Group
}

export interface Examination {
  findings: Told[]
  /** Checks that were not made, by who was away. */
  notMade: { id: string; group: Group; without: string }[]
}

export async function examine(
  { config, faults }: { config: Config; faults: string[] },
  now: () => Date = () => new Date(),
): Promise<Examination> {
  const statementTimeoutMs = Math.min(config.db.statementTimeoutMs, answerWithinMs)
  const ofDoctor = { ...config.db, poolSize: lines, statementTimeoutMs }
  const db = createPool(ofDoctor, createLog('silent'), 'rastro-doctor')
  const patient: Patient = { config, configFaults: faults, db, now }
  const examination: Examination = { findings: [], notMade: [] }
  try {
    const looked = await Promise.all(checks.map((check) => makeCheck(patient, check)))
    for (const [index, { id, group }] of checks.entries()) {
      const seen = looked[index]!
      if ('without' in seen) examination.notMade.push({ id, group, without: seen.without })
      else examination.findings.push(...seen.findings.map((finding) => ({ id, group, ...finding })))
    }
    return examination
  } finally {
    // A database that never answers is not waited for.
    await Promise.race([db.end(), after(1_000)])
  }
}

async function makeCheck(
  patient: Patient,
  check: Check,
): Promise<{ findings: Finding[] } | { without: string }> {
  const look = async () => {
    const without = await findAbsent(patient, check.needs)
    return without ? { without } : { findings: await check.look(patient) }
  }
  const late = after(checkWithinMs).then(() => ({
    findings: unknown(`it took longer than ${checkWithinMs / 1_000} s`),
  }))
  return Promise.race([look(), late]).catch((error) => ({ findings: unknown((error as Error).message) }))
}

function unknown(why: string): Finding[] {
  return warning(`this could not be found out: ${why}`, 'Nobody knows whether all is well here.')
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
