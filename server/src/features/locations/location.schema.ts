import { Type } from 'typebox'
import { Cursor, Limit } from '../../platform/http/paging.ts'
import { formatNames } from './format.types.ts'

const dateTime = Type.String({ format: 'date-time' })
const number = (description: string, minimum?: number, maximum?: number) =>
  Type.Number({
    description,
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  })
const switches = (description: string) => Type.Array(Type.Boolean(), { maxItems: 64, description })

/** The optional fields of a location. */
const facts = {
  altitude: number('Metres above sea level; stored to a metre, from -32,768 to 32,767.', -12_000, 100_000),
  speed: number('Metres per second; stored to a tenth of a km/h.', 0, 900),
  course: Type.Number({
    minimum: 0,
    exclusiveMaximum: 360,
    description: 'Degrees clockwise from north; stored to a tenth.',
  }),
  accuracy: number('Metres; stored to a metre, up to 32,767.', 0, 1_000_000),
  satellites: Type.Integer({ minimum: 0, maximum: 200 }),
  valid: Type.Boolean({ description: 'False: no fix; coordinates, if any, are the last known ones.' }),
  battery: number('Battery of the tracker, %.', 0, 100),
  powerVoltage: number('Supply voltage of the vehicle, volts.', 0, 1_000),
  fuel: number('%', 0, 100),
  fuel2: number('Second tank, %.', 0, 100),
  temperature: number('°C', -273.15, 10_000),
  temperature2: number('°C', -273.15, 10_000),
  humidity: number('%', 0, 100),
  ignition: Type.Boolean(),
  moving: Type.Boolean(),
  inputs: switches('Input 1 first.'),
  outputs: switches('Output 1 first.'),
  rpm: number('Engine speed, revolutions per minute.', 0, 100_000),
  mileage: number('Kilometres.', 0, 100_000_000),
  inactiveSeconds: number('Seconds without movement.', 0, 1_000_000_000),
  alerts: Type.Array(Type.String({ maxLength: 64 }), {
    maxItems: 32,
    description: 'Alarms that the tracker raised.',
  }),
  attributes: Type.Record(
    Type.String({ maxLength: 64 }),
    Type.Union([Type.Number(), Type.String({ maxLength: 1_000 }), Type.Boolean()]),
    { maxProperties: 200, description: 'Other values, under the names that the tracker uses.' },
  ),
}
type OptionalFacts = { [K in keyof typeof facts]: ReturnType<typeof Type.Optional<(typeof facts)[K]>> }
const optionalFacts = Object.fromEntries(
  Object.entries(facts).map(([name, schema]) => [name, Type.Optional(schema)]),
) as unknown as OptionalFacts

const later = (name: string) =>
  Type.Optional(
    Type.String({
      format: 'date-time',
      description: `Of last locations: when \`${name}\` was reported without a position, after the fix.`,
    }),
  )
const degrees = (max: number) => Type.Number({ minimum: -max, maximum: max, description: 'Degrees, WGS 84.' })

/** Of last locations only. */
export const laterFacts = {
  batteryAt: later('battery'),
  ignitionAt: later('ignition'),
  charging: Type.Optional(Type.Boolean({ description: 'Of last locations: the newest status.' })),
  chargingAt: later('charging'),
}

export const LocationView = Type.Object(
  {
    dateTime: Type.String({ format: 'date-time', description: 'When the tracker took the fix.' }),
    receivedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'When the server received it.' }),
    ),
    latitude: Type.Union([degrees(90), Type.Null()]),
    longitude: Type.Union([degrees(180), Type.Null()]),
    ...optionalFacts,
    ...laterFacts,
    deviceTime: Type.Optional(
      Type.Union([dateTime, Type.Null()], {
        description:
          'The time the tracker sent; only present if it is implausible. `dateTime` is then repaired, or the time of reception.',
      }),
    ),
  },
  { $id: 'Location', title: 'Location' },
)

export const NewLocation = Type.Object(
  { dateTime, latitude: degrees(90), longitude: degrees(180), ...optionalFacts },
  { additionalProperties: false, title: 'NewLocation' },
)

export const maxReported = 1_000
const history = Type.Optional(
  Type.Boolean({
    description:
      'Historical locations of up to a year ago, imported from another system. They are stored as if received when they happened: rules are not evaluated, streams and webhooks do not send them, and they do not bring the device online.',
  }),
)
export const ReportBody = Type.Object(
  { locations: Type.Array(Type.Unknown(), { minItems: 1, maxItems: maxReported }), history },
  { additionalProperties: false },
)

const simplify = Type.Number({
  exclusiveMinimum: 0,
  maximum: 100_000,
  description: 'Tolerance in metres: omits locations that change the drawn line by less.',
})
export const PeriodBody = Type.Object(
  {
    from: Type.String({ format: 'since', description: 'Inclusive. A time, or an event cursor.' }),
    to: Type.String({ format: 'date-time', description: 'Exclusive.' }),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
    simplify: Type.Optional(simplify),
  },
  { additionalProperties: false },
)

/** One path for two operations; the body decides. */
export const PeriodOrReport = Type.Union(
  [
    PeriodBody,
    Type.Object(
      { locations: Type.Array(NewLocation, { minItems: 1, maxItems: maxReported }), history },
      { additionalProperties: false },
    ),
    NewLocation,
  ],
  { description: 'A period to read, or one or more locations to report.' },
)

/** The same in a URL, where a link cannot set the header Accept. */
export const PeriodQuery = Type.Object(
  {
    ...PeriodBody.properties,
    format: Type.Optional(
      Type.Enum([...formatNames], {
        type: 'string',
        description: 'Takes precedence over the header `Accept`.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The period is that of the trip. */
const { from: _from, to: _to, ...trackOptions } = PeriodQuery.properties
export const TripTrackQuery = Type.Object(trackOptions, { additionalProperties: false })

const maxIds = 200
export const maxTracks = 50
const ids = (maxItems: number, description: string) =>
  Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems, uniqueItems: true, description })

export const TracksQuery = Type.Object(
  {
    ids: ids(maxTracks, `At most ${maxTracks} devices.`),
    from: PeriodBody.properties.from,
    to: Type.String({ format: 'date-time', description: 'Exclusive. At most 31 days after `from`.' }),
  },
  { additionalProperties: false },
)

export const FleetQuery = Type.Object(
  {
    ids: Type.Optional(ids(maxIds, `Only these devices; at most ${maxIds}.`)),
    groupId: Type.Optional(Type.String({ maxLength: 64, description: 'Only devices in this group.' })),
    updatedSince: Type.Optional(
      Type.String({
        format: 'since',
        description: 'Only devices that were seen at or after this time, or this event cursor.',
      }),
    ),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)
