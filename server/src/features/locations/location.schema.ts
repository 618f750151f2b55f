import { Type } from 'typebox'
import { Cursor, Limit } from '../../platform/http/paging.ts'

const dateTime = Type.String({ format: 'date-time' })
const number = (description: string, minimum?: number, maximum?: number) =>
  Type.Number({
    description,
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  })
const switches = (description: string) => Type.Array(Type.Boolean(), { maxItems: 64, description })

/** What may be known of a location beside when and where. */
const facts = {
  altitude: number('Metres above sea level.', -12_000, 100_000),
  speed: number('Metres per second.', 0, 900),
  course: Type.Number({ minimum: 0, exclusiveMaximum: 360, description: 'Degrees clockwise from north.' }),
  accuracy: number('Metres.', 0, 1_000_000),
  satellites: Type.Integer({ minimum: 0, maximum: 200 }),
  valid: Type.Boolean({ description: 'False: no fix; the place, if any, is the last one known.' }),
  battery: number('The tracker’s own battery, %.', 0, 100),
  powerVoltage: number('The vehicle’s supply, volts.', 0, 1_000),
  fuel: number('%', 0, 100),
  fuel2: number('Second tank, %.', 0, 100),
  temperature: number('°C', -273.15, 10_000),
  temperature2: number('°C', -273.15, 10_000),
  humidity: number('%', 0, 100),
  ignition: Type.Boolean(),
  moving: Type.Boolean(),
  inputs: switches('Input 1 first.'),
  outputs: switches('Output 1 first.'),
  rpm: number('Turns of the engine a minute.', 0, 100_000),
  mileage: number('Kilometres.', 0, 100_000_000),
  inactiveSeconds: number('Seconds without movement.', 0, 1_000_000_000),
  alerts: Type.Array(Type.String({ maxLength: 64 }), {
    maxItems: 32,
    description: 'What the tracker raised.',
  }),
  attributes: Type.Record(
    Type.String({ maxLength: 64 }),
    Type.Union([Type.Number(), Type.String({ maxLength: 1_000 }), Type.Boolean()]),
    { maxProperties: 200, description: 'Whatever else it said, under the tracker’s own names.' },
  ),
}
type OptionalFacts = { [K in keyof typeof facts]: ReturnType<typeof Type.Optional<(typeof facts)[K]>> }
const optionalFacts = Object.fromEntries(
  Object.entries(facts).map(([name, schema]) => [name, Type.Optional(schema)]),
) as unknown as OptionalFacts

const degrees = (most: number) =>
  Type.Number({ minimum: -most, maximum: most, description: 'Degrees, WGS 84.' })

export const LocationView = Type.Object(
  {
    dateTime: Type.String({ format: 'date-time', description: 'When the tracker was there.' }),
    receivedAt: Type.Optional(Type.String({ format: 'date-time', description: 'When we heard of it.' })),
    latitude: Type.Union([degrees(90), Type.Null()]),
    longitude: Type.Union([degrees(180), Type.Null()]),
    ...optionalFacts,
    deviceTime: Type.Optional(
      Type.Union([dateTime, Type.Null()], {
        description:
          'Only where the tracker’s clock could not be right: what it said. `dateTime` is then repaired, or when we heard.',
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
      'They are of the past, from another system. They are stored as if heard when they happened: no rule judges them, the stream and webhooks do not tell them, and the device does not come online by them.',
  }),
)
export const ReportBody = Type.Object(
  { locations: Type.Array(Type.Unknown(), { minItems: 1, maxItems: maxReported }), history },
  { additionalProperties: false },
)

const simplify = Type.Number({
  exclusiveMinimum: 0,
  maximum: 100_000,
  description: 'Leaves out locations that change the drawn line by less than this many metres.',
})
export const PeriodBody = Type.Object(
  {
    from: Type.String({ format: 'since', description: 'Inclusive. A time, or a cursor of the events.' }),
    to: Type.String({ format: 'date-time', description: 'Exclusive.' }),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
    simplify: Type.Optional(simplify),
  },
  { additionalProperties: false },
)

/** One path with two meanings, told apart by the body. */
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

export const FleetQuery = Type.Object(
  {
    updatedSince: Type.Optional(
      Type.String({
        format: 'since',
        description: 'Heard of at or after this time, or this cursor of the events.',
      }),
    ),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)
