import { expect, test } from 'vitest'
import type { Cell, CellType, ReportLocale } from '../document.types.ts'
import { createLocalTime } from './local-time.ts'
import { exactDistance, exactPercent, exactSpeed, titleWithUnit } from './units.ts'
import { createValueFormat } from './values.ts'

const madrid: ReportLocale = { language: 'es', units: 'metric', timeZone: 'Europe/Madrid' }
const english: ReportLocale = { language: 'en', units: 'imperial', timeZone: 'America/New_York' }
const portuguese: ReportLocale = { language: 'pt', units: 'nautical', timeZone: 'America/Sao_Paulo' }
const at = Date.UTC(2026, 10, 18, 6, 5, 9)

test.each<[CellType, Cell, string, string, string]>([
  ['text', 'Camión 12', 'Camión 12', 'Camión 12', 'Camión 12'],
  ['count', 1_234_567, '1.234.567', '1,234,567', '1.234.567'],
  ['count', 2_777, '2.777', '2,777', '2.777'],
  ['distance', 51_877.4, '51,9', '32.2', '28,0'],
  ['distance', 12_345_678.9, '12.345,7', '7,671.2', '6.666,1'],
  ['duration', 97_509, '27:05', '27:05', '27:05'],
  ['duration', 20, '0:00', '0:00', '0:00'],
  ['duration', 3_599, '1:00', '1:00', '1:00'],
  ['speed', 25, '90', '56', '49'],
  ['volume', 12_345.67, '12.345,7', '12,345.7', '12.345,7'],
  ['decimal', 8.25, '8,3', '8.3', '8,3'],
  ['share', 0.1234, '12,3\u00a0%', '12.3%', '12,3%'],
  ['dateTime', at, '18/11/2026 07:05', '18 Nov 2026 01:05', '18/11/2026 03:05'],
  ['day', '2026-11-08', '08/11/2026', '8 Nov 2026', '08/11/2026'],
  // Titles of groups are in the first column, whatever its type.
  ['day', 'Camión 12', 'Camión 12', 'Camión 12', 'Camión 12'],
  ['day', '2026-13-45', '2026-13-45', '2026-13-45', '2026-13-45'],
  ['dateTime', 'Total', 'Total', 'Total', 'Total'],
  ['dateTime', '2026-11-08', '08/11/2026', '8 Nov 2026', '08/11/2026'],
  ['text', 3.5, '3,5', '3.5', '3,5'],
  ['distance', null, '', '', ''],
  ['distance', Number.NaN, '', '', ''],
])('writes %s %s in three languages and units', (type, value, spanish, british, brazilian) => {
  const texts = [madrid, english, portuguese].map((locale) => createValueFormat(locale).cell(value, type))
  expect(texts).toEqual([spanish, british, brazilian])
})

test('writes long distances of narrow columns without decimals', () => {
  const { narrow } = createValueFormat(madrid)
  expect(narrow(16_769_123, 'distance')).toBe('16.769')
  expect(narrow(945_500, 'distance')).toBe('945,5')
  expect(narrow(97_509, 'duration')).toBe('27:05')
  expect(narrow(null, 'distance')).toBe('')
})

test('names the unit in titles', () => {
  expect(titleWithUnit({ title: 'Distance', type: 'distance' }, 'metric')).toBe('Distance (km)')
  expect(titleWithUnit({ title: 'Distance', type: 'distance' }, 'nautical')).toBe('Distance (NM)')
  expect(titleWithUnit({ title: 'Speed', type: 'speed' }, 'imperial')).toBe('Speed (mph)')
  expect(titleWithUnit({ title: 'Driving', type: 'duration' }, 'metric')).toBe('Driving')
})

test('keeps every centimetre, and no zeros behind', () => {
  expect(exactDistance(51_877.43, 'metric')).toBe('51.87743')
  expect(exactDistance(0.01, 'metric')).toBe('0.00001')
  expect(exactDistance(100_000, 'metric')).toBe('100')
  expect(exactDistance(-1_200, 'metric')).toBe('-1.2')
  expect(exactDistance(0, 'imperial')).toBe('0')
  expect(exactDistance(1_609_344, 'imperial')).toBe('1000')
  expect(exactSpeed(25, 'metric')).toBe('90')
  expect(exactPercent(0.07)).toBe('7')
  for (let centimetres = 0; centimetres < 200_000; centimetres += 37) {
    for (const [units, metres] of [
      ['imperial', 1_609.344],
      ['nautical', 1_852],
    ] as const) {
      const read = Number(exactDistance(centimetres / 100, units)) * metres * 100
      expect(Math.round(read)).toBe(centimetres)
    }
  }
})

test.each([
  ['Europe/Madrid', Date.UTC(2026, 9, 25, 0, 59, 59, 999), '2026-10-25T02:59:59.999', '+02:00'],
  ['Europe/Madrid', Date.UTC(2026, 9, 25, 1), '2026-10-25T02:00:00.000', '+01:00'],
  ['Asia/Kathmandu', Date.UTC(2026, 0, 1), '2026-01-01T05:45:00.000', '+05:45'],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15), '2026-04-05T01:30:00.000', '+10:30'],
  ['Pacific/Apia', Date.UTC(2011, 11, 30, 10), '2011-12-31T00:00:00.000', '+14:00'],
  ['America/Sao_Paulo', Date.UTC(2018, 10, 4, 3), '2018-11-04T01:00:00.000', '-02:00'],
  ['America/St_Johns', Date.UTC(2026, 0, 1), '2025-12-31T20:30:00.000', '-03:30'],
])('knows the local time of %s at %d', (timeZone, instantMs, local, offset) => {
  const localTime = createLocalTime(timeZone)
  // The quarter of an hour before a change is another one.
  localTime.toLocalMs(instantMs - 1)
  expect(new Date(localTime.toLocalMs(instantMs)).toISOString()).toBe(`${local}Z`)
  expect(localTime.text(instantMs)).toBe(local.slice(0, 19))
  expect(localTime.offsetText(instantMs)).toBe(offset)
})
