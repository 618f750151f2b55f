import { expect, test } from 'vitest'
import { along, at, detect, secondMs } from '../../../../test/trips/short-track.ts'
import { createLocalDays } from '../detection/local-days.ts'
import { defaultSettings, thresholdsOf } from '../detection/settings.ts'
import type { DayPart } from './counted.ts'
import { anchorsOf, countedUntil } from './counted.ts'

const day = createLocalDays('UTC').at(secondMs(0))
const thresholds = thresholdsOf(defaultSettings)
const part = (from: number, to: number, cm: number, engineSeconds: number | null = null): DayPart => ({
  beganAtMs: secondMs(from),
  endedAtMs: secondMs(to),
  cm,
  engineSeconds,
})

test('segments before an instant count as a whole, later ones do not', () => {
  const parts = [part(0, 600, 1_000, 60), part(600, 1_200, 0), part(1_200, 1_800, 500, 30)]
  const odometer = (seconds: number) => countedUntil('odometer', parts, secondMs(seconds), day, [])
  expect([0, 600, 900, 1_200, 1_800, 9_999].map(odometer)).toEqual([0, 1_000, 1_000, 1_000, 1_500, 1_500])
  expect(countedUntil('engine', parts, secondMs(1_300), day, [])).toBe(65)
})

test('the segment of the instant counts up to its anchor, otherwise in proportion to time', () => {
  const parts = [part(0, 600, 1_000)]
  const until = (seconds: number, anchors: [number, number, null][] = []) =>
    countedUntil('odometer', parts, secondMs(seconds), day, anchors)
  expect(until(150)).toBe(250)
  expect(until(150, [[secondMs(0), 42, null]])).toBe(42)
  expect(until(150, [[secondMs(30), 42, null]])).toBe(250)
  // It was corrected since.
  expect(until(150, [[secondMs(0), 4_200, null]])).toBe(1_000)
})

test('a segment of several days counts in proportion to its time in the day', () => {
  const { startMs } = day
  const night: DayPart = {
    beganAtMs: startMs - 3_600_000,
    endedAtMs: startMs + 2_000_000,
    cm: 800,
    engineSeconds: null,
  }
  expect(countedUntil('odometer', [night], startMs + 500_000, day, [])).toBe(200)
  expect(countedUntil('odometer', [night], startMs, day, [])).toBe(0)
})

test('there is an anchor for every segment that an undecided location may be part of', () => {
  const on = { ignition: true }
  const drive = along([0, 600], [0, 10_000], on)
  const anchors = (rows: Parameters<typeof detect>[0]) =>
    anchorsOf(detect(rows).state, day.day, thresholds).map(([ms, cm, engine]) => {
      return [(ms - secondMs(0)) / 1_000, Math.round(cm / 100), engine]
    })
  expect(anchors([])).toEqual([])
  expect(anchors(drive)).toEqual([[0, 10_000, 600]])
  // It stands: the trip may go on, or have ended.
  expect(anchors([...drive, ...along([630, 720], [10_000, 10_000], on)])).toEqual([
    [0, 10_000, 720],
    [630, 0, 90],
  ])
  // It moves: that may be a manoeuvre of the stop, or a trip.
  const parked = along([0, 600], [0, 0], on)
  const moved = anchors([...parked, at(630, 200, { ...on, kmh: 20 }), at(660, 260, { ...on, kmh: 20 })])
  expect(moved.map(([seconds, , engine]) => [seconds, engine])).toEqual([
    [0, 660],
    [600, 60],
  ])
})
