import { Type } from 'typebox'
import { eventKinds } from '../events/event.types.ts'

const list = (description: string, maxLength: number) =>
  Type.Optional(Type.String({ maxLength, description }))

export const filterFields = {
  kinds: list(`Only these kinds, separated by commas: ${eventKinds.join(', ')}.`, 200),
  devices: list('Only these devices, separated by commas.', 4_000),
  groups: list('Only the devices that are in one of these groups, separated by commas.', 2_000),
  area: list(
    'Only within west,south,east,north, in degrees. Events without a place pass. May cross the antimeridian.',
    200,
  ),
}

const cursorText = 'Go on behind this place: an `id` of the stream, or the `cursor` of a page.'
export const EventCursor = Type.String({ maxLength: 100, description: cursorText })

export const StreamQuery = Type.Object(
  {
    ...filterFields,
    after: Type.Optional(EventCursor),
    form: Type.Optional(
      Type.Union([Type.Literal('full'), Type.Literal('compact')], {
        description:
          'Compact: the data of a location is [device, milliseconds, latitude, longitude, speed, course, moving, ignition, valid].',
      }),
    ),
    everySeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3_600,
        description: 'At most one location of each device in so many seconds; the last one is always told.',
      }),
    ),
    forSeconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 86_400, description: 'End the stream after so many seconds.' }),
    ),
  },
  { additionalProperties: false },
)

export const StreamHeaders = Type.Object({ 'last-event-id': Type.Optional(EventCursor) })

export const EventsQuery = Type.Object(
  {
    ...filterFields,
    after: Type.Optional(EventCursor),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: 'About so many; 100 without it.' }),
    ),
  },
  { additionalProperties: false },
)

export const EventView = Type.Object(
  {
    id: Type.String({ description: 'The same however often it is told.' }),
    type: Type.String({
      description: 'The kind, and what happened.',
      examples: ['location', 'alert.raised', 'device.offline'],
    }),
    timestamp: Type.String({ format: 'date-time', description: 'When it happened, or was heard of.' }),
    device: Type.String({ description: 'The device it happened to.' }),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Of a location, the location; of an alert, the alert; and so on.',
    }),
  },
  { $id: 'Event', title: 'Event' },
)
