import { expect, test } from 'vitest'
import { missed } from '../../scripts/proof/report.ts'
import type { Series } from './sampler.ts'
import { judge } from './verdict.ts'

/** An hour of a healthy installation, a sample every 15 seconds; a test may corrupt it. */
function hour(spoil: Record<string, (minute: number) => number> = {}): Series {
  const well: Record<string, (minute: number) => number> = {
    'recorder: heap after a collection, MB': () => 80,
    'recorder: RSS, MB': () => 200,
    'recorder: file handles': () => 40,
    'recorder: pool waiters': (minute) => (minute % 3 === 0 ? 2 : 0),
    'log: messages waiting': () => 3,
    'log: oldest waiting, s': () => 0.1,
    'newest: updates': (minute) => minute * 1_000,
    'newest: updates in the page': (minute) => minute * 990,
    ...spoil,
  }
  const minutes = Array.from({ length: 241 }, (_, index) => index / 4)
  return new Map(
    Object.entries(well).map(([name, value]) => [
      name,
      minutes.map((minute) => ({ atMs: minute * 60_000, value: value(minute) })),
    ]),
  )
}

const faultsOf = (series: Series, seconds = 3_600) => missed(judge(series, seconds))

test('a healthy installation has no faults', () => {
  expect(faultsOf(hour())).toEqual([])
})

test('finds a heap that retains 5 MB more in an hour', () => {
  const leaking = { 'recorder: heap after a collection, MB': (minute: number) => 80 + minute / 12 }
  expect(faultsOf(hour(leaking))).toEqual(['recorder: heap after a collection, MB: growth'])
})

test('finds a process that grows by a tenth, but does not judge a run of minutes by it', () => {
  const growing = { 'recorder: RSS, MB': (minute: number) => 200 + minute / 2 }
  expect(faultsOf(hour(growing))).toEqual(['recorder: RSS, MB: growth'])
  expect(faultsOf(hour(growing), 300)).toEqual([])
  const bursting = { 'recorder: file handles': (minute: number) => 40 + minute / 5 }
  expect(faultsOf(hour(bursting))).toEqual(['recorder: file handles: growth'])
  expect(faultsOf(hour(bursting), 300)).toEqual([])
})

test('finds growing file handles, waiters and backlog, and updates outside their page', () => {
  const spoilt = {
    'recorder: file handles': (minute: number) => 40 + Math.floor(minute / 6),
    'recorder: pool waiters': () => 1,
    'log: messages waiting': (minute: number) => minute * 30,
    'log: oldest waiting, s': () => 4,
    'newest: updates in the page': (minute: number) => minute * 940,
  }
  expect(faultsOf(hour(spoilt)).toSorted()).toEqual([
    'log: messages waiting: growth',
    'log: oldest waiting, s, median',
    'newest: updates in the page, share',
    'recorder: file handles: growth',
    'recorder: pool waiters, lowest of the last samples',
  ])
})
