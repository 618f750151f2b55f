// The detector's state: a new one, its compact text, and whether a decision is pending.

import type { DayCounts, Reason } from './detection.types.ts'
import type { EngineDay } from './leg.types.ts'
import type { Point } from './points.ts'
import { pointOf } from './points.ts'
import type {
  Departure,
  Fix,
  Halt,
  HeldTrip,
  OpenSegment,
  OpenVisit,
  Outside,
  PendingCut,
  TripState,
} from './state.types.ts'
import type { PartSums } from './sums.ts'

/** Changes with every change of the detector that can change its results. */
export const algorithm = 2

export function newState(): TripState {
  return {
    lastAtMs: Number.NEGATIVE_INFINITY,
    day: '',
    ignition: null,
    running: null,
    counter: null,
    idleRunSeconds: 0,
    counts: [],
    fix: null,
    engine: [],
    suspect: null,
    segment: null,
    departure: null,
    halt: null,
    held: null,
    cuts: [],
    visits: [],
    session: null,
  }
}

/** Whether what was received may still become part of another segment. */
export function hasPending({ suspect, departure, halt, held }: TripState): boolean {
  return suspect !== null || departure !== null || halt !== null || held !== null
}

/** Equal states have equal texts. */
export function encodeState(state: TripState): string {
  return JSON.stringify([
    algorithm,
    state.fix === null && state.lastAtMs === Number.NEGATIVE_INFINITY ? null : state.lastAtMs,
    state.day,
    toBit(state.ignition),
    toBit(state.running),
    state.counter && [state.counter.seconds, state.counter.changedAtMs],
    state.idleRunSeconds,
    state.counts.map(fromCounts),
    state.fix && fromFix(state.fix),
    state.engine.map(fromEngine),
    state.suspect && [fromFix(state.suspect.fix), state.suspect.engine.map(fromEngine)],
    state.segment && fromSegment(state.segment),
    state.departure && fromDeparture(state.departure),
    state.halt && fromHalt(state.halt),
    ...fromSeldom(state),
  ])
}

/** What most states have none of. */
function fromSeldom({ held, cuts, visits, session }: TripState): unknown[] {
  const hasVisits = visits.length > 0
  if (!held && cuts.length === 0 && !hasVisits && !session) return []
  const marked = [held && fromHeld(held), cuts.map(fromCut)]
  if (!hasVisits && !session) return marked
  const visited = [...marked, visits.map(fromVisit)]
  return session ? [...visited, [session.tag, session.beganAtMs, session.quietAtMs]] : visited
}

// biome-ignore lint/suspicious/noExplicitAny: the text is written by encodeState only, and compared with it in tests.
type Encoded = any

export function decodeState(text: string): TripState {
  const [version, lastAtMs, day, ignition, running, counter, idleRunSeconds, ...rest]: Encoded =
    JSON.parse(text)
  if (version !== algorithm) throw new Error(`The state is of version ${version}, not ${algorithm}.`)
  const [
    counts,
    fix,
    engine,
    suspect,
    segment,
    departure,
    halt,
    held = null,
    cuts = [],
    visits = [],
    session = null,
  ] = rest
  return {
    lastAtMs: lastAtMs ?? Number.NEGATIVE_INFINITY,
    day,
    ignition: toBoolean(ignition),
    running: toBoolean(running),
    counter: counter && { seconds: counter[0], changedAtMs: counter[1] },
    idleRunSeconds,
    counts: counts.map(toCounts),
    fix: fix && toFix(fix),
    engine: engine.map(toEngine),
    suspect: suspect && { fix: toFix(suspect[0]), engine: suspect[1].map(toEngine) },
    segment: segment && toSegment(segment),
    departure: departure && toDeparture(departure),
    halt: halt && toHalt(halt),
    held: held && toHeld(held),
    cuts: cuts.map(toCut),
    visits: visits.map(toVisit),
    session: session && { tag: session[0], beganAtMs: session[1], quietAtMs: session[2] },
  }
}

const toBit = (value: boolean | null) => (value === null ? null : value ? 1 : 0)
const toBoolean = (bit: number | null) => (bit === null ? null : bit === 1)
const fromPoint = ({ latitudeE7, longitudeE7 }: Point) => [latitudeE7, longitudeE7]
const toPoint = ([latitudeE7, longitudeE7]: Encoded) => pointOf(latitudeE7, longitudeE7)

const fromCut = ({ atMs, point, by }: PendingCut) => [
  atMs,
  ...fromPoint(point),
  ...(by === 'driver' ? [1] : []),
]
function toCut([atMs, latitudeE7, longitudeE7, isOfDriver]: Encoded): PendingCut {
  return { atMs, point: pointOf(latitudeE7, longitudeE7), by: isOfDriver ? 'driver' : 'cut' }
}

const fromCounts = (c: DayCounts) => [c.day, c.locations, c.ahead, c.coordinates, c.accuracy, c.jump]
function toCounts([day, locations, ahead, coordinates, accuracy, jump]: Encoded): DayCounts {
  return { day, locations, ahead, coordinates, accuracy, jump }
}

const fromEngine = (e: EngineDay) => [e.day, e.onSeconds, e.engineSeconds]
function toEngine([day, onSeconds, engineSeconds]: Encoded): EngineDay {
  return { day, onSeconds, engineSeconds }
}

const fromReason = (r: Reason) => [r.by, r.decidedAtMs, r.metres, r.seconds]
function toReason([by, decidedAtMs, metres, seconds]: Encoded): Reason {
  return { by, decidedAtMs, metres, seconds }
}

function fromFix(fix: Fix) {
  const { atMs, point, accuracyM, speedTenthKmh, mileageCm, ignition } = fix
  return [atMs, ...fromPoint(point), accuracyM, speedTenthKmh, mileageCm, toBit(ignition)]
}
function toFix([atMs, latitudeE7, longitudeE7, accuracyM, speedTenthKmh, mileageCm, bit]: Encoded): Fix {
  const point = pointOf(latitudeE7, longitudeE7)
  return { atMs, point, accuracyM, speedTenthKmh, mileageCm, ignition: toBoolean(bit) }
}

function fromSums(s: PartSums) {
  const distances = [s.cm, s.bridgedCm, s.driftCm, s.deviceCm, s.odometerBreaks]
  const rest = [s.idleSeconds, s.idlings, s.engineSeconds, s.topSpeedTenthKmh, s.locations]
  return [s.day, ...distances, ...rest, ...(s.part === undefined ? [] : [s.part])]
}
function toSums([day, cm, bridgedCm, driftCm, deviceCm, odometerBreaks, ...rest]: Encoded): PartSums {
  const [idleSeconds, idlings, engineSeconds, topSpeedTenthKmh, locations, part] = rest
  const distances = { cm, bridgedCm, driftCm, deviceCm, odometerBreaks }
  const sums = { day, ...distances, idleSeconds, idlings, engineSeconds, topSpeedTenthKmh, locations }
  return part === undefined ? sums : { ...sums, part }
}

function fromSegment(s: OpenSegment) {
  const { kind, beganAtMs, from, place } = s
  const isMoved = place.latitudeE7 !== from.latitudeE7 || place.longitudeE7 !== from.longitudeE7
  const to = isMoved ? fromPoint(place) : null
  return [kind, beganAtMs, fromPoint(from), to, fromReason(s.began), s.sums.map(fromSums)]
}
function toSegment([kind, beganAtMs, from, to, began, sums]: Encoded): OpenSegment {
  const point = toPoint(from)
  const place = to ? toPoint(to) : point
  return { kind, beganAtMs, from: point, place, began: toReason(began), sums: sums.map(toSums) }
}

function fromHeld({ trip, endedAtMs, to, ended }: HeldTrip) {
  return [fromSegment(trip), endedAtMs, fromPoint(to), fromReason(ended)]
}
function toHeld([trip, endedAtMs, to, ended]: Encoded): HeldTrip {
  return { trip: toSegment(trip), endedAtMs, to: toPoint(to), ended: toReason(ended) }
}

function fromVisit({ area, enteredAtMs, isDeep, cm, idleSeconds, out }: OpenVisit) {
  const outside = out ? [out.atMs, out.cm, out.idleSeconds] : []
  return [area, enteredAtMs, toBit(isDeep), cm, idleSeconds, ...outside]
}
function toVisit([area, enteredAtMs, isDeep, cm, idleSeconds, ...outside]: Encoded): OpenVisit {
  const [atMs, outCm, outIdleSeconds] = outside
  const out = atMs === undefined ? null : { atMs, cm: outCm, idleSeconds: outIdleSeconds }
  return { area, enteredAtMs, isDeep: isDeep === 1, cm, idleSeconds, out }
}

function fromDeparture({ atMs, from, awayCount, hasMoved, farthestCm, goneCm, sums }: Departure) {
  return [atMs, fromPoint(from), awayCount, toBit(hasMoved), farthestCm, goneCm, sums.map(fromSums)]
}
function toDeparture([atMs, from, awayCount, hasMoved, farthestCm, goneCm, sums]: Encoded): Departure {
  const path = { hasMoved: hasMoved === 1, farthestCm, goneCm, sums: sums.map(toSums) }
  return { atMs, from: toPoint(from), awayCount, ...path }
}

function fromHalt({ atMs, place, offAtMs, outside, sums }: Halt) {
  return [atMs, fromPoint(place), offAtMs, outside && fromOutside(outside), sums.map(fromSums)]
}
function toHalt([atMs, place, offAtMs, outside, sums]: Encoded): Halt {
  return {
    atMs,
    place: toPoint(place),
    offAtMs,
    outside: outside && toOutside(outside),
    sums: sums.map(toSums),
  }
}

function fromOutside({ atMs, point, isStationary, isOff }: Outside) {
  return [atMs, ...fromPoint(point), toBit(isStationary), toBit(isOff)]
}
function toOutside([atMs, latitudeE7, longitudeE7, isStationary, isOff]: Encoded): Outside {
  return {
    atMs,
    point: pointOf(latitudeE7, longitudeE7),
    isStationary: isStationary === 1,
    isOff: isOff === 1,
  }
}
