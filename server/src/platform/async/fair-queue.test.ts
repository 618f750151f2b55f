import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { UnavailableError } from '../http/errors.ts'
import { createFairQueue } from './fair-queue.ts'

const limits = { concurrency: 2, maxQueueLength: 100, maxWaitMs: 5_000 }

test('limits the concurrency of one key, first come first served, without delaying other keys', async () => {
  const queue = createFairQueue(limits)
  let running = 0
  let max = 0
  const order: number[] = []
  const work = (index: number) => async () => {
    order.push(index)
    running += 1
    max = Math.max(max, running)
    await sleep(2)
    running -= 1
    return index
  }
  const ofOne = Promise.all(Array.from({ length: 20 }, (_, index) => queue(1, work(index))))
  await queue(2, async () => {})
  expect(order).toEqual([0, 1])
  expect(await ofOne).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(max).toBe(2)
})

test('failed work releases its slot', async () => {
  const queue = createFairQueue({ ...limits, concurrency: 1 })
  const failing = queue(1, async () => {
    throw new Error('no')
  })
  const next = queue(1, async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

test('work that waits too long, or finds the queue full, is rejected as unavailable', async () => {
  const queue = createFairQueue({ concurrency: 1, maxQueueLength: 1, maxWaitMs: 20 })
  const slow = queue(1, () => sleep(100))
  const late = queue(1, async () => 'late')
  await expect(queue(1, async () => 'tooMany')).rejects.toThrow(UnavailableError)
  await expect(late).rejects.toThrow(UnavailableError)
  await slow
  expect(await queue(1, async () => 'again')).toBe('again')
})
