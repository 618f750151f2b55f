import { expect, test } from 'vitest'
import { createBreaker } from './breaker.ts'

function withClock() {
  const clock = { ms: 5_000 }
  const breaker = createBreaker(() => clock.ms)
  const fail = (times: number) =>
    Array.from({ length: times }, () => {
      breaker.begin()
      return breaker.end('bad')
    })
  return { clock, breaker, fail }
}

test('opens after five failures in a row, and lets one request try after 30 s', () => {
  const { clock, breaker, fail } = withClock()
  expect(fail(5)).toEqual([false, false, false, false, true])
  expect(breaker.isReady()).toBe(false)
  clock.ms += 29_999
  expect(breaker.isReady()).toBe(false)
  clock.ms += 1
  expect(breaker.isReady()).toBe(true)
  breaker.begin()
  // The second must wait for the result of the first.
  expect(breaker.isReady()).toBe(false)
  expect(breaker.end('bad')).toBe(false)
  expect(breaker.isReady()).toBe(false)

  clock.ms += 30_000
  breaker.begin()
  breaker.end('good')
  expect([breaker.isReady(), breaker.isOpen()]).toEqual([true, false])
  expect(fail(4)).toEqual([false, false, false, false])
})

test('a success in between begins the count again', () => {
  const { breaker, fail } = withClock()
  fail(4)
  breaker.end('good')
  fail(4)
  expect(breaker.isReady()).toBe(true)
})

test('a refused lookup neither opens nor closes it', () => {
  const { clock, breaker, fail } = withClock()
  for (let n = 0; n < 20; n += 1) breaker.end('neutral')
  expect(breaker.isReady()).toBe(true)
  fail(5)
  clock.ms += 30_000
  breaker.begin()
  breaker.end('neutral')
  expect([breaker.isReady(), breaker.isOpen()]).toEqual([true, true])
})

test('a provider that asks for a pause gets it at once', () => {
  const { clock, breaker } = withClock()
  breaker.begin()
  expect(breaker.end('bad', 60_000)).toBe(true)
  clock.ms += 59_999
  expect(breaker.isReady()).toBe(false)
  clock.ms += 1
  expect(breaker.isReady()).toBe(true)
})
