import { expect, test } from 'vitest'
import { createFormat } from '../../ui/use-format.ts'
import { cellText, dayCellText, isDayColumn, largestOfDays, shadeOf } from './cell-text.ts'
import type { Column, PreviewRow } from './report-api.ts'

const english = createFormat('en', 'metric', 'Europe/Madrid')
const imperial = createFormat('en', 'imperial', 'Europe/Madrid')
const spanish = createFormat('es', 'metric', 'Europe/Madrid')

test.each([
  [51_877, 'distance', '52 km'],
  [8_240, 'distance', '8.2 km'],
  [5_040, 'duration', '1h 24m'],
  [105_600, 'duration', '29h 20m'],
  [25, 'speed', '90 km/h'],
  [0.1234, 'share', '12.3%'],
  [12_345, 'count', '12,345'],
  ['2026-11-17', 'day', 'Tue, Nov 17'],
  ['Ana Gil', 'day', 'Ana Gil'],
  ['Vigo', 'text', 'Vigo'],
  [null, 'distance', ''],
] as const)('%s of the type %s is shown as %s', (value, type, text) => {
  expect(cellText(value, type, english)).toBe(text)
})

test('values have the units and the language of the user', () => {
  expect(cellText(51_877, 'distance', imperial)).toBe('32 mi')
  expect(cellText(25, 'speed', imperial)).toBe('56 mph')
  expect(cellText(0.1234, 'share', spanish)).toMatch(/^12,3\s%$/)
  const at = Date.parse('2026-11-15T08:41:00Z')
  expect(cellText(at, 'dateTime', spanish)).toBe('15 nov 2026, 9:41')
})

test('cells of days have no unit, and nothing for zero', () => {
  expect(dayCellText(51_877, 'distance', english)).toBe('52')
  expect(dayCellText(0, 'distance', english)).toBe('')
  expect(dayCellText(null, 'distance', english)).toBe('')
})

test('cells of days are shaded by the largest of them, without sums', () => {
  const columns: Column[] = [
    { key: 'device', title: 'Device', type: 'text' },
    { key: '2026-11-16', title: '16/11', type: 'distance' },
    { key: '2026-11-17', title: '17/11', type: 'distance' },
    { key: 'distance', title: 'Distance', type: 'distance' },
  ]
  const rows: PreviewRow[] = [
    { type: 'row', cells: ['Gaviota', 4_000, 1_000, 5_000] },
    { type: 'row', cells: ['Albatros', 3_000, null, 3_000] },
    { type: 'total', cells: ['Total', 7_000, 1_000, 8_000] },
    { type: 'group', cells: ['Boats'] },
  ]
  expect(columns.filter(isDayColumn)).toHaveLength(2)
  const largest = largestOfDays(columns, rows)
  expect(largest).toBe(4_000)
  expect([4_000, 2_500, 1_000, 1, 0, null].map((value) => shadeOf(value, largest))).toEqual([
    4, 3, 1, 1, 0, 0,
  ])
  expect(shadeOf(5, 0)).toBe(0)
})
