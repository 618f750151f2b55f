// When a vehicle drives and rests: legs that repeat for ever. The position at an instant depends on the instant
// alone, so that past and present agree, however often the demo is stopped and started.

export interface Leg {
  fromS: number
  forS: number
  fromM: number
  /** Equal to `fromM` during a rest. */
  toM: number
  /** Distance driven in the legs before it. */
  beforeM: number
  /** A short stop with the engine running, for a delivery or at a light. */
  isShort?: true
}

export interface Timetable {
  legs: readonly Leg[]
  periodS: number
  /** Distance driven in one period. */
  periodM: number
}

export interface Habit {
  speedKmh: number
  /** Drives so long, pauses, and drives on, until the hours of the day are used up. Without them it never sleeps. */
  driveH?: number
  pauseH?: number
  dayH?: number
  /** At both ends of the route: loading, or in port. */
  endH: number
}

const HOUR_S = 3_600
const DAY_S = 86_400

/** There and back again, with pauses and nights. Days begin at multiples of 24 hours. */
export function shuttle(lengthM: number, habit: Habit): Timetable {
  const { speedKmh, driveH = 1_000, pauseH = 0, dayH, endH } = habit
  const legs = builder()
  const metresPerS = speedKmh / 3.6
  let driven = { day: 0, stretch: 0 }

  function drive(fromM: number, toM: number): void {
    const sign = Math.sign(toM - fromM)
    for (let at = fromM; at !== toM; ) {
      const leftS = Math.abs(toM - at) / metresPerS
      const remainingS = Math.min(driveH * HOUR_S - driven.stretch, (dayH ?? 1_000) * HOUR_S - driven.day)
      const forS = Math.min(leftS, remainingS)
      const to = forS === leftS ? toM : at + sign * forS * metresPerS
      legs.add(forS, at, to)
      at = to
      driven = { day: driven.day + forS, stretch: driven.stretch + forS }
      if (at === toM) break
      if (dayH !== undefined && driven.day >= dayH * HOUR_S - 1) sleep(at)
      else {
        legs.add(pauseH * HOUR_S, at, at)
        driven.stretch = 0
      }
    }
  }

  function sleep(at: number): void {
    const restS = DAY_S - (legs.atS() % DAY_S)
    legs.add(restS, at, at)
    driven = { day: 0, stretch: 0 }
  }

  function stay(at: number): void {
    legs.add(endH * HOUR_S, at, at)
    driven.stretch = 0
    // No departure for the last hour of the day.
    if (
      dayH !== undefined &&
      (driven.day > (dayH - 1.5) * HOUR_S || legs.atS() % DAY_S > (dayH + 2) * HOUR_S)
    ) {
      sleep(at)
    }
  }

  drive(0, lengthM)
  stay(lengthM)
  drive(lengthM, 0)
  stay(0)
  if (dayH !== undefined && legs.atS() % DAY_S > 0) sleep(0)
  return legs.done()
}

/** A daily round with stops; at night the vehicle is parked where it began. */
export function round(stops: readonly { atM: number; stopS: number }[], speedKmh: number): Timetable {
  const legs = builder()
  let at = 0
  for (const { atM, stopS } of stops) {
    legs.add((atM - at) / (speedKmh / 3.6), at, atM)
    legs.add(stopS, atM, atM, true)
    at = atM
  }
  legs.add(Math.max(HOUR_S, DAY_S - (legs.atS() % DAY_S)), at, at)
  return legs.done()
}

function builder() {
  const legs: Leg[] = []
  let atS = 0
  let metres = 0
  return {
    atS: () => atS,
    add(forS: number, fromM: number, toM: number, isShort?: true): void {
      const whole = Math.round(forS)
      if (whole <= 0) return
      legs.push({ fromS: atS, forS: whole, fromM, toM, beforeM: metres, ...(isShort && { isShort }) })
      atS += whole
      metres += Math.abs(toM - fromM)
    },
    done: (): Timetable => ({ legs, periodS: atS, periodM: metres }),
  }
}

/** The leg of an instant within the period. */
export function legAt({ legs }: Timetable, inPeriodS: number): number {
  let [low, high] = [0, legs.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (legs[middle]!.fromS <= inPeriodS) low = middle
    else high = middle - 1
  }
  return low
}
