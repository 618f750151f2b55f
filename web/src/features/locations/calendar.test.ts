import { expect, test } from 'vitest'
import { dayAfterKey, monthEnds, shadeOf, shiftMonth, weeksOf } from './calendar.ts'

test('a month is cut into weeks that begin on Monday or on Sunday', () => {
  const european = weeksOf('2026-11', 1)
  expect(european).toHaveLength(6)
  expect(european[0]).toEqual([...Array(6).fill(undefined), '2026-11-01'])
  expect(european[5]?.slice(0, 2)).toEqual(['2026-11-30', undefined])
  const american = weeksOf('2026-11', 7)
  expect(american).toHaveLength(5)
  expect(american[0]?.[0]).toBe('2026-11-01')
})

test('a February without a day of another month has four weeks', () => {
  expect(weeksOf('2027-02', 1)).toHaveLength(4)
  expect(monthEnds('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(shiftMonth('2026-12', 1)).toBe('2027-01')
})

test('days are shaded by quarters of the longest', () => {
  expect([0, 1, 25, 26, 74, 76, 100].map((km) => shadeOf(km, 100))).toEqual([0, 1, 1, 2, 3, 4, 4])
  expect(shadeOf(0, 0)).toBe(0)
})

test('keys move by days, weeks and months, and not into the future', () => {
  const move = (key: string) => dayAfterKey('2026-11-17', key, '2026-11-20')
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'].map(move)).toEqual([
    '2026-11-16',
    '2026-11-18',
    '2026-11-10',
    '2026-11-20',
    '2026-10-17',
    '2026-11-20',
  ])
  expect(move('Enter')).toBeUndefined()
})
