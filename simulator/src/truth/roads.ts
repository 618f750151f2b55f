// The road of a drive: through the town, along a main road, and over land, with what makes the vehicle slow down.

import type { Random } from '../random.ts'
import type { Surroundings } from './truth.types.ts'

export interface RoadPart {
  /** Where it ends, in metres from the beginning of the drive. */
  untilM: number
  speedMs: number
  /** Standard deviation of the curvature, in radians per metre. */
  curvature: number
}

export type RoadEvent =
  | { kind: 'light'; atM: number; seconds: number }
  | { kind: 'turn'; atM: number; angleRad: number }
  | { kind: 'jam'; atM: number; lengthM: number }
  | { kind: 'tunnel'; atM: number; lengthM: number }
  | { kind: 'end'; atM: number }

export interface Road {
  parts: RoadPart[]
  /** In the order of their places. */
  events: RoadEvent[]
}

/** Bends keep their direction over some hundred metres. */
export const bendM = 120
const townM: [number, number] = [300, 900]
const mainM: [number, number] = [1_000, 4_000]
/** Between lights. */
const lonelyM = 200
const kmh = 1 / 3.6
/** From one halt of a jam to the next. */
export const jamGoM: [number, number] = [50, 150]

/** Radians that the direction wanders over a kilometre, as the curvature that leads to it. */
const curvatureOf = (wanderDeg: number) => ((wanderDeg * Math.PI) / 180) * Math.sqrt(1 / (2 * bendM * 1_000))

const town = { kmh: [25, 40], wanderDeg: 25 } as const
const main = { kmh: [45, 65], wanderDeg: 18 } as const
const country = { kmh: [70, 95], wanderDeg: 14 } as const
const motorway = { kmh: [95, 120], wanderDeg: 7 } as const

type RoadClass = typeof town | typeof main | typeof country | typeof motorway

export function planRoad(random: Random, metres: number, surroundings: Surroundings): Road {
  const parts: RoadPart[] = []
  const add = ({ kmh: [min, max], wanderDeg }: RoadClass, lengthM: number) => {
    const untilM = Math.min(metres, (parts.at(-1)?.untilM ?? 0) + lengthM)
    parts.push({ untilM, speedMs: random.between(min, max) * kmh, curvature: curvatureOf(wanderDeg) })
  }
  const [townOut, townIn] = [random.between(...townM), random.between(...townM)].map((part) =>
    Math.min(part, metres / 5),
  )
  const [mainOut, mainIn] = [random.between(...mainM), random.between(...mainM)].map((part) =>
    Math.min(part, metres / 4),
  )
  add(town, townOut!)
  add(main, mainOut!)
  const overLandM = metres - townOut! - mainOut! - mainIn! - townIn!
  add(overLandM > 15_000 ? motorway : country, overLandM)
  add(main, mainIn!)
  add(town, metres)
  return { parts, events: planEvents(random, metres, parts, surroundings) }
}

function planEvents(
  random: Random,
  metres: number,
  parts: RoadPart[],
  { jamShare, tunnelShare }: Surroundings,
): RoadEvent[] {
  const events: RoadEvent[] = [{ kind: 'end', atM: metres }]
  // Junctions are between the classes of road, and in town. Most of them have a light.
  const [townOutM, mainOutM, overLandM, mainInM] = parts.map(({ untilM }) => untilM)
  const junctions = [townOutM! * random.between(0.3, 0.7), townOutM!, mainOutM!, overLandM!, mainInM!]
  for (const atM of junctions) {
    if (random.next() < 0.3) continue
    const angleRad = random.between(0.7, 1.7) * (random.next() < 0.5 ? -1 : 1)
    if (random.next() < 0.6) events.push({ kind: 'light', atM: atM - 5, seconds: random.between(8, 90) })
    events.push({ kind: 'turn', atM, angleRad })
  }
  for (const [fromM, toM] of [
    [0, mainOutM!],
    [overLandM!, metres],
  ] as const) {
    for (let atM = fromM + random.between(200, 1_500); atM < toM; atM += random.between(400, 2_500)) {
      events.push({ kind: 'light', atM, seconds: random.between(8, 90) })
    }
  }
  const within = (lengthM: number) => random.between(0.1, 0.9) * (metres - lengthM)
  let isTunnel = (_fromM: number, _toM: number) => false
  if (random.next() < tunnelShare) {
    const lengthM = Math.min(metres / 3, random.next() < 0.1 ? 25_000 : random.between(400, 5_000))
    const atM = within(lengthM)
    events.push({ kind: 'tunnel', atM, lengthM })
    isTunnel = (fromM, toM) => fromM < atM + lengthM && toM > atM
  }
  if (random.next() < jamShare) {
    const lengthM = Math.min(metres / 3, random.between(400, 2_500))
    const atM = within(lengthM)
    // Half an hour of stop and go without reception is a gap by definition, and nobody could know of the trip. The last
    // stretch of a jam may be longer than what was left of it.
    if (!isTunnel(atM, atM + lengthM + jamGoM[1])) events.push({ kind: 'jam', atM, lengthM })
  }
  return withDistance(events.sort((a, b) => a.atM - b.atM))
}

/** Two halts in nearly the same place would be one, and one beside the beginning or the end would be part of the stop. */
function withDistance(events: RoadEvent[]): RoadEvent[] {
  const endM = events.at(-1)!.atM
  let lightM = 0
  return events.filter(({ kind, atM }) => {
    if (kind !== 'light') return true
    if (atM - lightM < lonelyM || endM - atM < lonelyM) return false
    lightM = atM
    return true
  })
}
