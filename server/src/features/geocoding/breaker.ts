// Stops asking a provider that fails: after failures in a row it opens for a while, then one request tries whether the
// provider is back.

const maxFailures = 5
const openForMs = 30_000

export interface Breaker {
  /** Whether a request may be made now. */
  isReady(): boolean
  isOpen(): boolean
  /** Call it before a request, and `end` after it. */
  begin(): void
  /** `neutral`: it reveals nothing about the provider. Returns whether the breaker has opened by it. */
  end(outcome: 'good' | 'bad' | 'neutral', pauseMs?: number): boolean
}

export function createBreaker(nowMs: () => number): Breaker {
  let failures = 0
  let openUntilMs: number | undefined
  let isTrying = false
  return {
    isReady: () => openUntilMs === undefined || (nowMs() >= openUntilMs && !isTrying),
    isOpen: () => openUntilMs !== undefined,
    begin() {
      isTrying = openUntilMs !== undefined
    },
    end(outcome, pauseMs) {
      isTrying = false
      if (outcome === 'neutral') return false
      if (outcome === 'good') {
        failures = 0
        openUntilMs = undefined
        return false
      }
      failures += 1
      if (failures < maxFailures && pauseMs === undefined) return false
      const wasOpen = openUntilMs !== undefined
      openUntilMs = Math.max(openUntilMs ?? 0, nowMs() + (pauseMs ?? openForMs))
      return !wasOpen
    },
  }
}
