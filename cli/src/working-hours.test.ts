import { expect, test } from 'vitest'
import { workingHoursOf } from './working-hours.ts'

test('absent options are those of the report', () => {
  expect(workingHoursOf({})).toEqual({})
  expect(workingHoursOf({ workingDay: ['saturday'] })).toEqual({
    workingHours: { days: ['saturday'], from: '07:00', to: '19:00' },
  })
  expect(workingHoursOf({ workingHours: '22:00-06:00' })).toEqual({
    workingHours: {
      days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      from: '22:00',
      to: '06:00',
    },
  })
})

test('other texts are refused', () => {
  for (const workingHours of ['7-19', '', '07:00'])
    expect(() => workingHoursOf({ workingHours })).toThrow('07:00-19:00')
})
