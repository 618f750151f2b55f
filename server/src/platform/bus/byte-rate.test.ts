import { afterEach, expect, test, vi } from 'vitest'
import { createByteRate } from './byte-rate.ts'
import { createUnstored } from './unstored.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a rate allows a burst, then what refills; other keys are not affected', () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  const rate = createByteRate(1_000, 5_000)
  expect([rate.take('a', 4_000), rate.take('a', 1_000), rate.take('a', 1_000)]).toEqual([0, 0, 1])
  expect(rate.take('b', 5_000)).toBe(0)
  vi.advanceTimersByTime(2_000)
  expect([rate.take('a', 2_000), rate.take('a', 3_000)]).toEqual([0, 3])
})

test('bytes count until everything before them is stored, however many slots they fill', () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  const unstored = createUnstored()
  const beganMs = Date.now()
  for (let second = 0; second < 100; second += 1) {
    unstored.add(7, 10)
    vi.advanceTimersByTime(1_000)
  }
  unstored.add(8, 5)
  expect([unstored.of(7), unstored.of(8), unstored.of(9)]).toEqual([1_000, 5, 0])
  unstored.release(beganMs + 95_000)
  expect([unstored.of(7), unstored.of(8)]).toEqual([50, 5])
  unstored.release(Date.now() + 1)
  expect([unstored.of(7), unstored.of(8)]).toEqual([0, 0])
})
