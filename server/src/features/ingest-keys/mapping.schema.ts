import { Type } from 'typebox'
import { ref } from '../../platform/http/responses.ts'
import { fieldNames } from './mapping.types.ts'

const maxExpressionLength = 1_000
const maxPayloadLength = 262_144

const expression = (description?: string) =>
  Type.String({ minLength: 1, maxLength: maxExpressionLength, ...(description && { description }) })

const described: Partial<Record<string, string>> = {
  identifier: 'The identifier of the device.',
  dateTime: 'A time with a zone, or seconds or milliseconds since 1970. Missing: the time of reception.',
  speed: 'Metres per second: `kmh(item.speed)`, `knots(…)`, `mph(…)`.',
  altitude: 'Metres: `feet(item.altitude)`.',
  mileage: 'Kilometres: `miles(item.odometer)`.',
  alerts: 'An alarm, several separated by commas, or a list of them.',
}
const { identifier, ...optional } = Object.fromEntries(
  fieldNames.map((name) => [name, expression(described[name])]),
)

export const MappingView = Type.Object(
  {
    items: Type.Optional(
      expression('The list of items. Missing: the body, or each element if the body is a list.'),
    ),
    identifier: identifier!,
    ...Object.fromEntries(Object.entries(optional).map(([name, schema]) => [name, Type.Optional(schema)])),
    attributes: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z]\\w{0,40}$' }), expression(), { maxProperties: 50 }),
    ),
  },
  {
    $id: 'Mapping',
    title: 'Mapping',
    additionalProperties: false,
    description: 'An expression in CEL for each field, of `item`, `body`, `query` and `topic`.',
  },
)

export const TestBody = Type.Object(
  {
    mapping: ref(MappingView),
    payload: Type.String({ maxLength: maxPayloadLength, description: 'The body, as the sender posts it.' }),
    query: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'What follows the question mark in the URL.' }),
    ),
    topic: Type.Optional(
      Type.String({ maxLength: 1_000, description: 'Of an MQTT message, after the id of the ingest key.' }),
    ),
    isForm: Type.Optional(Type.Boolean({ description: 'The body is a form, not JSON.' })),
  },
  { additionalProperties: false },
)

export const TestView = Type.Object(
  {
    locations: Type.Array(
      Type.Object({
        identifier: Type.String(),
        isKnown: Type.Boolean({ description: 'A device of the account has this identifier.' }),
        location: Type.Record(Type.String(), Type.Unknown(), {
          description: 'The fields that the mapping found, under the names and in the units of the API.',
        }),
      }),
    ),
    faults: Type.Array(
      Type.Object({
        item: Type.Optional(Type.Integer({ description: 'Which item; counts from 0.' })),
        field: Type.String(),
        message: Type.String(),
        start: Type.Optional(Type.Integer({ description: 'Where the fault is in the expression.' })),
        end: Type.Optional(Type.Integer()),
      }),
    ),
  },
  { $id: 'MappingTest', title: 'MappingTest' },
)

export const TemplateView = Type.Object(
  {
    name: Type.String({ examples: ['flespi'] }),
    title: Type.String(),
    mapping: ref(MappingView),
    payload: Type.String({ description: 'An example of what the sender posts.' }),
  },
  { $id: 'MappingTemplate', title: 'MappingTemplate' },
)
