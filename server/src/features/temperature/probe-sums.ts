// Sums of temperatures by probe, in windows of time. A pure function of the readings in their order.

import type { MeasuredWindow, ProbeSums, TemperatureRange, TemperatureRow } from './temperature.types.ts'

/** A reading counts until the next one of its probe, but not over a longer silence. */
export const maxHoldMs = 3_600_000
const probes = [0, 1] as const

export interface WindowSums {
  window: MeasuredWindow
  /** Those with readings. */
  probes: ProbeSums[]
}

interface SumsOfWindow {
  window: MeasuredWindow
  byProbe: (ProbeSums | undefined)[]
  doorMs: number | null
}

/** A value that counts until the next one. Outside of all windows it has no sums. */
interface Held<T> {
  atMs: number
  value: T
  sums: SumsOfWindow | undefined
}

/** Windows are in the order of time and do not overlap. */
export function createProbeSums(windows: readonly MeasuredWindow[], range: TemperatureRange) {
  const found: SumsOfWindow[] = []
  const last: (Held<number> | undefined)[] = [undefined, undefined]
  let door: Held<boolean> | undefined
  const hasRange = range.minC !== undefined || range.maxC !== undefined
  let at = 0

  function sumsAt(atMs: number): SumsOfWindow | undefined {
    while (at < windows.length && windows[at]!.toMs <= atMs) at += 1
    const window = windows[at]
    if (!window || window.fromMs > atMs) return undefined
    if (found.at(-1)?.window !== window) found.push({ window, byProbe: [], doorMs: null })
    return found.at(-1)
  }

  function addReading({ byProbe }: SumsOfWindow, probe: number, celsius: number): void {
    const sums = byProbe[probe]
    if (sums) {
      sums.readings += 1
      sums.minC = Math.min(sums.minC, celsius)
      sums.maxC = Math.max(sums.maxC, celsius)
      return
    }
    const nothing = { weighted: 0, knownMs: 0, outMs: hasRange ? 0 : null, doorMs: null }
    byProbe[probe] = { probe: probe + 1, readings: 1, minC: celsius, maxC: celsius, ...nothing }
  }

  function addHeld({ byProbe }: SumsOfWindow, probe: number, celsius: number, ms: number): void {
    const sums = byProbe[probe]!
    sums.weighted += celsius * ms
    sums.knownMs += ms
    if (sums.outMs !== null && isOutside(celsius, range)) sums.outMs += ms
  }

  return {
    take({ atMs, temperatures, isDoorOpen }: TemperatureRow): void {
      const sums = sumsAt(atMs)
      if (door?.sums) {
        door.sums.doorMs = (door.sums.doorMs ?? 0) + (door.value ? heldMs(door, door.sums, atMs) : 0)
      }
      door = isDoorOpen === null ? undefined : { atMs, value: isDoorOpen, sums }
      for (const probe of probes) {
        const celsius = temperatures[probe]
        if (celsius === null) continue
        const before = last[probe]
        if (before?.sums) addHeld(before.sums, probe, before.value, heldMs(before, before.sums, atMs))
        last[probe] = { atMs, value: celsius, sums }
        if (sums) addReading(sums, probe, celsius)
      }
    },
    /** In the order of the windows; those without readings are absent. */
    end(): WindowSums[] {
      return found.flatMap(({ window, byProbe, doorMs }) => {
        const measured = byProbe.filter((one) => one !== undefined)
        const withDoor = measured.map((sums, order) => (order === 0 ? { ...sums, doorMs } : sums))
        return measured.length > 0 ? [{ window, probes: withDoor }] : []
      })
    },
  }
}

/** The part of the time since then that lies in the window. */
function heldMs({ atMs }: { atMs: number }, { window }: SumsOfWindow, untilMs: number): number {
  return untilMs - atMs > maxHoldMs ? 0 : Math.min(untilMs, window.toMs) - atMs
}

function isOutside(celsius: number, { minC, maxC }: TemperatureRange): boolean {
  return (minC !== undefined && celsius < minC) || (maxC !== undefined && celsius > maxC)
}
