import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Processors } from './pacing.ts'
import { paced } from './pacing.ts'

const idle: Processors = { waitedMs: () => 0, nowMs: () => 0 }

/** Each look is a millisecond later, and in all of it somebody has waited. */
function busy(): Processors {
  let ms = 0
  return { waitedMs: () => ms, nowMs: () => ++ms }
}

/** Notes what is read, and whether the source was closed. */
function source(parts: number) {
  const seen = { read: 0, isClosed: false }
  async function* read() {
    try {
      for (; seen.read < parts; ) {
        seen.read += 1
        yield seen.read
      }
      throw new Error('the database is gone')
    } finally {
      seen.isClosed = true
    }
  }
  return { seen, rows: read() }
}

test('on an idle machine the next part is read while one is written', async () => {
  const { seen, rows } = source(5)
  const parts = paced(rows, idle)
  await parts.next()
  await setImmediate()
  expect(seen.read).toBe(2)
  await parts.return(undefined)
  expect(seen).toEqual({ read: 2, isClosed: true })
})

test('on a busy one it is not', async () => {
  const { seen, rows } = source(5)
  const parts = paced(rows, busy())
  await parts.next()
  await setImmediate()
  expect(seen.read).toBe(1)
  await parts.return(undefined)
})

test('two reports take turns, and a report that ends gives its turn away', async () => {
  const [one, other] = [source(5), source(5)]
  const [first, second] = [paced(one.rows, idle), paced(other.rows, idle)]
  await first.next()
  const waiting = second.next()
  await setImmediate()
  expect(other.seen.read).toBe(0)
  const next = first.next()
  await waiting
  expect(other.seen.read).toBe(1)
  await second.return(undefined)
  await next
  await first.return(undefined)
  expect([one.seen.isClosed, other.seen.isClosed]).toEqual([true, true])
})

test('a failure while reading ahead reaches the writer with the part that fails', async () => {
  const { rows } = source(1)
  const parts = paced(rows, idle)
  expect((await parts.next()).value).toBe(1)
  await setImmediate()
  await expect(parts.next()).rejects.toThrow('the database is gone')
})
