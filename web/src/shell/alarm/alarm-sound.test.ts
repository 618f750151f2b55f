import { expect, test } from 'vitest'
import { tones } from './alarm-sound.ts'

test('the tones do not overlap, and end before the alarm is repeated', () => {
  const ends = tones.map(({ fromSeconds, forSeconds }) => fromSeconds + forSeconds)
  for (const [index, { fromSeconds }] of tones.entries()) {
    if (index > 0) expect(fromSeconds).toBeGreaterThan(ends[index - 1] as number)
  }
  expect(Math.max(...ends)).toBeLessThan(4)
})

test('the tones have two pitches', () => {
  expect(new Set(tones.map(({ hz }) => hz)).size).toBe(2)
})
