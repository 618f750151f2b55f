import { expect, test } from 'vitest'
import type { FoundEvent, StoredEvent } from './event-changes.ts'
import { compareEvents } from './event-changes.ts'

const fill = (fromMs: number, toMs: number, ml = 50_000): FoundEvent => ({
  ...{ kind: 'fill', partMs: 0, fromMs, toMs, beforeMl: 10_000, afterMl: 10_000 + ml, ml },
  ...{ latitude: 0, longitude: 0 },
})
const stored = (id: string, event: FoundEvent, isConfirmed = false): StoredEvent => ({
  ...event,
  ...{ number: 1, id, version: 3, isConfirmed },
})
const forever = Number.POSITIVE_INFINITY
const compare = (before: StoredEvent[], found: FoundEvent[], untilMs = forever) =>
  compareEvents(before, found, untilMs, () => 'new')
const idsOf = (events: { id: string }[]) => events.map(({ id }) => id)

test('the same event is not written', () => {
  expect(compare([stored('a', fill(1, 5))], [fill(1, 5)])).toEqual({ removed: [], written: [] })
})

test('one that overlaps keeps its id and gets another version', () => {
  const { removed, written } = compare([stored('a', fill(1, 5))], [fill(4, 9, 60_000)])
  expect(removed).toEqual([])
  expect(written).toMatchObject([{ id: 'a', version: 4, isNew: false, ml: 60_000 }])
})

test('of several the one with the nearest end', () => {
  const { written, removed } = compare([stored('a', fill(1, 5)), stored('b', fill(5, 9))], [fill(2, 8)])
  expect([idsOf(written), idsOf(removed)]).toEqual([['b'], ['a']])
})

test('another kind, or another time, is another event', () => {
  const drain: FoundEvent = { ...fill(1, 5), kind: 'drain' }
  const { written, removed } = compare([stored('a', fill(1, 5))], [drain, fill(6, 9)])
  expect(written).toMatchObject([
    { id: 'new', version: 1, isNew: true },
    { id: 'new', version: 1, isNew: true },
  ])
  expect(idsOf(removed)).toEqual(['a'])
})

test('what is confirmed, or computed later, stays', () => {
  const before = [stored('a', fill(1, 5), true), stored('b', { ...fill(1, 5), partMs: 100 })]
  expect(compare(before, [], 100).removed).toEqual([])
  expect(idsOf(compare(before, [], 101).removed)).toEqual(['b'])
})
