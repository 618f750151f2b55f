import { expect, test } from 'vitest'
import type { SegmentKind } from '../../ui/trips/trip.types.ts'
import type { PlayedSegment, Rate } from './playback.ts'
import { createPlayback } from './playback.ts'

const minuteMs = 60_000

function segment(kind: SegmentKind, fromMinute: number, toMinute: number): PlayedSegment {
  return { id: `${kind} ${fromMinute}`, kind, fromMs: fromMinute * minuteMs, toMs: toMinute * minuteMs }
}

/** A clock that advances only on demand. */
function play(rate: Rate = 60, atMinute = 0) {
  const waiting = new Set<(passedMs: number) => void>()
  const segments = [
    segment('trip', 0, 10),
    segment('stop', 10, 30),
    segment('trip', 30, 40),
    segment('stop', 40, 50),
    segment('gap', 50, 60),
    segment('trip', 60, 70),
  ]
  const playback = createPlayback(
    { span: undefined, fromMs: 0, toMs: 70 * minuteMs, segments },
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
  return { playback, segments, pass, waiting, minute: () => playback.get().atMs / minuteMs }
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

test('the span of a trip is played from its beginning to its end', () => {
  const { playback, segments, pass, minute } = play(60, 65)
  playback.update({ span: 'trip 30', fromMs: 30 * minuteMs, toMs: 40 * minuteMs, segments })
  expect(minute()).toBe(30)
  playback.toggle()
  pass(20)
  expect(minute()).toBe(40)
  expect(playback.get().isPlaying).toBe(false)
})

test('a cursor within the span that is chosen stays, and stays when it is left', () => {
  const { playback, segments, minute } = play(60, 35)
  playback.update({ span: 'trip 30', fromMs: 30 * minuteMs, toMs: 40 * minuteMs, segments })
  expect(minute()).toBe(35)
  playback.update({ span: undefined, fromMs: 0, toMs: 70 * minuteMs, segments })
  expect(minute()).toBe(35)
})

test('the span of a stop is played, and not skipped', () => {
  const { playback, segments, pass, minute } = play(60, 10)
  playback.update({ span: 'stop 10', fromMs: 10 * minuteMs, toMs: 30 * minuteMs, segments })
  playback.toggle()
  pass(5)
  expect(minute()).toBe(15)
})

test('when the track grows, a cursor at its end follows, and others stay', () => {
  const grown = (segments: PlayedSegment[]) => ({
    span: undefined,
    fromMs: 0,
    toMs: 80 * minuteMs,
    segments,
  })
  const atEnd = play()
  atEnd.playback.seek(70 * minuteMs)
  atEnd.playback.update(grown(atEnd.segments))
  expect(atEnd.minute()).toBe(80)
  const before = play()
  before.playback.seek(20 * minuteMs)
  before.playback.update(grown(before.segments))
  expect(before.minute()).toBe(20)
})

test('playing goes on when the track grows', () => {
  const { playback, segments, pass, minute } = play(600, 60)
  playback.toggle()
  pass(0.5)
  playback.update({ span: undefined, fromMs: 0, toMs: 80 * minuteMs, segments })
  expect(playback.get().isPlaying).toBe(true)
  pass(2)
  expect(minute()).toBe(80)
})

test('the cursor means nothing before it is moved', () => {
  const { playback } = play()
  expect(playback.get().isMoved).toBe(false)
  playback.step(minuteMs)
  expect(playback.get().isMoved).toBe(true)
})
