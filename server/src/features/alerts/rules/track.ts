// Judges the locations of a device one by one, by the time of the fix. Rule memory is kept by time, so that a late
// location is judged with the memory from before it.

import { AreasAround, noAreas } from './areas.ts'
import { noMore } from './fix.ts'
import type { Finding, Fix } from './kind.types.ts'
import type { Rule, Rulebook, RuleSet } from './rulebook.types.ts'

/** The memory of each rule, by its key. */
export type Memories = Readonly<Record<string, unknown>>

/** The memory from the location at `fromMs` on. */
export interface Entry {
  fromMs: number
  memories: Memories
}

export interface Raised {
  rule: number
  subject: string
  atMs: number
  /** The time of the location that revealed it. */
  shownMs: number
}

export interface Remembered {
  /** Oldest first; empty until a location changes something. */
  entries: readonly Entry[]
  raised: readonly Raised[]
}

export interface Found {
  rule: Rule
  finding: Finding
  fix: Fix
  before: Fix | undefined
  /** The memory of the rule when it decided. */
  memory: unknown
}

/** The newest evaluated report, and the newest that was a location. */
export interface Last {
  lastMs: number
  lastLocationMs: number
}

export interface Followed {
  /** The same object if nothing changed. */
  remembered: Remembered
  found: Found[]
  before: Fix | undefined
  lastLocationMs: number
}

/** A location up to this late is still judged in its order. */
export const rewindMs = 900_000
/** Of alerts that statuses raised after the last location and before these 15 minutes. */
const maxEarlier = 100

const nothing: Memories = {}
export const blank: Remembered = { entries: [], raised: [] }

export function causeOf({ rule, subject, atMs }: Omit<Raised, 'shownMs'>): string {
  return `${rule}:${subject}:${atMs}`
}

/** Judges locations that are all newer than those judged before. */
export function follow(
  book: Rulebook,
  rules: RuleSet,
  remembered: Remembered,
  before: Fix | undefined,
  fixes: readonly Fix[],
  lastLocationMs = 0,
): Followed {
  const entries = [...remembered.entries]
  const found: Found[] = []
  let memories = entries.at(-1)?.memories ?? nothing
  let last = before
  let locationMs = lastLocationMs
  for (const fix of fixes) {
    const next = judge(book, rules, memories, last, fix, found)
    if (next !== memories) {
      memories = next
      if (entries.at(-1)?.fromMs === fix.atMs) entries.pop()
      entries.push({ fromMs: fix.atMs, memories })
    }
    if (fix.coordinates) last = fix
    if (!fix.isStatus) locationMs = Math.max(locationMs, fix.atMs)
  }
  const isSame =
    found.length === 0 &&
    entries.length === remembered.entries.length &&
    entries.at(-1) === remembered.entries.at(-1)
  const followed = { found, before: last, lastLocationMs: locationMs }
  if (isSame) return { ...followed, remembered }
  const raised = [...remembered.raised, ...found.map(toRaised)]
  return { ...followed, remembered: trimmed({ entries, raised }, fixes.at(-1)!.atMs, locationMs) }
}

/** Less accurate than the rule requires. */
export function isTooInaccurate({ accuracyM: maxM }: Rule, { accuracyM }: Fix): boolean {
  return maxM !== undefined && accuracyM !== undefined && accuracyM > maxM
}

/** The memory before `atMs`, and what was raised from then on. */
export function rewound(remembered: Remembered, atMs: number): { kept: Remembered; undone: Raised[] } {
  return {
    kept: {
      entries: remembered.entries.filter(({ fromMs }) => fromMs < atMs),
      raised: remembered.raised.filter(({ shownMs }) => shownMs < atMs),
    },
    undone: remembered.raised.filter(({ shownMs }) => shownMs >= atMs),
  }
}

export interface Reconciled {
  fresh: Found[]
  /** The same finding at another time. */
  moved: { from: Raised; to: Found }[]
  /** Did not happen after all. */
  withdrawn: Raised[]
}

/** Compares what was raised before with what the whole track shows now. */
export function reconcile(undone: readonly Raised[], found: readonly Found[]): Reconciled {
  const causes = new Set(found.map((one) => causeOf(toRaised(one))))
  const left = undone.filter((one) => !causes.has(causeOf(one)))
  const known = new Set(undone.map(causeOf))
  const result: Reconciled = { fresh: [], moved: [], withdrawn: [] }
  for (const one of found) {
    const raised = toRaised(one)
    if (known.has(causeOf(raised))) continue
    const index = left.findIndex(({ rule, subject }) => rule === raised.rule && subject === raised.subject)
    if (index < 0) result.fresh.push(one)
    else result.moved.push({ from: left.splice(index, 1)[0]!, to: one })
  }
  result.withdrawn = left
  return result
}

export function toRaised({ rule, finding, fix }: Found): Raised {
  const { subject = '', atMs } = finding
  return { rule: rule.number, subject, atMs, shownMs: fix.atMs }
}

function judge(
  book: Rulebook,
  rules: RuleSet,
  memories: Memories,
  before: Fix | undefined,
  fix: Fix,
  found: Found[],
): Memories {
  const areas = rules.areas
    ? new AreasAround(book, rules.areas, before?.coordinates, fix.coordinates)
    : noAreas
  const step = { fix, before, areas, isActive: true }
  let next: Record<string, unknown> | undefined
  for (const rule of rulesOn(fix, rules)) {
    if (isTooInaccurate(rule, fix)) continue
    const { key } = rule
    const memory = memories[key]
    step.isActive = rule.isActive(fix.atMs)
    const verdict = rule.kind.judge(rule.settings, rule.areas, memory, step)
    for (const finding of verdict.findings) found.push({ rule, finding, fix, before, memory })
    if (verdict.memory === memory) continue
    next ??= keepKnown(memories, rules.all)
    if (verdict.memory === undefined) delete next[key]
    else next[key] = verdict.memory
  }
  return next ?? memories
}

function rulesOn({ isStatus, more }: Fix, { all, basic, ofStatus }: RuleSet): readonly Rule[] {
  if (isStatus) return ofStatus
  return more === noMore ? basic : all
}

/** Drops the memory of deleted and changed rules. */
function keepKnown(memories: Memories, rules: readonly Rule[]): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const { key } of rules) {
    if (memories[key] !== undefined) kept[key] = memories[key]
  }
  return kept
}

/**
 * Keeps only what a rewind needs: everything of the last 15 minutes, the same of the 15 minutes before the last location,
 * and the entries before. A tracker that reconnects sends statuses before the locations that it buffered.
 */
function trimmed({ entries, raised }: Remembered, newestMs: number, lastLocationMs: number): Remembered {
  const sinceMs = newestMs - rewindMs
  const locationSinceMs = Math.min(newestMs, lastLocationMs) - rewindMs
  const firstOf = (ms: number) =>
    Math.max(
      0,
      entries.findLastIndex(({ fromMs }) => fromMs < ms),
    )
  const [first, firstOfLocation] = [firstOf(sinceMs), firstOf(locationSinceMs)]
  return {
    entries: entries.filter(
      ({ fromMs }, index) => index >= first || (index >= firstOfLocation && fromMs <= lastLocationMs),
    ),
    raised: raised.filter(
      ({ shownMs }, index) =>
        shownMs >= sinceMs || (shownMs >= locationSinceMs && index >= raised.length - maxEarlier),
    ),
  }
}

/** Nothing is kept of the time between the last location and the last 15 minutes: a rewind to it begins earlier. */
export function rewindFromMs(
  { entries }: Remembered,
  atMs: number,
  { lastMs, lastLocationMs }: Last,
): number {
  if (atMs <= lastLocationMs || atMs > lastMs - rewindMs) return atMs
  if (entries.length === 0) return atMs
  return (entries.findLast(({ fromMs }) => fromMs < atMs)?.fromMs ?? lastLocationMs) + 1
}
