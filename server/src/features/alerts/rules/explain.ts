// Why an alert was raised, stored with it: the rule as it was, the locations that decided, and the memory of the
// rule.

import type { Fix } from './kind.types.ts'
import type { Found } from './track.ts'

export interface Explanation {
  summary: string
  rule: { id: string; name: string; type: string; version: number; settings: object; accuracyM?: number }
  /** Absent if no location decided. */
  location?: object
  before?: object
  memory?: unknown
  facts: Record<string, unknown>
}

export function explain({ rule, finding, fix, before, memory }: Found): Explanation {
  const { id, name, kind, version, settings, accuracyM } = rule
  return {
    summary: finding.summary,
    rule: { id, name, type: kind.name, version, settings, ...(accuracyM !== undefined && { accuracyM }) },
    location: shown(fix),
    ...(before && { before: shown(before) }),
    ...(memory !== undefined && { memory }),
    facts: finding.facts,
  }
}

function shown({ atMs, receivedAtMs, coordinates, speedKmh, accuracyM, more }: Fix): object {
  return {
    dateTime: new Date(atMs).toISOString(),
    receivedAt: new Date(receivedAtMs).toISOString(),
    ...coordinates,
    ...(speedKmh !== undefined && { speedKmh }),
    ...(accuracyM !== undefined && { accuracy: accuracyM }),
    ...more,
  }
}
