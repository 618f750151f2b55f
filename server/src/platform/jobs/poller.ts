// Polls for due work: again at once after a full poll, after a pause otherwise.

import type { Log } from '../observability/log.ts'

export interface Poller {
  /** Polls at once, or once more after the current poll. */
  wake(): void
  stop(): Promise<void>
}

/** `poll` returns whether there may be more. Its errors are logged, and polling continues. */
export function startPoller(
  { log }: { log: Log },
  { what, everyMs }: { what: string; everyMs: number },
  poll: () => Promise<boolean>,
): Poller {
  let stopped = false
  let isPolling = false
  let isWoken = false
  let timer: NodeJS.Timeout | undefined
  let polling = Promise.resolve()
  function next(delayMs: number): void {
    timer = setTimeout(() => {
      isPolling = true
      isWoken = false
      polling = poll()
        .catch((error) => {
          log.warn({ err: error }, `polling ${what} failed`)
          return false
        })
        .then((isMore) => {
          isPolling = false
          if (!stopped) next(isMore || isWoken ? 0 : everyMs)
        })
    }, delayMs)
  }
  next(0)
  return {
    wake() {
      isWoken = true
      if (isPolling || stopped) return
      clearTimeout(timer)
      next(0)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await polling
    },
  }
}
