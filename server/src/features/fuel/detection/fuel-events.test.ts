import { expect, test } from 'vitest'
import type { FuelStop } from './fuel.types.ts'
import { findFuel, fuelOfStop } from './fuel-events.ts'

const minuteMs = 60_000
const thresholds = {
  tankMl: 100_000,
  minFillMl: 5_000,
  minDrainMl: 5_000,
  idleMlPerHour: 2_000,
  gapMs: 15 * minuteMs,
}

/** A reading a minute, in litres. */
function stopAt(
  minute: number,
  litres: number[],
  { isOpen = false, isContinued = false, isEngineOn = false } = {},
): FuelStop {
  const beganAtMs = minute * minuteMs
  const readings = litres.map((one, index) => {
    return { atMs: beganAtMs + index * minuteMs, ml: one * 1_000, isEngineOn }
  })
  const endedAtMs = isOpen ? null : beganAtMs + litres.length * minuteMs
  return { beganAtMs, endedAtMs, isContinued, readings }
}
const repeated = (litres: number, count: number) => Array.from({ length: count }, () => litres)
const found = (stop: FuelStop, before: number | null = null) =>
  fuelOfStop(stop, before === null ? null : { ml: before * 1_000, atMs: 0 }, thresholds).events.map(
    ({ kind, ml }) => `${kind} ${ml / 1_000}`,
  )

test('a fill, and the levels before and after it', () => {
  const { events, firstMl, last } = fuelOfStop(
    stopAt(0, [...repeated(30, 10), 50, 70, ...repeated(80, 10)]),
    null,
    thresholds,
  )
  expect(events).toEqual([
    {
      ...{ kind: 'fill', fromMs: 9 * minuteMs, toMs: 12 * minuteMs },
      ...{ beforeMl: 30_000, afterMl: 80_000, ml: 50_000 },
    },
  ])
  expect([firstMl, last]).toEqual([30_000, { ml: 80_000, atMs: 21 * minuteMs }])
})

test('a drain, beyond what the engine uses', () => {
  expect(found(stopAt(0, [...repeated(80, 10), 70, ...repeated(60, 10)]))).toEqual(['drain 20'])
  const idling = Array.from({ length: 240 }, (_, minute) => 80 - minute / 30)
  expect(found(stopAt(0, idling, { isEngineOn: true }))).toEqual([])
  expect(found(stopAt(0, idling))).toEqual([expect.stringMatching(/^drain 4\.6/)])
})

test('small changes are noise, also relative to the tank', () => {
  expect(found(stopAt(0, [...repeated(50, 10), ...repeated(54.9, 10)]))).toEqual([])
  const large = { ...thresholds, tankMl: 1_000_000 }
  const stop = stopAt(0, [...repeated(50, 10), ...repeated(75, 10)])
  expect(fuelOfStop(stop, null, large).events).toEqual([])
})

test('while the vehicle stands, a change needs three readings after it', () => {
  const filled = (count: number) => [...repeated(30, 10), ...repeated(80, count)]
  expect(found(stopAt(0, filled(2), { isOpen: true }))).toEqual([])
  expect(found(stopAt(0, filled(5), { isOpen: true }))).toEqual(['fill 50'])
})

test('filled before the first reading of a stop', () => {
  expect(found(stopAt(10, repeated(80, 10)), 30)).toEqual(['fill 50'])
  expect(found(stopAt(10, repeated(20, 10)), 30)).toEqual([])
})

test('a pause at the pump is one fill', () => {
  const levels = [...repeated(30, 10), ...repeated(50, 4), ...repeated(80, 10)]
  expect(found(stopAt(0, levels))).toEqual(['fill 50'])
})

test('a sensor that fails for some minutes is neither a drain nor a fill', () => {
  expect(found(stopAt(0, [...repeated(60, 10), ...repeated(0, 4), ...repeated(60, 10)]))).toEqual([])
})

test('a part goes on from the level of the one before', () => {
  const part = stopAt(10, repeated(40, 10), { isContinued: true })
  expect(found(part, 60)).toEqual(['drain 20'])
  expect(found(part, 41)).toEqual([])
})

test('a stop without readings keeps the level of the one before', () => {
  const stops = [stopAt(0, repeated(60, 10)), stopAt(20, []), stopAt(40, repeated(90, 10))]
  const fuel = findFuel(stops, thresholds)
  expect(fuel.map(({ events }) => events.length)).toEqual([0, 0, 1])
  expect(fuel[1]).toEqual({ events: [], firstMl: null, last: null })
  expect(fuel[2]!.events[0]).toMatchObject({ fromMs: 9 * minuteMs, toMs: 41 * minuteMs, ml: 30_000 })
})
