import { Type } from 'typebox'
import { eventKinds } from '../events/event.types.ts'

const list = (description: string, maxLength: number) =>
  Type.Optional(Type.String({ maxLength, description }))

export const filterFields = {
  kinds: list(`Only these event kinds, separated by commas: ${eventKinds.join(', ')}.`, 200),
  devices: list('Only these devices, separated by commas.', 4_000),
  groups: list('Only devices in one of these groups, separated by commas.', 2_000),
  area: list(
    'Only within west,south,east,north, in degrees. Events without coordinates pass. May cross the antimeridian.',
    200,
  ),
}

const cursorText = 'Resume after this cursor: an `id` of the stream, or the `cursor` of a page.'
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
        description: 'At most one location per device in this many seconds; the last one is always sent.',
      }),
    ),
    forSeconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 86_400, description: 'Close the stream after this many seconds.' }),
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
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: 'Approximate number of events. Default: 100.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const EventView = Type.Object(
  {
    id: Type.String({ description: 'Stays the same when the event is delivered again.' }),
    type: Type.String({
      description: 'The kind and what happened.',
      examples: ['location', 'alert.raised', 'device.offline'],
    }),
    timestamp: Type.String({ format: 'date-time', description: 'When it happened or was detected.' }),
    deviceId: Type.Optional(
      Type.String({ description: 'The device it happened to. Absent for events of the whole account.' }),
    ),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The location, alert, trip, device, notification or command of the event.',
    }),
  },
  { $id: 'Event', title: 'Event' },
)
