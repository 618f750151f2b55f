import type { Config } from '../../config/config.ts'
import type { Pool } from '../../platform/db/db.ts'

/** In the order of the report. */
export const groups = [
  'configuration',
  'PostgreSQL',
  'schema',
  'NATS',
  'storage',
  'work',
  'outbound',
  'cells',
] as const
export type Group = (typeof groups)[number]

export type Severity = 'ok' | 'warning' | 'fault'

/** Where the lines of an advice belong. `manual` needs knowledge that the doctor does not have. */
export type Where =
  | 'superuser'
  | 'owner'
  | 'shell'
  | 'environment'
  | 'nats.conf'
  | 'jetstream'
  | 'restart'
  | 'manual'

export interface Advice {
  where: Where
  /** To be pasted unchanged, in order. */
  lines: string[]
}

/** The result of a check: what was measured, what happens if it stays so, and what to do. */
export interface Finding {
  severity: Severity
  message: string
  impact: string
  advice: Advice[]
}

/** The installation under examination. The configuration may be incomplete, and the database unreachable. */
export interface DoctorContext {
  config: Config
  configFaults: string[]
  db: Pool
  now: () => Date
}

/** A check is skipped if the dependency it needs is unavailable. */
export type Need = 'database' | 'tables' | 'bus' | 'monitor'

export interface Check {
  id: string
  group: Group
  /** For the list of all checks in the documentation. */
  about: string
  needs?: Need
  /** A fault prevents a start in production. */
  isStartupCheck?: true
  run(ctx: DoctorContext): Finding[] | Promise<Finding[]>
}
