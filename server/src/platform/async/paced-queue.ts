// What waits to be worked on in batches, where a batch costs more than what is in it. What comes after a pause is taken
// at once; while more keeps coming, batches are taken no oftener than the pace, and so grow with the load.

export interface PacedQueue<T> {
  readonly waiting: readonly T[]
  add(one: T): void
  /** Waits until there is something, or a while has passed. */
  take(most: number): Promise<T[]>
}

const emptyForMs = 500

export function createPacedQueue<T>(paceMs: number): PacedQueue<T> {
  const waiting: T[] = []
  let takenAtMs = Number.NEGATIVE_INFINITY
  let enough = 1
  let wake = () => {}

  function gather(count: number, longestMs: number): Promise<void> {
    enough = count
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, longestMs).unref()
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
    async take(most) {
      if (waiting.length === 0) await gather(1, emptyForMs)
      const restMs = takenAtMs + paceMs - performance.now()
      if (restMs > 0 && waiting.length > 0 && waiting.length < most) await gather(most, restMs)
      if (waiting.length > 0) takenAtMs = performance.now()
      return waiting.splice(0, most)
    },
  }
}
