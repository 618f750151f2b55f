// Why an alert was raised, stored with it: the rule as it was, the locations that decided, and the memory of the
// rule.

import type { Coordinates, Fix } from './kind.types.ts'
import type { Found } from './track.ts'

export interface Explanation {
  summary: string
  rule: { id: string; name: string; type: string; version: number; settings: object; accuracyM?: number }
  /** When the coordinates of the alert were, if they are the last known ones. */
  locatedAt?: string
  /** Absent if no location decided. */
  location?: object
  before?: object
  memory?: unknown
  facts: Record<string, unknown>
}

/** Where it happened: without coordinates, the last known ones of the day before. */
export function coordinatesOf({ finding, before }: Found): Coordinates | undefined {
  return finding.coordinates ?? before?.coordinates
}

export function explain({ rule, finding, fix, before, memory }: Found): Explanation {
  const isLastKnown = finding.coordinates === undefined && before !== undefined
  const { id, name, kind, version, settings, accuracyM } = rule
  return {
    summary: finding.summary,
    rule: { id, name, type: kind.name, version, settings, ...(accuracyM !== undefined && { accuracyM }) },
    ...(isLastKnown && { locatedAt: new Date(before.atMs).toISOString() }),
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
