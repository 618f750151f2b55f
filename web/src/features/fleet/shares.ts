// Shares of whole numbers. Undefined where nothing can be compared.

/** At most 1: engine times of trackers are not exact. */
export function shareOf(part: number, whole: number | null): number | undefined {
  return whole === null || whole <= 0 ? undefined : Math.min(1, part / whole)
}

/** 0.1 is 10 % more than before. */
export function changeOf(now: number, before: number): number | undefined {
  return before <= 0 ? undefined : now / before - 1
}
