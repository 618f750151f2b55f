// Computing time of an account for finding geofences around points. Most take microseconds; an account can draw some
// that take milliseconds, and a list has a thousand points, during which this process does nothing else.

/** In one go, and per second on average: a tenth of a core. */
const burstMs = 50
const msPerSecond = 100

export interface GeofenceBudget {
  /** Whether there is time left for a point. */
  isLeft(): boolean
  spend(ms: number): void
}

export function createGeofenceBudget(nowMs = () => performance.now()): GeofenceBudget {
  let leftMs = burstMs
  let atMs = nowMs()
  return {
    isLeft() {
      const now = nowMs()
      leftMs = Math.min(burstMs, leftMs + ((now - atMs) / 1_000) * msPerSecond)
      atMs = now
      return leftMs > 0
    },
    spend(ms) {
      leftMs -= ms
    },
  }
}
