import { describe, expect, test } from 'vitest'
import { createPace } from './pace.ts'

function paced(requestsPerSecond: number) {
  const clock = { ms: 1_000_000 }
  const pace = createPace(requestsPerSecond, () => clock.ms)
  const startsOf = new Map<number, number[]>()
  return {
    clock,
    pace,
    startsOf,
    /** A request that is answered at once. */
    ask(accountId: number): string {
      const reason = pace.take(accountId)
      if (reason) return reason
      pace.release(accountId)
      startsOf.set(accountId, [...(startsOf.get(accountId) ?? []), clock.ms])
      return 'taken'
    },
  }
}

/** The most starts in any second. */
function peakOf(starts: number[]): number {
  return Math.max(0, ...starts.map((from) => starts.filter((at) => at >= from && at < from + 1_000).length))
}

describe('the pace', () => {
  test.each([1, 2, 5, 50])('of %d per second is never exceeded', (perSecond) => {
    const { clock, ask, startsOf } = paced(perSecond)
    for (let step = 0; step < 3_000; step += 1) {
      clock.ms += 7
      for (const account of [1, 1, 1, 2, 3]) ask(account)
    }
    const all = [...startsOf.values()].flat()
    expect(peakOf(all)).toBeLessThanOrEqual(perSecond)
    // Shares are whole numbers, and one request is kept.
    expect(all.length).toBeGreaterThan(21 * perSecond * 0.55)
  })

  test('can be less than one per second, or broken', () => {
    const slow = paced(0.5)
    expect(slow.ask(1)).toBe('taken')
    slow.clock.ms += 1_999
    expect(slow.ask(1)).toBe('pace')
    slow.clock.ms += 1
    expect(slow.ask(1)).toBe('taken')

    const { clock, ask, startsOf } = paced(2.5)
    for (; clock.ms < 1_010_000; clock.ms += 10) ask(1 + (clock.ms % 3))
    expect([...startsOf.values()].flat().length).toBeLessThanOrEqual(26)
  })

  test('is all of an account that is alone, except one request', () => {
    const { ask } = paced(10)
    const results = Array.from({ length: 12 }, () => ask(1))
    expect(results.filter((one) => one === 'taken').length).toBe(9)
    expect(results.at(-1)).toBe('share')
    expect(ask(2)).toBe('taken')
  })
})

describe('a second account', () => {
  test('gets its first request at once while another floods', () => {
    const { clock, ask } = paced(5)
    for (let step = 0; step < 1_000; step += 1) {
      clock.ms += 3
      for (let n = 0; n < 20; n += 1) ask(1)
    }
    expect(ask(2)).toBe('taken')
  })

  test.each([1, 2, 5, 20])('gets its share of %d per second while another floods', (perSecond) => {
    const { clock, ask, startsOf } = paced(perSecond)
    for (let step = 0; step < 6_000; step += 1) {
      clock.ms += 10
      for (let n = 0; n < 20; n += 1) ask(1)
      ask(2)
    }
    const [flooding, second] = [startsOf.get(1)!.length, startsOf.get(2)!.length]
    expect(second).toBeGreaterThan(flooding * 0.8)
  })

  test('does not share with accounts that left', () => {
    const { clock, ask } = paced(11)
    for (let account = 2; account <= 6; account += 1) ask(account)
    expect(Array.from({ length: 10 }, () => ask(1)).filter((one) => one === 'taken').length).toBe(1)
    clock.ms += 60_000
    expect(Array.from({ length: 12 }, () => ask(1)).filter((one) => one === 'taken').length).toBe(10)
  })
})

test('more accounts than requests take turns', () => {
  const { clock, ask, startsOf } = paced(2)
  for (let step = 0; step < 6_000; step += 1) {
    clock.ms += 20
    for (let account = 1; account <= 8; account += 1) ask(account)
  }
  const counts = [...startsOf.values()].map((starts) => starts.length)
  expect(counts.length).toBe(8)
  expect(Math.min(...counts)).toBeGreaterThan(Math.max(...counts) * 0.7)
})

test('requests in flight are bounded, and no account has all of them', () => {
  const { pace, clock } = paced(1_000)
  const taken = (accountId: number) => {
    let count = 0
    while (pace.take(accountId) === undefined) count += 1
    return count
  }
  expect(taken(1)).toBe(31)
  expect(taken(2)).toBe(1)
  expect(pace.take(3)).toBe('pace')
  for (let n = 0; n < 31; n += 1) pace.release(1)
  // They ended, but the one of account 2 hangs.
  clock.ms += 60_000
  expect(taken(1)).toBe(15)
})
