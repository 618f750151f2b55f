// Compares the visits that were found with those that are stored, and lists the rows to write. Pure.

import type { FoundVisit, VisitKind } from '../detection/detection.types.ts'
import type { OpenVisitView } from '../detection/visits.ts'

export interface VisitKey {
  area: number
  enteredAtMs: number
}

interface Visit extends VisitKey {
  /** Null while the device is inside. */
  leftAtMs: number | null
  kind: VisitKind
  cm: number
  idleSeconds: number
  decidedAtMs: number | null
}

export interface StoredVisit extends Visit {
  geofenceId: string
  version: number
}

export interface WrittenVisit extends Visit {
  version: number
  /** What was stored of it. */
  before: StoredVisit | undefined
}

export interface VisitChanges {
  removed: VisitKey[]
  written: WrittenVisit[]
}

/** `stored` are those that may be replaced. `open`: null if the open ones stand. */
export function compareVisits(
  stored: StoredVisit[],
  found: FoundVisit[],
  open: OpenVisitView[] | null,
): VisitChanges {
  const computed: Visit[] = [...found, ...(open ?? []).map(openOf)]
  const beforeOf = match(stored, computed)
  const kept = new Set(computed.map(keyOf))
  const removed = stored.filter((visit) => !kept.has(keyOf(visit)))
  const written = computed.flatMap((visit): WrittenVisit[] => {
    const before = beforeOf.get(visit)
    if (!before) return [{ ...visit, version: 1, before }]
    const isChanged = contentOf(before) !== contentOf(visit)
    if (!isChanged && before.decidedAtMs === visit.decidedAtMs) return []
    return [{ ...visit, version: before.version + (isChanged ? 1 : 0), before }]
  })
  return { removed: removed.map(({ area, enteredAtMs }) => ({ area, enteredAtMs })), written }
}

/** What changes with every location is kept with the state. */
function openOf({ area, enteredAtMs }: OpenVisitView): Visit {
  return { area, enteredAtMs, leftAtMs: null, kind: 'stayed', cm: 0, idleSeconds: 0, decidedAtMs: null }
}

/** The same beginning, or else the first one that overlaps. */
function match(stored: StoredVisit[], computed: Visit[]): Map<Visit, StoredVisit> {
  const left = new Map(stored.map((visit) => [keyOf(visit), visit]))
  const found = new Map<Visit, StoredVisit>()
  const take = (visit: Visit, before: StoredVisit | undefined) => {
    if (!before) return
    found.set(visit, before)
    left.delete(keyOf(before))
  }
  for (const visit of computed) take(visit, left.get(keyOf(visit)))
  for (const visit of computed) {
    if (!found.has(visit))
      take(
        visit,
        left.values().find((before) => overlap(before, visit)),
      )
  }
  return found
}

function overlap(one: Visit, other: Visit): boolean {
  if (one.area !== other.area) return false
  const endOf = ({ leftAtMs }: Visit) => leftAtMs ?? Number.POSITIVE_INFINITY
  return one.enteredAtMs < endOf(other) && other.enteredAtMs < endOf(one)
}

const keyOf = ({ area, enteredAtMs }: VisitKey) => `${area} ${enteredAtMs}`

function contentOf({ enteredAtMs, leftAtMs, kind, cm, idleSeconds }: Visit): string {
  return [enteredAtMs, leftAtMs, kind, cm, idleSeconds].join()
}
