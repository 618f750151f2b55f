// Looks at what is due, again and again: soon after a look that found much, after a pause otherwise.

import type { Log } from '../observability/log.ts'

export interface Sweep {
  /** Looks at once, or once more after the look that is on its way. */
  wake(): void
  stop(): Promise<void>
}

/** `look` says whether there may be more. What it throws is logged, and it looks again. */
export function startSweep(
  { log }: { log: Log },
  { what, everyMs }: { what: string; everyMs: number },
  look: () => Promise<boolean>,
): Sweep {
  let stopped = false
  let isLooking = false
  let isWoken = false
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()
  function next(delayMs: number): void {
    timer = setTimeout(() => {
      isLooking = true
      isWoken = false
      looking = look()
        .catch((error) => {
          log.warn({ err: error }, `${what} could not be looked at`)
          return false
        })
        .then((isMore) => {
          isLooking = false
          if (!stopped) next(isMore || isWoken ? 0 : everyMs)
        })
    }, delayMs)
  }
  next(0)
  return {
    wake() {
      isWoken = true
      if (isLooking || stopped) return
      clearTimeout(timer)
      next(0)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await looking
    },
  }
}
