// Enters, leaves, or stays in an area. Noise at the border does not count: who is in leaves only by more than the
// hysteresis. Between two sparse locations the border is crossed where the straight way between them does.

import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Fix, Happening, Place, Step, Verdict } from '../kind.types.ts'
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
  /** Out since, but not yet for long enough. */
  outMs?: number
  told?: true
}

/** Farther apart in time, two locations say nothing of the way between. */
const longestWayMs = 3_600_000

const words = { entered: 'Entered', left: 'Left', dwell: 'Stays in' }

export const geofence = defineKind({
  name: 'geofence',
  usesAreas: true,
  alertName: ({ on }) => `geofence.${on}`,
  settings,
  judge(settings, areas, memory, step) {
    if (!step.fix.place) return quiet(memory)
    if (memory === undefined) return quiet(baseline(settings, areas, step))
    const known = memory as Memory
    // Most devices are far from most rules' areas most of the time.
    if (known.length === 0 && !isAround(areas, step)) return quiet(memory)
    return follow(settings, areas, known, step)
  },
})

function isAround(areas: ReadonlySet<number> | 'all', { areas: { inside, touched } }: Step): boolean {
  for (const area of inside) if (isOf(areas, area)) return true
  for (const { number } of touched) if (isOf(areas, number)) return true
  return false
}

/** Where the device is when the rule first sees it is no news. */
function baseline(
  { on }: Settings,
  areas: ReadonlySet<number> | 'all',
  { fix, areas: around }: Step,
): Memory {
  return around.inside
    .filter((area) => isOf(areas, area))
    .map((area) => ({ area, sinceMs: fix.atMs, ...(on === 'entered' && { told: true as const }) }))
}

function follow(settings: Settings, areas: ReadonlySet<number> | 'all', known: Memory, step: Step): Verdict {
  const { on } = settings
  const forMs = (settings.forSeconds ?? 0) * 1_000
  const { fix, areas: around } = step
  const marginM = marginOf(settings.hysteresisM, fix)
  const way = wayOf(step)
  const memory: Stay[] = []
  const isKnown = (area: number) => known.some((stay) => stay.area === area)
  const happened: Happening[] = []

  function tell(area: number, at: { atMs: number; place: Place | undefined }, sinceMs: number) {
    if (!step.isHeard) return
    const name = around.nameOf(area)
    happened.push({
      ...at,
      subject: String(area),
      says: `${words[on]} "${name}"`,
      facts: { area: name, sinceMs, forSeconds: forMs / 1_000, hysteresisM: marginM },
    })
  }
  /** The stay was long enough before `untilMs`. */
  function tellStay(stay: Stay, untilMs: number): Stay {
    const { area } = stay
    if (on === 'left' || stay.told || untilMs < stay.sinceMs + forMs) return stay
    const at = forMs === 0 ? way.into(area) : { atMs: stay.sinceMs + forMs, place: fix.place }
    tell(area, at, stay.sinceMs)
    return { ...stay, told: true }
  }

  for (const stay of known) {
    const { area } = stay
    const isIn = around.inside.includes(area) || around.distanceM(area) <= marginM
    if (isIn) {
      const { outMs: _, ...back } = stay
      memory.push(tellStay(stay.outMs === undefined ? stay : back, fix.atMs))
      continue
    }
    const out = stay.outMs === undefined ? way.outOf(area) : { atMs: stay.outMs, place: fix.place }
    tellStay(stay, out.atMs)
    if (on === 'left' && fix.atMs < out.atMs + forMs) memory.push({ ...stay, outMs: out.atMs })
    else if (on === 'left') tell(area, { ...out, atMs: out.atMs + forMs }, out.atMs)
  }
  for (const area of around.inside) {
    if (!isOf(areas, area) || isKnown(area)) continue
    memory.push(tellStay({ area, sinceMs: way.into(area).atMs }, fix.atMs))
  }
  if (forMs === 0 && on !== 'dwell') {
    for (const area of way.through(2 * marginM)) {
      if (!isOf(areas, area) || isKnown(area)) continue
      const at = on === 'left' ? way.outOf(area) : way.into(area)
      tell(area, at, at.atMs)
    }
  }
  return { memory: isSame(memory, known) ? known : memory, happened }
}

/** The straight way from the last location, while it says something. */
function wayOf({ fix, before, areas }: Step) {
  const from = before && fix.atMs - before.atMs <= longestWayMs ? before : undefined
  const at = (from: Fix, part: number) => ({
    atMs: Math.round(from.atMs + part * (fix.atMs - from.atMs)),
    place: between(from.place!, fix.place!, part),
  })
  const cross = (area: number, end: 'entersAt' | 'leavesAt') => {
    const touched = from && areas.touched.find((one) => one.number === area)
    return touched ? at(from, touched[end]) : { atMs: fix.atMs, place: fix.place }
  }
  return {
    into: (area: number) => cross(area, 'entersAt'),
    outOf: (area: number) => cross(area, 'leavesAt'),
    /** Areas it goes into and out of again. Grazing a border is noise. */
    through(leastM: number): number[] {
      if (!from?.place || areas.touched.length === 0) return []
      const lengthM = distanceM(from.place, fix.place!)
      return areas.touched
        .filter(({ number, entersAt, leavesAt }) => {
          return !areas.inside.includes(number) && (leavesAt - entersAt) * lengthM >= leastM
        })
        .map(({ number }) => number)
    },
  }
}

function isSame(one: Memory, other: Memory): boolean {
  return one.length === other.length && one.every((stay, index) => stay === other[index])
}
