import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LoggedEvent } from '../events/event.types.ts'
import type { Throttle } from './throttle.ts'
import { createThrottle } from './throttle.ts'

let sent: string[]
let throttle: Throttle
beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  throttle = createThrottle(2, (events) => sent.push(...events.map(({ json }) => json)))
})
afterEach(() => {
  throttle.stop()
  vi.useRealTimers()
})

/** `A1` is the first location of device A. */
function pass(...names: string[]): string[] {
  const events = names.map((name) => ({ kind: 'location', deviceNumber: name.charCodeAt(0), json: name }))
  return throttle.pass(events as LoggedEvent[]).map(({ json }) => json)
}

test('while a stream catches up, the last location of each device is kept, in the order of the log', () => {
  expect(pass('A1', 'B1', 'B2', 'A2')).toEqual([])
  vi.advanceTimersByTime(3_000)
  expect([sent, throttle.hasPending()]).toEqual([[], true])
  throttle.caughtUp()
  expect([sent, throttle.hasPending()]).toEqual([['B2', 'A2'], false])
  expect(pass('A3', 'C1')).toEqual(['C1'])
  vi.advanceTimersByTime(2_500)
  expect(sent).toEqual(['B2', 'A2', 'A3'])
})

test('while a stream catches up for long, nothing is kept for longer than two intervals', () => {
  expect(pass('A1')).toEqual([])
  vi.advanceTimersByTime(4_500)
  expect(sent).toEqual(['A1'])
  expect(pass('A2', 'B1')).toEqual(['B1'])
})
