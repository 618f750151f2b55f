import type { ReportType } from '@rastro/client'
import { expect, test } from 'vitest'
import { columnsInUrl, columnsOf, contentOf, countDays, requestOf, searchOf } from './report-request.ts'
import { splitList, validateReportsSearch } from './reports-search.ts'

const type: ReportType = {
  report: 'trips',
  title: 'Trips',
  description: 'Every trip.',
  columns: ['start', 'end', 'distance', 'idle'].map((key) => ({ key, title: key, type: 'text' })),
  defaultColumns: ['start', 'end', 'distance'],
  groupings: ['device', 'none'],
  maxDays: 400,
}
const days = { from: '2026-11-09', to: '2026-11-15' }
const reader = { language: 'es', units: 'imperial' } as const

test('a URL without choices asks for the defaults of the report', () => {
  expect(requestOf({ report: 'trips' }, type, days, reader)).toEqual({
    report: 'trips',
    ...days,
    groupBy: 'device',
    ...reader,
  })
})

test('a URL names devices, groups, grouping and columns in their order', () => {
  const search = {
    report: 'trips',
    devices: 'dev_1,dev_2',
    groups: 'grp_1',
    by: 'none',
    columns: 'idle,start',
  }
  expect(requestOf(search, type, days, reader)).toEqual({
    report: 'trips',
    ...days,
    deviceIds: ['dev_1', 'dev_2'],
    groupIds: ['grp_1'],
    groupBy: 'none',
    columns: ['idle', 'start'],
    ...reader,
  })
})

test('what the report does not have is ignored', () => {
  const request = requestOf({ by: 'driver', columns: 'fuel' }, type, days, reader)
  expect(request.groupBy).toBe('device')
  expect(request.columns).toBeUndefined()
})

test('options belong to their reports', () => {
  const days: ReportType = { ...type, report: 'days' }
  const hours: ReportType = { ...type, report: 'engineHours' }
  const search = { cells: 'idle', planned: '7.5' }
  expect(contentOf(search, type, reader)).toEqual({ report: 'trips', groupBy: 'device', ...reader })
  expect(contentOf(search, days, reader)).toMatchObject({ dayValue: 'idle' })
  expect(contentOf(search, hours, reader)).toMatchObject({ plannedHoursPerDay: 7.5 })
  for (const planned of ['25', '0', 'many']) {
    expect(contentOf({ planned }, hours, reader).plannedHoursPerDay).toBeUndefined()
  }
  expect(searchOf(contentOf(search, hours, reader), hours)).toEqual({ report: 'engineHours', planned: '7.5' })
})

test('working hours are in the URL where they differ from those of the report', () => {
  const work: ReportType = { ...type, report: 'workTime' }
  expect(contentOf({}, work, reader).workingHours).toBeUndefined()
  expect(contentOf({ hours: '7-19', weekdays: 'someday' }, work, reader).workingHours).toBeUndefined()
  const search = { hours: '22:00-06:00', weekdays: 'friday,sunday' }
  const content = contentOf(search, work, reader)
  expect(content.workingHours).toEqual({ days: ['friday', 'sunday'], from: '22:00', to: '06:00' })
  expect(searchOf(content, work)).toEqual({ report: 'workTime', ...search })
  const usual = { days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], from: '07:00', to: '19:00' }
  expect(searchOf({ ...content, workingHours: usual as never }, work)).toEqual({ report: 'workTime' })
})

test('one end of a range of temperatures may be absent, or be zero', () => {
  const temperature: ReportType = { ...type, report: 'temperature' }
  const request = contentOf({ min: '-25', max: '0' }, temperature, reader)
  expect(request).toMatchObject({ minTemperature: -25, maxTemperature: 0 })
  expect(searchOf(request, temperature)).toEqual({ report: 'temperature', min: '-25', max: '0' })
  expect(contentOf({ max: '8.5' }, temperature, reader)).toEqual({
    ...{ report: 'temperature', groupBy: 'device', maxTemperature: 8.5 },
    ...reader,
  })
  for (const min of ['', '-', 'cold', '-300']) {
    expect(contentOf({ min }, temperature, reader).minTemperature).toBeUndefined()
  }
  expect(contentOf({ min: '5' }, type, reader)).toEqual({ report: 'trips', groupBy: 'device', ...reader })
})

test('a run leads back to a URL that asks for the same', () => {
  const request = requestOf({ devices: 'dev_1', by: 'none', columns: 'idle,start' }, type, days, reader)
  const search = searchOf({ ...request, format: 'xlsx' }, type)
  expect(search).toEqual({ report: 'trips', ...days, devices: 'dev_1', by: 'none', columns: 'idle,start' })
  expect(requestOf(search, type, days, reader)).toEqual(request)
  expect(searchOf({ report: 'trips', ...days, groupBy: 'device', format: 'csv' }, type)).toEqual({
    report: 'trips',
    ...days,
  })
})

test('default columns are not in the URL, in another order they are', () => {
  expect(columnsInUrl(['start', 'end', 'distance'], {}, type)).toBeUndefined()
  expect(columnsInUrl(['end', 'start', 'distance'], {}, type)).toBe('end,start,distance')
})

test('rows that are grouped by device have no column of it, unless it is chosen', () => {
  const named = {
    ...type,
    columns: [{ key: 'device', title: 'Device', type: 'text' as const }, ...type.columns],
  }
  const withDevice = { ...named, defaultColumns: ['device', ...type.defaultColumns] }
  expect(columnsOf({}, withDevice)).toEqual(['start', 'end', 'distance'])
  expect(columnsOf({ by: 'none' }, withDevice)).toEqual(['device', 'start', 'end', 'distance'])
  expect(columnsOf({ columns: 'device,start' }, withDevice)).toEqual(['device', 'start'])
  expect(columnsInUrl(['start', 'end', 'distance'], {}, withDevice)).toBeUndefined()
  expect(columnsInUrl(['start', 'end', 'distance'], { by: 'none' }, withDevice)).toBe('start,end,distance')
})

test('both days count', () => {
  expect(countDays({ from: '2026-11-15', to: '2026-11-15' })).toBe(1)
  expect(countDays({ from: '2026-10-01', to: '2026-10-31' })).toBe(31)
  expect(countDays({ from: '2025-11-15', to: '2026-11-15' })).toBe(366)
})

test('a URL is read as far as it is one of this view', () => {
  expect(validateReportsSearch({ report: 'trips', from: 7, columns: '', other: 'x', run: 'rpt_1' })).toEqual({
    report: 'trips',
    run: 'rpt_1',
  })
  expect(splitList('a,,b,a')).toEqual(['a', 'b'])
})
