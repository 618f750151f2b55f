import { expect, test } from 'vitest'
import type { Rate } from './playback.ts'
import { createPlayback } from './playback.ts'
import type { Segment, SegmentKind } from './segments.ts'

const minuteMs = 60_000

function segment(kind: SegmentKind, fromMinute: number, toMinute: number): Segment {
  return {
    kind,
    first: 0,
    last: 0,
    fromMs: fromMinute * minuteMs,
    toMs: toMinute * minuteMs,
    distanceM: 0,
    maxSpeedKmh: 0,
  }
}

/** A clock that advances only on demand. */
function play(rate: Rate = 60, atMinute = 0) {
  const waiting = new Set<(passedMs: number) => void>()
  const segments = [
    segment('driving', 0, 10),
    segment('stopped', 10, 30),
    segment('driving', 30, 40),
    segment('stopped', 40, 50),
    segment('noData', 50, 60),
    segment('driving', 60, 70),
  ]
  const playback = createPlayback(
    { fromMs: 0, toMs: 70 * minuteMs, segments },
    { atMs: atMinute * minuteMs, rate },
    (callback) => {
      waiting.add(callback)
      return () => waiting.delete(callback)
    },
  )
  let clockMs = 1_000
  /** As many frames as a browser would have drawn. */
  const pass = (seconds: number) => {
    const untilMs = clockMs + seconds * 1_000
    do {
      const [callback] = waiting
      waiting.clear()
      callback?.(clockMs)
      clockMs = Math.min(untilMs, clockMs + 500)
    } while (clockMs < untilMs)
    const [callback] = waiting
    waiting.clear()
    callback?.(clockMs)
  }
  return { playback, pass, waiting, minute: () => playback.get().atMs / minuteMs }
}

test('a second at 60× is a minute', () => {
  const { playback, pass, minute } = play()
  playback.toggle()
  pass(1)
  pass(1.5)
  expect(minute()).toBe(2.5)
})

test('while paused, time stops and no frame is requested', () => {
  const { playback, pass, waiting, minute } = play()
  playback.toggle()
  pass(1)
  playback.toggle()
  expect(waiting.size).toBe(0)
  expect(playback.get().isPlaying).toBe(false)
  expect(minute()).toBe(1)
})

test('a tab that was suspended for an hour does not jump', () => {
  const { playback, waiting, minute } = play()
  playback.toggle()
  for (const clockMs of [0, 3_600_000]) {
    const [callback] = waiting
    waiting.clear()
    callback?.(clockMs)
  }
  expect(minute()).toBe(1.5)
})

test('skips stops and gaps unless disabled', () => {
  const { playback, pass, minute } = play()
  playback.toggle()
  pass(12)
  expect(minute()).toBe(32)
  playback.skipStops(false)
  playback.seek(5 * minuteMs)
  pass(12)
  expect(minute()).toBe(17)
})

test('skips a stop and the gap after it', () => {
  const { playback, pass, minute } = play(60, 39)
  playback.toggle()
  pass(2)
  pass(0.001)
  expect(minute()).toBeGreaterThanOrEqual(60)
})

test('pauses at the end, and play restarts', () => {
  const { playback, pass, minute } = play(600, 65)
  playback.toggle()
  pass(1)
  expect(minute()).toBe(70)
  expect(playback.get().isPlaying).toBe(false)
  playback.toggle()
  expect(minute()).toBe(0)
})

test('steps from stop to stop, and to the ends', () => {
  const { playback, minute } = play()
  const seen = [1, 1, 1, -1, -1, -1].map((direction) => {
    playback.toStop(direction as 1 | -1)
    return minute()
  })
  expect(seen).toEqual([10, 40, 70, 40, 10, 0])
})

test('rates go up and down within their limits', () => {
  const { playback } = play(60)
  playback.shiftRate(1)
  playback.shiftRate(1)
  expect(playback.get().rate).toBe(600)
  playback.shiftRate(-1)
  expect(playback.get().rate).toBe(60)
})

test('the cursor stays within the period', () => {
  const { playback, minute } = play()
  playback.step(-minuteMs)
  expect(minute()).toBe(0)
  playback.seek(1e15)
  expect(minute()).toBe(70)
})
