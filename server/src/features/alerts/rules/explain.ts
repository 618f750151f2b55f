// Why an alert was raised, kept with it: the rule as it was, the locations that decided, and what the rule remembered.

import type { Fix } from './kind.types.ts'
import type { Found } from './track.ts'

export interface Explanation {
  summary: string
  rule: { id: string; name: string; kind: string; version: number; settings: object; accuracyM?: number }
  /** Absent where no location decided. */
  location?: object
  before?: object
  memory?: unknown
  facts: Record<string, unknown>
}

export function explain({ rule, happening, fix, before, memory }: Found): Explanation {
  const { id, name, kind, version, settings, accuracyM } = rule
  return {
    summary: happening.says,
    rule: { id, name, kind: kind.name, version, settings, ...(accuracyM !== undefined && { accuracyM }) },
    location: shown(fix),
    ...(before && { before: shown(before) }),
    ...(memory !== undefined && { memory }),
    facts: happening.facts,
  }
}

function shown({ atMs, receivedAtMs, place, speedKmh, accuracyM, more }: Fix): object {
  return {
    dateTime: new Date(atMs).toISOString(),
    receivedAt: new Date(receivedAtMs).toISOString(),
    ...place,
    ...(speedKmh !== undefined && { speedKmh }),
    ...(accuracyM !== undefined && { accuracy: accuracyM }),
    ...more,
  }
}
