import { expect, test } from 'vitest'
import { createPacing } from './giving-way.ts'

const waitMs = 400
const options = { waitMs, everyMs: 20 }
const partition = 0

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

const busWith = (oldestPending: () => Promise<{ partition: number; at: Date | undefined }[]>) => ({
  bus: { locations: { oldestPending } },
})
const pendingFor = (ms: number) => Promise.resolve([{ partition, at: new Date(Date.now() - ms) }])

test('waits while recorders lag, and goes on once they do not', async () => {
  let lagMs = 60_000
  setTimeout(() => {
    lagMs = 0
  }, 100)
  const { giveWay } = createPacing(
    busWith(() => pendingFor(lagMs)),
    () => false,
    options,
  )
  const ms = await timeOf(giveWay)
  expect(ms).toBeGreaterThan(80)
  expect(ms).toBeLessThan(waitMs - 50)
})

test('never waits longer than its limit, or for a process that stops', async () => {
  const lagging = busWith(() => pendingFor(3_600_000))
  expect(await timeOf(createPacing(lagging, () => false, options).giveWay)).toBeGreaterThan(waitMs - 50)
  expect(await timeOf(createPacing(lagging, () => true, options).giveWay)).toBeLessThan(waitMs / 2)
})

test('does not wait for a short delay, an empty log, or a bus that is unavailable', async () => {
  for (const oldestPending of [
    () => pendingFor(3_000),
    () => Promise.resolve([{ partition, at: undefined }]),
    () => Promise.reject(new Error('unavailable')),
  ]) {
    const { giveWay } = createPacing(busWith(oldestPending), () => false, options)
    expect(await timeOf(giveWay)).toBeLessThan(waitMs / 2)
  }
})
