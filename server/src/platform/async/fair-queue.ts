// Limits concurrent work per key. Waiting work holds no resources: no connection, no lock.

import { UnavailableError } from '../http/errors.ts'

export interface FairQueueLimits {
  concurrency: number
  maxQueueLength: number
  maxWaitMs: number
}

export type FairQueue = <T>(key: number, work: () => Promise<T>) => Promise<T>

interface Queue {
  running: number
  waiting: Set<() => void>
}

export function createFairQueue({ concurrency, maxQueueLength, maxWaitMs }: FairQueueLimits): FairQueue {
  const queues = new Map<number, Queue>()

  function wait(queue: Queue): Promise<void> {
    if (queue.waiting.size >= maxQueueLength) throw new UnavailableError('the queue is full')
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.waiting.delete(proceed)
        reject(new UnavailableError('timed out in the queue'))
      }, maxWaitMs)
      function proceed() {
        clearTimeout(timer)
        resolve()
      }
      queue.waiting.add(proceed)
    })
  }

  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() }
    queues.set(key, queue)
    // Finished work hands its slot to the next in the queue, so new work cannot overtake.
    if (queue.running < concurrency) queue.running += 1
    else await wait(queue)
    try {
      return await work()
    } finally {
      const [next] = queue.waiting
      if (next) {
        queue.waiting.delete(next)
        next()
      } else {
        queue.running -= 1
        if (queue.running === 0) queues.delete(key)
      }
    }
  }
}
