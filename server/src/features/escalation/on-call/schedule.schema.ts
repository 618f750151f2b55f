import { Type } from 'typebox'
import { Cursor, Limit, UpdatedSince } from '../../../platform/http/paging.ts'
import { nameText } from '../../../platform/http/text.ts'
import { Hours } from '../../../platform/time/weekly-hours.ts'

const maxLayers = 5
const maxParticipants = 50
const maxHours = 14
const dateTime = (description?: string) =>
  Type.String({ format: 'date-time', ...(description && { description }) })
const Id = Type.String({ maxLength: 64 })

const layerFields = {
  name: Type.String({ maxLength: 200, description: 'Default: empty.' }),
  rotation: Type.Enum(['daily', 'weekly'], { description: 'Default: weekly.' }),
  handoverWeekday: Type.Integer({
    minimum: 1,
    maximum: 7,
    description: 'Of a weekly rotation; Monday is 1. Default: 1.',
  }),
  handoverTime: Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    description: 'Local time. Default: 09:00.',
    examples: ['09:00'],
  }),
  startsOn: Type.String({
    format: 'date',
    description: 'The first participant begins with the first handover on or after this date.',
  }),
  participants: Type.Array(Id, {
    minItems: 1,
    maxItems: maxParticipants,
    description:
      'Contacts or users, in turn. A user is notified through all verified contacts that belong to the user.',
  }),
  hours: Type.Array(Hours, {
    maxItems: maxHours,
    description: 'When the layer is on call. Default: always.',
  }),
}
const LayerView = Type.Object({ ...layerFields, participants: Type.Array(Id) })
const { startsOn, participants, name, rotation, handoverWeekday, handoverTime, hours } = layerFields
const LayerBody = Type.Object(
  {
    startsOn,
    participants,
    name: Type.Optional(name),
    rotation: Type.Optional(rotation),
    handoverWeekday: Type.Optional(handoverWeekday),
    handoverTime: Type.Optional(handoverTime),
    hours: Type.Optional(hours),
  },
  { additionalProperties: false },
)

const scheduleName = nameText({ description: 'Unique in the account.' })
const timeZone = Type.String({
  format: 'time-zone',
  description: 'Time zone of handovers and hours. Default: the one of the account.',
})
const layersText = 'Later layers come before earlier ones, overrides before all.'
export const ScheduleBody = Type.Object(
  {
    name: scheduleName,
    timeZone: Type.Optional(timeZone),
    layers: Type.Array(LayerBody, { minItems: 1, maxItems: maxLayers, description: layersText }),
  },
  { additionalProperties: false },
)
export const scheduleFields = {
  id: Type.String({ examples: ['ocs_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  name: scheduleName,
  timeZone,
  layers: Type.Array(LayerView, { description: layersText }),
  createdAt: dateTime(),
  modifiedAt: dateTime(),
}
export const ScheduleView = Type.Object(scheduleFields, { $id: 'OnCallSchedule', title: 'OnCallSchedule' })

export const SchedulePath = Type.Object({ onCallScheduleId: Type.String({ maxLength: 64 }) })
export const ScheduleQuery = Type.Object(
  {
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Part of the name.' })),
    updatedSince: Type.Optional(UpdatedSince),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)
export const OnCallQuery = Type.Object(
  { at: Type.Optional(dateTime('Default: now.')) },
  { additionalProperties: false },
)
export const ShiftQuery = Type.Object(
  {
    byDay: Type.Optional(
      Type.Boolean({ description: 'Cut shifts at midnight, local to the schedule. Default: false.' }),
    ),
    from: Type.Optional(dateTime('Inclusive. Default: now.')),
    to: Type.Optional(dateTime('Exclusive; at most 42 days later. Default: 28 days later.')),
  },
  { additionalProperties: false },
)

const person = {
  participant: Type.String({ description: 'A contact or a user.' }),
  name: Type.String({ description: 'Empty if it was deleted.' }),
  isReachable: Type.Boolean({ description: 'False without a verified contact.' }),
}
export const OnCallNow = Type.Object({
  ...person,
  contacts: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), channel: Type.String() }), {
    description: 'The verified contacts that are notified.',
  }),
})
export const ShiftView = Type.Object({
  from: dateTime(),
  to: dateTime(),
  date: Type.Optional(Type.String({ format: 'date', description: 'The local date, with `byDay`.' })),
  onCall: Type.Union(
    [
      Type.Object({
        ...person,
        layer: Type.Union([Type.Integer(), Type.Null()], { description: 'Counts from 0.' }),
        overrideId: Type.Union([Type.String(), Type.Null()]),
      }),
      Type.Null(),
    ],
    { description: 'Null is a gap: nobody is on call.' },
  ),
})

export const OverrideBody = Type.Object(
  { from: dateTime('Inclusive.'), to: dateTime('Exclusive; at most a year later.'), participant: Id },
  { additionalProperties: false },
)
export const OverrideView = Type.Object({
  id: Type.String({ examples: ['oco_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  from: dateTime(),
  to: dateTime(),
  participant: Type.String(),
})
export const OverridePath = Type.Object({
  onCallScheduleId: Type.String({ maxLength: 64 }),
  overrideId: Type.String({ maxLength: 64 }),
})
