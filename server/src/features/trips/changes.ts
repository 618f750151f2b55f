// Compares what a recomputation found with what is stored, and lists the rows to write. Pure.

import type { OpenSegmentView } from './detection/advance.ts'
import { isCorrection } from './detection/correction.ts'
import type { SegmentDay } from './detection/detection.types.ts'
import type { Matched, StoredSegment, WholeSegment } from './detection/matching.ts'
import { matchSegments } from './detection/matching.ts'
import { totalsOf } from './detection/sums.ts'
import type { Recomputed } from './detection/window.ts'
import { replacedBy } from './detection/window.ts'

export interface StoredRow extends StoredSegment {
  corrections: number
  day: string | null
}

/** The stored segments that a recomputation may replace, and the one in which it ends. */
export interface StoredPart {
  segments: StoredRow[]
  /** Of these segments, also where there is only one. */
  days: SegmentDay[]
}

export interface SegmentRow extends WholeSegment {
  id: string
  version: number
  corrections: number
  /** If it is the only one of an ended segment. */
  day: string | null
}

export interface DayRow extends SegmentDay {
  kind: WholeSegment['kind']
}

export interface Changes {
  matched: Matched
  /** By their beginning. */
  removed: number[]
  written: SegmentRow[]
  /** The same segments, but part of other days, because the time zone has changed. Removed too, and no new version. */
  regrouped: SegmentRow[]
  removedDays: { beganAtMs: number; day: string }[]
  writtenDays: DayRow[]
  /** The first and the last day with other sums, or another part of a segment. */
  days: { first: string; last: string } | null
}

type Found = Pick<Recomputed, 'detected' | 'from' | 'until'>

export function compare(
  found: Found,
  open: OpenSegmentView | null,
  stored: StoredPart,
  dayAt: (instantMs: number) => string,
  newId: (segment: WholeSegment) => string,
): Changes {
  const isReplaced = replacedBy(found)
  const kept = stored.days.filter(({ beganAtMs, day }) => !isReplaced.segmentDay(beganAtMs, day))
  const daysOf = Map.groupBy([...kept, ...found.detected.segmentDays], ({ beganAtMs }) => beganAtMs)
  const computed = found.detected.segments.map(
    (segment): WholeSegment => ({ ...segment, totals: totalsOf(daysOf.get(segment.beganAtMs) ?? []) }),
  )
  const last = found.until ? lastOf(stored, found.until.beganAtMs, daysOf) : open && withoutSums(open.segment)
  if (last) computed.push(last)
  const matched = matchSegments(stored.segments, computed)

  const rowOf = new Map(stored.segments.map((row) => [row.id, row]))
  const rowsOf = (segment: WholeSegment, id: string, version: number, corrections: number): SegmentRow => {
    const days = daysOf.get(segment.beganAtMs) ?? []
    const day = segment.endedAtMs !== null && days.length === 1 ? days[0]!.day : null
    return { ...segment, id, version, corrections, day }
  }
  const changed = matched.changed.filter(({ before, after }) => after.version !== before.version)
  const written = [
    ...changed.map(({ before, after }) => {
      const { corrections } = rowOf.get(before.id)!
      const { id, version, ...segment } = after
      return rowsOf(segment, id, version, corrections + (isCorrection({ before }) ? 1 : 0))
    }),
    ...matched.created.map((segment) => rowsOf(segment, newId(segment), 1, 0)),
  ]
  const removed = [...changed.map(({ before }) => before), ...matched.withdrawn].map((one) => one.beganAtMs)
  const isRemoved = new Set(removed)
  const byBeginning = new Map(computed.map((segment) => [segment.beganAtMs, segment]))
  const regrouped = stored.segments.flatMap(({ id, version, corrections, beganAtMs, day }) => {
    const segment = isRemoved.has(beganAtMs) ? undefined : byBeginning.get(beganAtMs)
    const row = segment && rowsOf(segment, id, version, corrections)
    return row && row.day !== day ? [row] : []
  })
  removed.push(...regrouped.map(({ beganAtMs }) => beganAtMs))
  const { removedDays, writtenDays, touched } = compareDays(stored, computed, daysOf)
  const days = spanOf(changed, matched, touched, dayAt)
  return { matched, removed, written, regrouped, removedDays, writtenDays, days }
}

/** The segment in which the window ends stands, but its earlier days may have changed. */
function lastOf(
  { segments }: StoredPart,
  beganAtMs: number,
  daysOf: Map<number, SegmentDay[]>,
): WholeSegment | undefined {
  const row = segments.find((segment) => segment.beganAtMs === beganAtMs)
  if (!row) return undefined
  const { kind, endedAtMs, from, to, began, ended } = row
  const totals = endedAtMs === null ? row.totals : totalsOf(daysOf.get(beganAtMs) ?? [])
  return { kind, beganAtMs, endedAtMs, from, to, began, ended, totals }
}

/** What changes with every location of an open segment is kept with the state. */
function withoutSums({ kind, beganAtMs, from, began }: OpenSegmentView['segment']): WholeSegment {
  return { kind, beganAtMs, endedAtMs: null, from, to: from, began, ended: null, totals: totalsOf([]) }
}

function compareDays(
  stored: StoredPart,
  computed: WholeSegment[],
  daysOf: Map<number, SegmentDay[]>,
): Pick<Changes, 'removedDays' | 'writtenDays'> & { touched: string[] } {
  const isOpen = new Set(stored.segments.filter((row) => row.endedAtMs === null).map((row) => row.beganAtMs))
  const kindBefore = new Map(stored.segments.map((row) => [row.beganAtMs, row.kind]))
  const countOf = Map.groupBy(stored.days, ({ beganAtMs }) => beganAtMs)
  const textOf = (row: DayRow) => JSON.stringify(row, Object.keys(row).sort())
  const before = new Map<string, DayRow>()
  const rowsBefore = new Map<string, DayRow>()
  for (const one of stored.days) {
    const row = { ...one, kind: kindBefore.get(one.beganAtMs)! }
    before.set(textOf(row), row)
    const isRow = isOpen.has(one.beganAtMs) || countOf.get(one.beganAtMs)!.length > 1
    if (isRow) rowsBefore.set(textOf(row), row)
  }
  const after = new Map<string, DayRow>()
  const rowsAfter = new Map<string, DayRow>()
  for (const { beganAtMs, kind, endedAtMs } of computed) {
    const days = daysOf.get(beganAtMs) ?? []
    for (const one of days) {
      const row = { ...one, kind }
      after.set(textOf(row), row)
      if (endedAtMs === null || days.length > 1) rowsAfter.set(textOf(row), row)
    }
  }
  const differing = (some: Map<string, DayRow>, others: Map<string, DayRow>) =>
    [...some].filter(([text]) => !others.has(text)).map(([, row]) => row)
  const touched = [...differing(before, after), ...differing(after, before)].map(({ day }) => day)
  return {
    removedDays: differing(rowsBefore, rowsAfter),
    writtenDays: differing(rowsAfter, rowsBefore),
    touched,
  }
}

function spanOf(
  changed: Matched['changed'],
  { created, withdrawn }: Matched,
  touched: string[],
  dayAt: (instantMs: number) => string,
): Changes['days'] {
  const days = [...touched]
  const segments = [...changed.flatMap(({ before, after }) => [before, after]), ...created, ...withdrawn]
  for (const { beganAtMs, endedAtMs } of segments) {
    days.push(dayAt(beganAtMs))
    if (endedAtMs !== null) days.push(dayAt(endedAtMs))
  }
  if (days.length === 0) return null
  days.sort()
  return { first: days[0]!, last: days.at(-1)! }
}
