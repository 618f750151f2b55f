// Enters, leaves, or stays in an area. The hysteresis suppresses noise at the border: a device leaves only by more
// than it. Between two sparse locations the border is crossed where the straight segment between them crosses it.

import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Coordinates, Finding, Fix, Step, Verdict } from '../kind.types.ts'
import { defineKind, quiet } from '../kind.types.ts'
import { between, distanceM } from '../segments.ts'
import { closed, forSeconds, hysteresisM, isOf, marginOf } from '../settings.ts'

const settings = Type.Object(
  {
    on: Type.Enum(['entered', 'left', 'dwell']),
    forSeconds: Type.Optional(forSeconds),
    hysteresisM: Type.Optional(hysteresisM),
  },
  closed,
)
type Settings = Static<typeof settings>

/** The areas that the device is in. */
type Memory = readonly Stay[]
interface Stay {
  area: number
  sinceMs: number
  /** Outside since, but not yet for long enough. */
  outMs?: number
  alerted?: true
}

/** If two locations are farther apart in time, the segment between them is unknown. */
const maxSegmentMs = 3_600_000

const verbs = { entered: 'Entered', left: 'Left', dwell: 'Stayed in' }

export const geofence = defineKind({
  name: 'geofence',
  usesAreas: true,
  alertName: ({ on }) => `geofence.${on}`,
  settings,
  judge(settings, areas, memory, step) {
    if (!step.fix.coordinates) return quiet(memory)
    if (memory === undefined) return quiet(baseline(settings, areas, step))
    const known = memory as Memory
    // Shortcut: devices are usually far from all areas.
    if (known.length === 0 && !isAround(areas, step)) return quiet(memory)
    return follow(settings, areas, known, step)
  },
})

function isAround(areas: ReadonlySet<number> | 'all', { areas: { inside, touched } }: Step): boolean {
  for (const area of inside) if (isOf(areas, area)) return true
  for (const { number } of touched) if (isOf(areas, number)) return true
  return false
}

/** The areas the device is in when the rule first evaluates it raise nothing. */
function baseline(
  { on }: Settings,
  areas: ReadonlySet<number> | 'all',
  { fix, areas: around }: Step,
): Memory {
  return around.inside
    .filter((area) => isOf(areas, area))
    .map((area) => ({ area, sinceMs: fix.atMs, ...(on === 'entered' && { alerted: true as const }) }))
}

function follow(settings: Settings, areas: ReadonlySet<number> | 'all', known: Memory, step: Step): Verdict {
  const { on } = settings
  const forMs = (settings.forSeconds ?? 0) * 1_000
  const { fix, areas: around } = step
  const marginM = marginOf(settings.hysteresisM, fix)
  const segment = segmentOf(step)
  const memory: Stay[] = []
  const isKnown = (area: number) => known.some((stay) => stay.area === area)
  const findings: Finding[] = []

  function report(area: number, at: { atMs: number; coordinates: Coordinates | undefined }, sinceMs: number) {
    if (!step.isActive) return
    const name = around.nameOf(area)
    findings.push({
      ...at,
      subject: String(area),
      summary: `${verbs[on]} "${name}"`,
      facts: { area: name, sinceMs, forSeconds: forMs / 1_000, hysteresisM: marginM },
    })
  }
  /** Raises an alert if the stay was long enough before `untilMs`. */
  function reportStay(stay: Stay, untilMs: number): Stay {
    const { area } = stay
    if (on === 'left' || stay.alerted || untilMs < stay.sinceMs + forMs) return stay
    const at = forMs === 0 ? segment.into(area) : { atMs: stay.sinceMs + forMs, coordinates: fix.coordinates }
    report(area, at, stay.sinceMs)
    return { ...stay, alerted: true }
  }

  for (const stay of known) {
    const { area } = stay
    const isIn = around.inside.includes(area) || around.isNear(area, marginM)
    if (isIn) {
      const { outMs: _, ...back } = stay
      memory.push(reportStay(stay.outMs === undefined ? stay : back, fix.atMs))
      continue
    }
    const out =
      stay.outMs === undefined ? segment.outOf(area) : { atMs: stay.outMs, coordinates: fix.coordinates }
    reportStay(stay, out.atMs)
    if (on === 'left' && fix.atMs < out.atMs + forMs) memory.push({ ...stay, outMs: out.atMs })
    else if (on === 'left') report(area, { ...out, atMs: out.atMs + forMs }, out.atMs)
  }
  for (const area of around.inside) {
    if (!isOf(areas, area) || isKnown(area)) continue
    memory.push(reportStay({ area, sinceMs: segment.into(area).atMs }, fix.atMs))
  }
  if (forMs === 0 && on !== 'dwell') {
    for (const area of segment.through(2 * marginM)) {
      if (!isOf(areas, area) || isKnown(area)) continue
      const at = on === 'left' ? segment.outOf(area) : segment.into(area)
      report(area, at, at.atMs)
    }
  }
  return { memory: isSame(memory, known) ? known : memory, findings }
}

/** The straight segment from the last location, if it is recent. */
function segmentOf({ fix, before, areas }: Step) {
  const from = before && fix.atMs - before.atMs <= maxSegmentMs ? before : undefined
  const at = (from: Fix, fraction: number) => ({
    atMs: Math.round(from.atMs + fraction * (fix.atMs - from.atMs)),
    coordinates: between(from.coordinates!, fix.coordinates!, fraction),
  })
  const cross = (area: number, end: 'entersAt' | 'leavesAt') => {
    const touched = from && areas.touched.find((one) => one.number === area)
    return touched ? at(from, touched[end]) : { atMs: fix.atMs, coordinates: fix.coordinates }
  }
  return {
    into: (area: number) => cross(area, 'entersAt'),
    outOf: (area: number) => cross(area, 'leavesAt'),
    /** Areas it enters and leaves again. Grazing a border is noise. */
    through(minM: number): number[] {
      if (!from?.coordinates || areas.touched.length === 0) return []
      const lengthM = distanceM(from.coordinates, fix.coordinates!)
      return areas.touched
        .filter(({ number, entersAt, leavesAt }) => {
          return !areas.inside.includes(number) && (leavesAt - entersAt) * lengthM >= minM
        })
        .map(({ number }) => number)
    },
  }
}

function isSame(one: Memory, other: Memory): boolean {
  return one.length === other.length && one.every((stay, index) => stay === other[index])
}
