// Visits of geofences: from where the track crosses the border to where it crosses it again. Decided at usable locations,
// in the same pass as trips. A device has left when it is farther outside than its location may be wrong.

import type { Areas, Crossing } from './areas.types.ts'
import type { Detected } from './detection.types.ts'
import type { Leg } from './leg.types.ts'
import type { Fix, OpenVisit, TripState, VisitSums } from './state.types.ts'

/** A device that is inside for less only passes. */
export const stayedMs = 60_000
const minMarginM = 10
const maxMarginM = 100
/** Of a device at once. */
const maxVisits = 200

interface Visiting {
  state: TripState
  fix: Fix
  /** Null at the first location. */
  leg: Leg | null
  areas: Areas
  out: Detected
}

/** Call after the motion was followed, and before the location becomes the last one of the state. */
export function followVisits(visiting: Visiting): void {
  const { state, fix, leg, areas } = visiting
  const crossings = crossingsOf(visiting)
  const gone: VisitSums = leg ? { cm: drivenCm(state, leg), idleSeconds: idleSecondsOf(leg) } : none
  const marginM = Math.min(maxMarginM, Math.max(minMarginM, fix.accuracyM ?? 0))
  const before = state.visits
  const wasOpen = new Set(before.map(({ area }) => area))
  state.visits = before.filter((visit) => goOn(visiting, visit, crossings.get(visit.area), gone, marginM))
  for (const area of areas.at(fix.point, fix.atMs)) {
    const crossing = crossings.get(area)
    crossings.delete(area)
    if (wasOpen.has(area) || state.visits.length >= maxVisits) continue
    state.visits.push(enter(visiting, area, crossing, gone, marginM))
  }
  for (const crossing of crossings.values()) {
    if (!wasOpen.has(crossing.area)) pass(visiting, crossing, gone, marginM)
  }
}

const none: VisitSums = { cm: 0, idleSeconds: 0 }

/** Where a device was during a silence is not known. */
function crossingsOf({ state, fix, leg, areas }: Visiting): Map<number, Crossing> {
  if (!leg || leg.isSilent || leg.metres === 0) return new Map()
  const found = areas.along(state.fix!.point, fix.point, fix.atMs)
  return new Map(found.map((crossing) => [crossing.area, crossing]))
}

/** Decided at each leg, whatever a pending departure or halt turns out to be: nothing of a visit is pending therefore. */
function drivenCm({ segment, departure, halt }: TripState, { cm, isSilent, toMs }: Leg): number {
  const isMoving = segment!.kind === 'trip' || departure !== null
  const isHalted = halt !== null && halt.atMs < toMs
  return isMoving && !isHalted && !isSilent ? cm : 0
}

function idleSecondsOf({ isStanding, engine }: Leg): number {
  return isStanding ? engine.reduce((sum, { onSeconds }) => sum + onSeconds, 0) : 0
}

/** False if the visit has ended. */
function goOn(
  { state, fix, areas, out }: Visiting,
  visit: OpenVisit,
  crossing: Crossing | undefined,
  gone: VisitSums,
  marginM: number,
): boolean {
  const last = state.fix!
  const distanceM = areas.distanceM(visit.area, fix.point, fix.atMs)
  if (distanceM === undefined) {
    end(visit, visit.out?.atMs ?? last.atMs, state.lastAtMs, out)
    return false
  }
  if (distanceM <= 0) {
    if (visit.out) add(visit, visit.out, 1)
    visit.out = null
    add(visit, gone, 1)
    if (distanceM <= -marginM) visit.isDeep = true
    return true
  }
  if (visit.out) add(visit.out, gone, 1)
  else {
    const share = crossing?.leavesAt ?? 0
    const inside = add(visit, gone, share)
    visit.out = {
      atMs: instantAt(last, fix, share),
      cm: gone.cm - inside.cm,
      idleSeconds: gone.idleSeconds - inside.idleSeconds,
    }
  }
  if (distanceM <= marginM) return true
  end(visit, visit.out.atMs, state.lastAtMs, out)
  return false
}

/** Without a crossing, the device was inside after a silence, or the area was changed. */
function enter(
  { state, fix, areas }: Visiting,
  area: number,
  crossing: Crossing | undefined,
  gone: VisitSums,
  marginM: number,
): OpenVisit {
  const crossedAtMs = crossing ? instantAt(state.fix!, fix, crossing.entersAt) : fix.atMs
  const enteredAtMs = Math.max(crossedAtMs, areas.countsFromMs(area, fix.atMs))
  const isDeep = areas.distanceM(area, fix.point, fix.atMs)! <= -marginM
  const visit: OpenVisit = { area, enteredAtMs, isDeep, cm: 0, idleSeconds: 0, out: null }
  add(visit, gone, crossing ? 1 - crossing.entersAt : 0)
  return visit
}

/** Through an area between two locations outside. A shorter part may be an error of the locations. */
function pass(
  { state, fix, leg, areas, out }: Visiting,
  { area, entersAt, leavesAt }: Crossing,
  gone: VisitSums,
  marginM: number,
): void {
  if (entersAt === 0 || leavesAt === 1 || (leavesAt - entersAt) * leg!.metres < 2 * marginM) return
  const enteredAtMs = instantAt(state.fix!, fix, entersAt)
  const leftAtMs = instantAt(state.fix!, fix, leavesAt)
  if (enteredAtMs < areas.countsFromMs(area, fix.atMs)) return
  const inside = shareOf(gone, leavesAt - entersAt)
  out.visits.push({ area, enteredAtMs, leftAtMs, kind: 'passed', ...inside, decidedAtMs: state.lastAtMs })
}

/** Short ones that were never certainly inside are errors of locations near the border. */
function end(visit: OpenVisit, leftAtMs: number, decidedAtMs: number, out: Detected): void {
  const { area, enteredAtMs, isDeep, cm, idleSeconds } = visit
  const hasStayed = leftAtMs - enteredAtMs >= stayedMs
  if (!hasStayed && !isDeep) return
  const kind = hasStayed ? 'stayed' : 'passed'
  out.visits.push({ area, enteredAtMs, leftAtMs, kind, cm, idleSeconds, decidedAtMs })
}

function add(sums: VisitSums, gone: VisitSums, share: number): VisitSums {
  const added = shareOf(gone, share)
  sums.cm += added.cm
  sums.idleSeconds += added.idleSeconds
  return added
}

function shareOf({ cm, idleSeconds }: VisitSums, share: number): VisitSums {
  return { cm: Math.round(cm * share), idleSeconds: Math.round(idleSeconds * share) }
}

function instantAt(from: Fix, to: Fix, fraction: number): number {
  return from.atMs + Math.round((to.atMs - from.atMs) * fraction)
}

/** A visit that is certain: whatever follows, it began then. */
export interface OpenVisitView extends VisitSums {
  area: number
  enteredAtMs: number
}

export function openVisitsOf({ visits, fix }: TripState): OpenVisitView[] {
  return visits
    .filter(({ enteredAtMs, out }) => (out?.atMs ?? fix!.atMs) - enteredAtMs >= stayedMs)
    .map(({ area, enteredAtMs, cm, idleSeconds }) => ({ area, enteredAtMs, cm, idleSeconds }))
}

/** When a visit becomes certain, if the device is still inside then. */
export function visitDecidesAtMs({ visits, fix }: TripState): number {
  const pending = visits.filter(({ enteredAtMs, out }) => !out && fix!.atMs - enteredAtMs < stayedMs)
  return Math.min(Number.POSITIVE_INFINITY, ...pending.map(({ enteredAtMs }) => enteredAtMs + stayedMs))
}
