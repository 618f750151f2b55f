import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPacedQueue } from './paced-queue.ts'

const paceMs = 200

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** The batch, and how long it took by the fake clock. */
async function takeTimed(queue: ReturnType<typeof createPacedQueue<number>>, max: number) {
  const startedAt = performance.now()
  const taking = queue.take(max).then((taken) => ({ taken, afterMs: performance.now() - startedAt }))
  await vi.advanceTimersByTimeAsync(1_000)
  return taking
}

test('an item after a pause is taken at once', async () => {
  const queue = createPacedQueue<number>(paceMs)
  for (const number of [1, 2]) {
    queue.add(number)
    expect(await takeTimed(queue, 10)).toEqual({ taken: [number], afterMs: 0 })
  }
})

test('a waiting taker receives the next item, or an empty batch after a timeout', async () => {
  const queue = createPacedQueue<number>(paceMs)
  setTimeout(() => queue.add(1), 20)
  expect(await takeTimed(queue, 10)).toEqual({ taken: [1], afterMs: 20 })
  expect(await takeTimed(queue, 10)).toEqual({ taken: [], afterMs: 500 })
})

test('items that follow soon are taken together, in order, after the pace', async () => {
  const queue = createPacedQueue<number>(paceMs)
  queue.add(1)
  await queue.take(10)
  queue.add(2)
  setTimeout(() => queue.add(3), 50)
  expect(await takeTimed(queue, 10)).toEqual({ taken: [2, 3], afterMs: paceMs })
})

test('a full batch does not wait, and leaves the rest', async () => {
  const queue = createPacedQueue<number>(paceMs)
  queue.add(1)
  await queue.take(2)
  queue.add(2)
  setTimeout(() => [3, 4].forEach(queue.add), 20)
  expect(await takeTimed(queue, 2)).toEqual({ taken: [2, 3], afterMs: 20 })
  expect(queue.waiting).toEqual([4])

  queue.add(5)
  await queue.take(2)
  queue.add(6)
  queue.add(7)
  expect(await takeTimed(queue, 2)).toEqual({ taken: [6, 7], afterMs: 0 })
})
