import { Type } from 'typebox'
import { Cursor, Limit } from '../../platform/http/paging.ts'
import { shareFields } from './share.types.ts'

export const maxDevices = 100
const dateTime = Type.String({ format: 'date-time' })
const kind = Type.Enum(['live', 'historic'], {
  type: 'string',
  description: 'Live: from now on, until it expires. Historic: a period, and nothing else.',
})
const optional = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

const fields = {
  name: Type.String({ minLength: 1, maxLength: 200, description: 'Shown to whoever has the link.' }),
  expires: Type.String({
    format: 'date-time',
    description: 'In 7 days unless said otherwise; 30 days ahead at most, or as the operator allows.',
  }),
  fields: Type.Array(Type.Enum([...shareFields], { type: 'string' }), {
    maxItems: shareFields.length,
    description: 'What is shown beside place and time. Speed and course unless said otherwise.',
  }),
  showNames: Type.Boolean({
    description: 'Whether the devices’ names are shown. True unless said otherwise.',
  }),
}

export const ShareBody = Type.Object(
  {
    name: fields.name,
    devices: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: maxDevices }),
    kind,
    from: optional('Of a historic share. Inclusive.'),
    to: optional('Of a historic share. Exclusive.'),
    expires: Type.Optional(fields.expires),
    fields: Type.Optional(fields.fields),
    showNames: Type.Optional(fields.showNames),
  },
  { additionalProperties: false },
)

export const ShareChange = Type.Object(
  { name: fields.name, expires: fields.expires },
  { additionalProperties: false },
)

const shareFieldsShown = {
  id: Type.String({ examples: ['shr_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  ...fields,
  devices: Type.Array(Type.String()),
  kind,
  from: Type.Union([dateTime, Type.Null()]),
  to: Type.Union([dateTime, Type.Null()]),
  createdBy: Type.String({ description: 'The user who made it.' }),
  creation: dateTime,
  lastModified: dateTime,
}
export const ShareView = Type.Object(shareFieldsShown, { $id: 'Share', title: 'Share' })
/** A single share stands flat beside the envelope, with the link to copy. */
export const shareWithLink = {
  ...shareFieldsShown,
  secret: Type.String({ description: 'Whoever has it sees what the share shows.' }),
  url: Type.String({ format: 'uri', description: 'The link to hand on.' }),
}

export const SharePath = Type.Object({ shareId: Type.String({ maxLength: 64 }) })
export const ShareQuery = Type.Object(
  { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) },
  { additionalProperties: false },
)

// What whoever has the link gets.

const place = Type.Integer({ minimum: 1, description: 'The device, by what it is called in this share.' })
const number = (description: string) => Type.Optional(Type.Number({ description }))
const degrees = Type.Union([Type.Number(), Type.Null()], { description: 'Degrees, WGS 84.' })

export const SharedLocation = Type.Object(
  {
    device: place,
    dateTime,
    latitude: degrees,
    longitude: degrees,
    valid: Type.Boolean({ description: 'False: no fix; the place, if any, is the last one known.' }),
    speed: number('Metres per second.'),
    course: number('Degrees clockwise from north.'),
    altitude: number('Metres above sea level.'),
    accuracy: number('Metres.'),
    battery: number('The tracker’s own battery, %.'),
    ignition: Type.Optional(Type.Boolean()),
    moving: Type.Optional(Type.Boolean()),
    mileage: number('Kilometres.'),
    fuel: number('%'),
    temperature: number('°C'),
    humidity: number('%'),
  },
  { $id: 'SharedLocation', title: 'SharedLocation', additionalProperties: false },
)

export const openShareFields = {
  name: fields.name,
  kind,
  from: Type.Optional(dateTime),
  to: Type.Optional(dateTime),
  expires: dateTime,
  devices: Type.Array(Type.Object({ device: place, name: Type.Optional(Type.String()) })),
}

export const SecretPath = Type.Object({
  secret: Type.String({ maxLength: 64, examples: ['lnk_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0u'] }),
})
export const TrackQuery = Type.Object(
  {
    device: place,
    from: optional('Inclusive. Nothing before what the share shows.'),
    to: optional('Exclusive. Nothing after what the share shows.'),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: '1,000 without it.' })),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)
export const WatchQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({ maxLength: 100, description: 'Go on behind this `id` of the stream.' }),
    ),
    forSeconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 86_400, description: 'End the stream after so many seconds.' }),
    ),
  },
  { additionalProperties: false },
)
export const WatchHeaders = Type.Object({
  'last-event-id': Type.Optional(Type.String({ maxLength: 100 })),
})
