import { expect, test } from 'vitest'
import type { LocalDay } from '../../trips/device-days.api.ts'
import type { ReportedSegment } from '../../trips/reported-segments.api.ts'
import type { WorkingHours } from '../report.types.ts'
import type { WorkDay } from './work-day.ts'
import { addTrip, createWorkHours } from './work-day.ts'

const timeZone = 'Europe/Madrid'
const ms = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds
/** A Friday, a Saturday, and the Sunday on which the clock changes. */
const dates: LocalDay[] = ['2026-10-23', '2026-10-24', '2026-10-25'].map((day) => {
  const date = Temporal.PlainDate.from(day)
  const at = (one: Temporal.PlainDate) => one.toZonedDateTime(timeZone).epochMilliseconds
  return { day, startMs: at(date), endMs: at(date.add({ days: 1 })) }
})

function daysOf(trips: [from: string, to: string, cm: number][], hours?: WorkingHours): WorkDay[] {
  const days = new Map<string, WorkDay>()
  for (const [from, to, cm] of trips) {
    const trip = { segment: { beganAtMs: ms(from), untilMs: ms(to) }, cm } as ReportedSegment
    addTrip(days, trip, { device: 'Van', driver: 'Ana' }, dates, createWorkHours(timeZone, hours))
  }
  return [...days.values()]
}

test('a day lasts from the first start to the last end, and counts what is outside hours', () => {
  const [friday, ...others] = daysOf([
    ['2026-10-23T06:30', '2026-10-23T08:00', 1_000],
    ['2026-10-23T18:00', '2026-10-23T20:00', 2_000],
  ])
  expect(others).toEqual([])
  expect(friday).toMatchObject({
    startMs: ms('2026-10-23T06:30'),
    endMs: ms('2026-10-23T20:00'),
    tripSeconds: 3.5 * 3_600,
    outsideSeconds: 1.5 * 3_600,
    trips: 2,
    cm: 3_000,
  })
})

test('a trip over midnight is part of both days, and its distance of the first', () => {
  const [friday, saturday] = daysOf([['2026-10-23T22:00', '2026-10-24T09:00', 5_000]])
  expect(friday).toMatchObject({ tripSeconds: 2 * 3_600, outsideSeconds: 2 * 3_600, trips: 1, cm: 5_000 })
  expect(saturday).toMatchObject({ tripSeconds: 9 * 3_600, outsideSeconds: 9 * 3_600, trips: 0, cm: 0 })
})

test('the hour of a changed clock counts', () => {
  const [sunday] = daysOf([['2026-10-25T01:00', '2026-10-25T04:00', 0]])
  expect(sunday!.tripSeconds).toBe(4 * 3_600)
})

test('a night shift reaches into the next day', () => {
  const hours: WorkingHours = { days: ['friday'], from: '22:00', to: '06:00' }
  const [friday, saturday] = daysOf([['2026-10-23T21:00', '2026-10-24T07:00', 0]], hours)
  expect(friday).toMatchObject({ tripSeconds: 3 * 3_600, outsideSeconds: 3_600 })
  expect(saturday).toMatchObject({ tripSeconds: 7 * 3_600, outsideSeconds: 3_600 })
})

test('a shift that ends when it begins lasts a day', () => {
  const hours: WorkingHours = { days: ['friday', 'saturday'], from: '12:00', to: '12:00' }
  const [friday, saturday, sunday] = daysOf(
    [
      ['2026-10-23T10:00', '2026-10-23T14:00', 0],
      ['2026-10-24T11:00', '2026-10-24T13:00', 0],
      ['2026-10-25T11:00', '2026-10-25T13:00', 0],
    ],
    hours,
  )
  expect(friday).toMatchObject({ outsideSeconds: 2 * 3_600 })
  expect(saturday).toMatchObject({ outsideSeconds: 0 })
  expect(sunday).toMatchObject({ outsideSeconds: 3_600 })
})
