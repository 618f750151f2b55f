// Looks at what is due, again and again: soon after a look that found much, after a pause otherwise.

import type { Log } from './log.ts'

export interface Sweep {
  stop(): Promise<void>
}

/** `look` says whether there may be more. What it throws is logged, and it looks again. */
export function startSweep(
  { log }: { log: Log },
  { what, everyMs }: { what: string; everyMs: number },
  look: () => Promise<boolean>,
): Sweep {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()
  function next(delayMs: number): void {
    timer = setTimeout(() => {
      looking = look()
        .catch((error) => {
          log.warn({ err: error }, `${what} could not be looked at`)
          return false
        })
        .then((isMore) => {
          if (!stopped) next(isMore ? 0 : everyMs)
        })
    }, delayMs)
  }
  next(0)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await looking
    },
  }
}
