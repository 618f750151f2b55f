import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLocalDays } from '../detection/local-days.ts'
import { isCut, shareWithin } from './period-share.ts'

const days = createLocalDays('Europe/Madrid')
const at = (text: string) => Date.parse(text)
/** From ten to two in the night, with a third of the distance before midnight. */
const segment = {
  beganAtMs: at('2026-06-14T20:00:00Z'),
  untilMs: at('2026-06-15T00:00:00Z'),
  days: [
    { day: '2026-06-14', cm: 100_001 },
    { day: '2026-06-15', cm: 200_003 },
  ],
}
const midnight = at('2026-06-14T22:00:00Z')

test('a cut at midnight is exact', () => {
  const before = { fromMs: Number.NEGATIVE_INFINITY, toMs: midnight }
  expect(shareWithin(segment, before, days)).toEqual({ cm: 100_001, seconds: 7_200 })
  const after = { fromMs: midnight, toMs: Number.POSITIVE_INFINITY }
  expect(shareWithin(segment, after, days)).toEqual({ cm: 200_003, seconds: 7_200 })
})

test('a cut within a day divides the distance of that day by time', () => {
  const period = { fromMs: at('2026-06-14T21:00:00Z'), toMs: at('2026-06-14T22:30:00Z') }
  expect(shareWithin(segment, period, days)).toEqual({ cm: 50_000 + 50_001, seconds: 5_400 })
})

test('only a period that does not contain all of it cuts a segment', () => {
  const { beganAtMs: fromMs, untilMs: toMs } = segment
  expect(isCut(segment, { fromMs, toMs })).toBe(false)
  expect(isCut(segment, { fromMs: fromMs + 1, toMs })).toBe(true)
  expect(isCut(segment, { fromMs, toMs: toMs - 1 })).toBe(true)
})

test('adjacent periods add up to the whole', () => {
  const instant = fc.integer({ min: segment.beganAtMs - 3_600_000, max: segment.untilMs + 3_600_000 })
  fc.assert(
    fc.property(fc.array(instant, { maxLength: 10 }), (instants) => {
      const edges = [Number.NEGATIVE_INFINITY, ...instants.sort((a, b) => a - b), Number.POSITIVE_INFINITY]
      const parts = edges
        .slice(1)
        .map((toMs, index) => shareWithin(segment, { fromMs: edges[index]!, toMs }, days))
      expect(parts.reduce((sum, { cm }) => sum + cm, 0)).toBe(300_004)
      expect(parts.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(14_400)
    }),
  )
})
