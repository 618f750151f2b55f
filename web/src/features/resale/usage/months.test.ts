import { expect, test } from 'vitest'
import { isMonth, lastMonths, periodOf } from './months.ts'

test('months go back over the beginning of a year', () => {
  expect(lastMonths(new Date('2027-02-28T23:00:00Z'), 4)).toEqual([
    '2027-02',
    '2027-01',
    '2026-12',
    '2026-11',
  ])
})

test('a month ends with its last day', () => {
  expect(periodOf('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

test('an address may contain any text', () => {
  expect(['2026-10', '2026-13', '2026-1', 'x'].map(isMonth)).toEqual([true, false, false, false])
})
