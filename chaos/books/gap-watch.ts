// Measures the longest time between two successes.

export interface GapWatch {
  succeed(): void
  watch(): void
  longestGapMs(): number
  /** Whether successes have been frequent for some seconds. */
  isFlowing(): boolean
}

const closeMs = 2_000
const flowsForMs = 5_000

export function createGapWatch(): GapWatch {
  let lastAtMs = performance.now()
  let flowsSinceMs = lastAtMs
  let longestMs = 0
  const waitingMs = () => performance.now() - lastAtMs
  return {
    succeed() {
      longestMs = Math.max(longestMs, waitingMs())
      if (waitingMs() > closeMs) flowsSinceMs = performance.now()
      lastAtMs = performance.now()
    },
    watch() {
      longestMs = 0
      flowsSinceMs = performance.now()
    },
    longestGapMs: () => Math.round(Math.max(longestMs, waitingMs())),
    isFlowing: () => waitingMs() < closeMs && performance.now() - flowsSinceMs > flowsForMs,
  }
}
