import type { Config } from '../../config/config.ts'
import type { Pool } from '../../platform/db/db.ts'

/** In the order in which they are told. */
export const groups = [
  'configuration',
  'PostgreSQL',
  'schema',
  'NATS',
  'storage',
  'work',
  'ways out',
  'cells',
] as const
export type Group = (typeof groups)[number]

export type Severity = 'ok' | 'warning' | 'fault'

/** Where the lines of an advice belong. `person` is what only somebody can do who sees more than we do. */
export type Place =
  | 'superuser'
  | 'owner'
  | 'shell'
  | 'environment'
  | 'nats.conf'
  | 'jetstream'
  | 'restart'
  | 'person'

export interface Advice {
  place: Place
  /** To be pasted as they are, one after the other. */
  lines: string[]
}

/** What a check says: one sentence with what was measured, one with what follows if it stays, and what to do. */
export interface Finding {
  severity: Severity
  found: string
  follows: string
  advice: Advice[]
}

/** What is looked at. The configuration is as good as it could be read; the pool may lead nowhere. */
export interface Patient {
  config: Config
  configFaults: string[]
  db: Pool
  now: () => Date
}

/** Without these a check has nobody to ask. */
export type Need = 'database' | 'tables' | 'bus' | 'monitor'

export interface Check {
  id: string
  group: Group
  /** For the list of all checks in the documentation. */
  about: string
  needs?: Need
  /** A fault of it keeps production from starting. */
  isGuard?: true
  look(patient: Patient): Finding[] | Promise<Finding[]>
}
