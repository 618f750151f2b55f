import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { UnavailableError } from '../http/errors.ts'
import { createTurns } from './fair-queue.ts'

const limits = { atOnce: 2, longestLine: 100, longestWaitMs: 5_000 }

test('so many of one key run at once, in the order they came, and other keys do not wait for them', async () => {
  const turns = createTurns(limits)
  let running = 0
  let most = 0
  const order: number[] = []
  const work = (index: number) => async () => {
    order.push(index)
    running += 1
    most = Math.max(most, running)
    await sleep(2)
    running -= 1
    return index
  }
  const ofOne = Promise.all(Array.from({ length: 20 }, (_, index) => turns(1, work(index))))
  await turns(2, async () => {})
  expect(order).toEqual([0, 1])
  expect(await ofOne).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(most).toBe(2)
})

test('a turn that fails is given on like any other', async () => {
  const turns = createTurns({ ...limits, atOnce: 1 })
  const failing = turns(1, async () => {
    throw new Error('no')
  })
  const next = turns(1, async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

test('whoever waits too long, or comes to a line that is too long, is told to try again', async () => {
  const turns = createTurns({ atOnce: 1, longestLine: 1, longestWaitMs: 20 })
  const slow = turns(1, () => sleep(100))
  const late = turns(1, async () => 'late')
  await expect(turns(1, async () => 'tooMany')).rejects.toThrow(UnavailableError)
  await expect(late).rejects.toThrow(UnavailableError)
  await slow
  expect(await turns(1, async () => 'again')).toBe('again')
})
