import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDryRunQueue, createSlowAccounts } from './dry-run-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('slow accounts take half of the threads, the others find a free one', async () => {
  const queue = createDryRunQueue({ maxThreads: 4, maxSlowThreads: 2 })
  const running = new Map<number, () => void>()
  const ended: Promise<void>[] = []
  const start = async (...accounts: number[]) => {
    for (const account of accounts) {
      const work = () => new Promise<void>((resolve) => running.set(account, resolve))
      ended.push(queue(account, work).finally(() => running.delete(account)))
    }
    await vi.advanceTimersByTimeAsync(0)
  }
  const end = async (...accounts: number[]) => {
    for (const account of accounts) running.get(account)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  const names = () => [...running.keys()].sort()

  await start(1, 2, 3, 4)
  expect(names()).toEqual([1, 2, 3, 4])
  await vi.advanceTimersByTimeAsync(6_000)
  await end(1, 2, 3, 4)
  await start(1, 2, 3, 4)
  expect(names()).toEqual([1, 2])
  await start(5)
  expect(names()).toEqual([1, 2, 5])
  await end(1, 5)
  expect(names()).toEqual([2, 3])
  await end(2, 3)
  await end(4)

  await vi.advanceTimersByTimeAsync(600_000)
  await start(1, 2, 3, 4)
  expect(names()).toEqual([1, 2, 3, 4])
  await end(1, 2, 3, 4)
  await Promise.all(ended)
})

test('slow accounts are forgotten after ten minutes, also if they never return', () => {
  const slow = createSlowAccounts()
  for (let account = 1; account <= 100; account += 1) slow.add(account)
  vi.advanceTimersByTime(300_000)
  slow.add(1)
  slow.add(101)
  vi.advanceTimersByTime(300_000)
  slow.add(102)
  expect(slow.count()).toBe(3)
  expect([1, 2, 101, 102].map(slow.has)).toEqual([true, false, true, true])
})
