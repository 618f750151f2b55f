import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { Cursor, Limit } from '../../../platform/http/paging.ts'
import { maxDays } from './date-range.ts'

const orNull = <S extends TSchema>(schema: S, description?: string) =>
  Type.Union([schema, Type.Null()], description ? { description } : {})
const date = (description: string) => Type.String({ format: 'date', description })
const metres = (description: string) => Type.Number({ minimum: 0, description })
const count = (description = '') => Type.Integer({ minimum: 0, ...(description && { description }) })

const sums = {
  trips: count('Trips that started.'),
  stops: count('Stops that started.'),
  distance: metres('Metres of trips, gaps, and manoeuvres within stops; with centimetres as decimals.'),
  tripDistance: metres('Of trips only.'),
  bridgedDistance: metres('Part of the distance, on a straight line across silences.'),
  tripSeconds: count(),
  stopSeconds: count(),
  gapSeconds: count(),
  idleSeconds: count('Stationary with the engine on, in trips and stops.'),
  idlings: count(),
  engineSeconds: orNull(count(), 'With the engine on; null if that is unknown.'),
  maxSpeed: orNull(Type.Number(), 'Metres per second.'),
}

export const DayView = Type.Object(
  {
    deviceId: Type.String(),
    day: date('A calendar day in `timeZone`.'),
    timeZone: Type.String({ description: 'The time zone of the account when the day was computed.' }),
    ...sums,
    firstStartAt: orNull(
      Type.String({ format: 'date-time' }),
      'Start of the first trip that began in the day.',
    ),
    lastEndAt: orNull(Type.String({ format: 'date-time' }), 'End of the last trip that ended in the day.'),
    locations: count('Instants with a location.'),
    unusable: Type.Object(
      { ahead: count(), coordinates: count(), accuracy: count(), jump: count() },
      { description: 'Instants without usable coordinates, by reason.' },
    ),
  },
  { $id: 'Day', title: 'Day' },
)

export const SummaryView = Type.Object(
  {
    deviceId: Type.Optional(Type.String({ description: 'With `by=device`.' })),
    groupId: Type.Optional(Type.String({ description: 'With `by=group`.' })),
    from: date('First day.'),
    to: date('Last day.'),
    devices: count('Devices with at least one location.'),
    ...sums,
    locations: count('Instants with a location.'),
  },
  { $id: 'Summary', title: 'Summary' },
)

export const DaysQuery = Type.Object(
  {
    from: date('First day, in the time zone of the account.'),
    to: date(`Last day. At most ${maxDays} days.`),
  },
  { additionalProperties: false },
)

export const summaryKeys = ['device', 'group', 'day', 'week', 'month'] as const
export type SummaryKey = (typeof summaryKeys)[number]

export const SummariesQuery = Type.Object(
  {
    ...DaysQuery.properties,
    by: Type.Enum([...summaryKeys], {
      type: 'string',
      description: 'What one summary is about. Weeks begin on Monday. A device in two groups counts in both.',
    }),
    group: Type.Optional(Type.String({ maxLength: 64, description: 'Only devices in this group.' })),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)
