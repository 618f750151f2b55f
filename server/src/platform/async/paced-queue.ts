// A queue for batches, where the batch itself is the main cost. The first item after a pause is taken at once; under
// load, batches are taken at a fixed pace, and so grow with the load.

export interface PacedQueue<T> {
  readonly waiting: readonly T[]
  add(one: T): void
  /** Waits for an item; resolves with an empty batch after a timeout. */
  take(max: number): Promise<T[]>
}

const emptyForMs = 500

export function createPacedQueue<T>(paceMs: number): PacedQueue<T> {
  const waiting: T[] = []
  let takenAtMs = Number.NEGATIVE_INFINITY
  let enough = 1
  let wake = () => {}

  function gather(count: number, timeoutMs: number): Promise<void> {
    enough = count
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs).unref()
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    waiting,
    add(one) {
      waiting.push(one)
      if (waiting.length >= enough) wake()
    },
    async take(max) {
      if (waiting.length === 0) await gather(1, emptyForMs)
      const restMs = takenAtMs + paceMs - performance.now()
      if (restMs > 0 && waiting.length > 0 && waiting.length < max) await gather(max, restMs)
      if (waiting.length > 0) takenAtMs = performance.now()
      return waiting.splice(0, max)
    },
  }
}
