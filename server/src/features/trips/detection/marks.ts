// Marks of users on a track: instants at which a trip is cut in two, or at which two trips are joined.

export interface TrackMarks {
  /** In the order of time. The first usable location at or after a cut ends the trip and begins another. */
  cutsAtMs: readonly number[]
  /** In the order of time. A stop between two trips is part of one trip if it covers a join. */
  joinsAtMs: readonly number[]
}

export const noMarks: TrackMarks = { cutsAtMs: [], joinsAtMs: [] }

/** A join does not change a stop that began longer before it, so that a recomputation for it is bounded. */
export const maxJoinMs = 24 * 3_600_000

export const markKinds = ['cut', 'join'] as const
export type MarkKind = (typeof markKinds)[number]

/** Whether the list has an instant from one, inclusive, to another. */
export function hasMark(list: readonly number[], fromMs: number, untilMs: number): boolean {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle]! < fromMs) low = middle + 1
    else high = middle
  }
  return low < list.length && list[low]! < untilMs
}

/** What a mark can change begins here: the state at the opening of this day does not depend on it. */
export function affectedFromMs(kind: MarkKind, atMs: number): number {
  return kind === 'join' ? atMs - maxJoinMs : atMs
}
