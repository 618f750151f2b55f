// Slots per key. Work of a key beyond its slots waits in order, and holds no resources while it waits.

export interface SlotLimits {
  concurrency: number
  maxQueueLength: number
  maxWaitMs: number
}

export interface Slots<Key> {
  /** Undefined if the key has a free slot, which is taken then. Otherwise a promise of one, or a throw. */
  take(key: Key): Promise<void> | undefined
  release(key: Key): void
}

interface Queue {
  running: number
  waiting: Set<() => void>
}

/** `refusal` makes the error for a full queue, and for a wait that took too long. */
export function createSlots<Key>(
  { concurrency, maxQueueLength, maxWaitMs }: SlotLimits,
  refusal: (reason: string) => Error,
): Slots<Key> {
  const queues = new Map<Key, Queue>()

  function wait(queue: Queue): Promise<void> {
    if (queue.waiting.size >= maxQueueLength) throw refusal('the queue is full')
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.waiting.delete(proceed)
        reject(refusal('timed out in the queue'))
      }, maxWaitMs)
      function proceed() {
        clearTimeout(timer)
        resolve()
      }
      queue.waiting.add(proceed)
    })
  }

  return {
    take(key) {
      const queue = queues.get(key)
      if (!queue) queues.set(key, { running: 1, waiting: new Set() })
      else if (queue.running < concurrency) queue.running += 1
      else return wait(queue)
      return undefined
    },
    // Finished work hands its slot to the next in the queue, so new work cannot overtake.
    release(key) {
      const queue = queues.get(key)
      if (!queue) return
      const [next] = queue.waiting
      if (next) {
        queue.waiting.delete(next)
        next()
      } else {
        queue.running -= 1
        if (queue.running === 0) queues.delete(key)
      }
    },
  }
}
