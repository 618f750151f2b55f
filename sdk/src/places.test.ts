import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPlaces, createThinnedPlaces } from './places.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a stream goes on behind what was heard last', () => {
  const places = createPlaces('a0')
  expect(places.last()).toBe('a0')
  for (const id of ['a1', 'a2']) places.pass(id)
  expect(places.last()).toBe('a2')
})

test('a thinned stream goes on behind a place before all that may still be held back, and repeats nothing', () => {
  const places = createThinnedPlaces(undefined, 2)
  const heard: { id: string; atMs: number }[] = []
  for (let second = 0; second < 60; second += 1) {
    const id = `a${second}`
    places.pass(id)
    expect(places.isNew(id)).toBe(true)
    heard.push({ id, atMs: Date.now() })
    const behind = heard.find((one) => one.id === places.last())!
    if (second > 12) expect(Date.now() - behind.atMs).toBeGreaterThanOrEqual(2_500)
    expect(Date.now() - behind.atMs).toBeLessThan(12_000)
    for (const one of heard.filter(({ atMs }) => atMs > behind.atMs)) expect(places.isNew(one.id)).toBe(false)
    vi.advanceTimersByTime(1_000)
  }
})
