import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { Cursor, Limit } from '../../../platform/http/paging.ts'
import { ref } from '../../../platform/http/responses.ts'
import { PlaceView } from '../../places/place-view.api.ts'
import { unusableReasons } from '../detection/detection.types.ts'
import { drivingFields } from '../driving/driving.schema.ts'

const described = (description: string | undefined) => (description === undefined ? {} : { description })
const orNull = <S extends TSchema>(schema: S, description?: string) =>
  Type.Union([schema, Type.Null()], described(description))
const dateTime = Type.String({ format: 'date-time' })
const metres = (description?: string) => Type.Number({ minimum: 0, ...described(description) })
const count = (description?: string) => Type.Integer({ minimum: 0, ...described(description) })
const oneOf = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>(Type.Enum([...values], { type: 'string', ...described(description) }))

const segmentKinds = ['trip', 'stop', 'gap'] as const
const segmentStates = ['open', 'silent', 'ended'] as const

export const Place = Type.Object({
  dateTime,
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  place: Type.Optional(ref(PlaceView)),
})

const reasonNames = [
  'first',
  'moved',
  'ignitionOn',
  'stayed',
  'ignitionOff',
  'slept',
  'silence',
  'reported',
  // By a mark of a user.
  'cut',
  // Another driver signed on.
  'driver',
] as const
export const ReasonName = oneOf(reasonNames)
export const SegmentKind = oneOf(segmentKinds)

export const segmentFields = {
  id: Type.String({ examples: ['trp_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  deviceId: Type.String(),
  type: SegmentKind,
  state: oneOf(
    segmentStates,
    'silent: a trip that has not ended, and its device has not reported for `gapSeconds`.',
  ),
  start: Place,
  end: orNull(Place, 'Null until it has ended.'),
  duration: count('Seconds; of an open one up to the last usable location.'),
  distance: metres('Metres, with centimetres as decimals.'),
  bridgedDistance: metres('Part of the distance, on a straight line across silences.'),
  driftDistance: metres('Movement of a stationary device. Not part of the distance.'),
  deviceDistance: orNull(metres(), 'By the odometer of the device; null if it reports none.'),
  drivingSeconds: count('The duration without `idleSeconds`; 0 unless it is a trip.'),
  idleSeconds: count('Stationary with the engine on.'),
  idlings: count('Uninterrupted idlings of at least the configured length.'),
  engineSeconds: orNull(count(), 'With the engine on; null if that is unknown.'),
  maxSpeed: orNull(Type.Number(), 'Metres per second.'),
  averageSpeed: orNull(Type.Number(), 'Metres per second: distance by duration. Null unless it is a trip.'),
  fuelUsed: orNull(
    Type.Number({ minimum: 0 }),
    'Litres, by the levels at the stops before and after a trip. Null if these are unknown.',
  ),
  locations: count('Usable locations.'),
  coarse: Type.Boolean({
    description: 'The tracker reports so seldom that start and end are not known to the minute.',
  }),
  beganBy: ReasonName,
  endedBy: orNull(ReasonName),
  ...drivingFields,
  version: Type.Integer({ minimum: 1 }),
  corrections: count('How often it was changed after it had ended.'),
  correctedAt: orNull(dateTime),
  cut: Type.Optional(
    Type.Literal(true, { description: 'The requested period contains only a part of it: `within`.' }),
  ),
  within: Type.Optional(
    Type.Object(
      { distance: metres('Metres.'), seconds: count('Seconds.') },
      { description: 'What the requested period contains.' },
    ),
  ),
}
export const SegmentView = Type.Object(segmentFields, {
  $id: 'Segment',
  title: 'Segment',
  description:
    'A trip, a stop, or a gap: the past of a device is cut into them without overlap or remainder.',
})

const period = {
  from: Type.Optional(
    Type.String({ format: 'since', description: 'Inclusive. A time, or an event cursor.' }),
  ),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
}
const page = { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) }

export const DeviceSegmentsQuery = Type.Object({ ...period, ...page }, { additionalProperties: false })

export const FleetSegmentsQuery = Type.Object(
  {
    ...period,
    group: Type.Optional(Type.String({ maxLength: 64, description: 'Only devices in this group.' })),
    minDistance: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1_000_000_000, description: 'Metres, of the whole segment.' }),
    ),
    ...page,
  },
  { additionalProperties: false },
)

export const FleetTripsQuery = Type.Object(
  {
    ...FleetSegmentsQuery.properties,
    driver: Type.Optional(Type.String({ maxLength: 64, description: 'Only trips of this driver.' })),
  },
  { additionalProperties: false },
)

export const DriverTripsQuery = Type.Object({ ...period, ...page }, { additionalProperties: false })

export const SegmentPath = Type.Object({
  tripId: Type.String({ maxLength: 64, description: 'The identifier of a trip, a stop, or a gap.' }),
})

const Version = Type.Object({
  startedAt: dateTime,
  endedAt: orNull(dateTime),
  distance: metres('Metres.'),
})

export const CorrectionView = Type.Object(
  {
    correctedAt: Type.String({ format: 'date-time' }),
    cause: Type.String({
      description: 'What caused it; more may be added.',
      examples: ['late', 'settings', 'recomputed'],
    }),
    version: Type.Integer({ minimum: 1 }),
    before: Version,
    after: orNull(Version, 'Null: it was withdrawn.'),
  },
  { $id: 'Correction', title: 'Correction' },
)

const Decision = Type.Object(
  {
    by: ReasonName,
    decidedAt: Type.String({ format: 'date-time', description: 'The location that made it certain.' }),
    location: orNull(
      Type.Object({
        latitude: orNull(Type.Number()),
        longitude: orNull(Type.Number()),
        speed: orNull(Type.Number(), 'Metres per second.'),
        accuracy: orNull(Type.Number(), 'Metres.'),
        ignition: orNull(Type.Boolean()),
      }),
      'What that location reported. Null if it is no longer kept.',
    ),
    measured: Type.Object(
      { metres: orNull(Type.Number()), seconds: count() },
      { description: 'Between the start or end and that location.' },
    ),
    threshold: Type.Object(
      { metres: Type.Number(), seconds: Type.Number() },
      { description: 'What had to be reached. 0: does not count.' },
    ),
  },
  { title: 'Decision' },
)

export const maxLeftOut = 1_000
export const ExplanationView = Type.Object(
  {
    began: Decision,
    ended: orNull(Decision),
    settings: Type.Object(
      {},
      { additionalProperties: true, description: 'The settings in force when it began.' },
    ),
    settingsSince: orNull(dateTime, 'Since when they count. Null: from the beginning of the track.'),
    origins: Type.Record(Type.String(), Type.String(), {
      description:
        'Where each setting that is not a default comes from: `account`, the identifier of a group or device, or `earlier` if it has been changed since.',
    }),
    algorithm: Type.Integer({ description: 'The version of the detector that found it.' }),
    leftOut: Type.Array(
      Type.Object({
        dateTime,
        latitude: orNull(Type.Number()),
        longitude: orNull(Type.Number()),
        accuracy: orNull(Type.Number(), 'Metres.'),
        reason: oneOf(unusableReasons),
      }),
      { maxItems: maxLeftOut, description: 'Locations whose coordinates were not used, oldest first.' },
    ),
    leftOutIsComplete: Type.Boolean({
      description: 'False: the segment is too long to list them all, or some locations are no longer kept.',
    }),
  },
  { $id: 'TripExplanation', title: 'TripExplanation' },
)
