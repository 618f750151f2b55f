import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SlotTime } from './slot-time.ts'
import { createSlotTime } from './slot-time.ts'

let time: SlotTime
beforeEach(() => {
  vi.useFakeTimers()
  time = createSlotTime(() => new Error('busy'))
})
afterEach(() => vi.useRealTimers())

/** Requests of 100 ms, as many at once as there are slots, for so many seconds. Returns how many were made. */
async function flood(key: string, seconds: number, { slots = 5, beside = () => {} } = {}): Promise<number> {
  const end = performance.now() + seconds * 1_000
  let made = 0
  const client = async () => {
    while (performance.now() < end) {
      const waiting = time.begin(key)
      await waiting
      await new Promise((resolve) => setTimeout(resolve, 100))
      time.end(key, 100, { isInTurn: waiting !== undefined })
      made += 1
    }
  }
  const clients = Array.from({ length: slots }, client)
  for (let ms = 0; ms < seconds * 1_000; ms += 100) {
    beside()
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(60_000)
  await Promise.all(clients)
  return made
}
const other = () => {
  expect(time.begin('other')).toBeUndefined()
  time.end('other', 20, { isInTurn: false })
}

test('an account alone uses all its slots', async () => {
  expect(await flood('busy', 20)).toBeGreaterThan(950)
})

test('an account beside another uses what it has saved, and then half of the time', async () => {
  // 5 s saved, and 10 s earned in 20 s.
  const made = await flood('busy', 20, { beside: other })
  expect(made).toBeGreaterThan(130)
  expect(made).toBeLessThan(170)
})

test('an account within its budget never waits', async () => {
  for (let second = 0; second < 60; second += 1) {
    for (const key of ['one', 'other']) {
      expect(time.begin(key)).toBeUndefined()
      time.end(key, 400, { isInTurn: false })
    }
    await vi.advanceTimersByTimeAsync(1_000)
  }
})

test('a slow client counts as one second', async () => {
  for (let index = 0; index < 5; index += 1) {
    other()
    expect(time.begin('slow')).toBeUndefined()
    time.end('slow', 10_000, { isInTurn: false })
  }
  await vi.advanceTimersByTimeAsync(1)
  other()
  expect(time.begin('slow')).toBeUndefined()
})
