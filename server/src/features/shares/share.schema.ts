import { Type } from 'typebox'
import { Cursor, Limit } from '../../platform/http/paging.ts'
import { nameText } from '../../platform/http/text.ts'
import { shareFields } from './share.types.ts'

export const maxDevices = 100
const dateTime = Type.String({ format: 'date-time' })
const type = Type.Enum(['live', 'historic'], {
  type: 'string',
  description: 'live: from now on until it expires. historic: a fixed period.',
})
const optional = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

const fields = {
  name: nameText({ description: 'Shown to viewers of the link.' }),
  expiresAt: Type.String({
    format: 'date-time',
    description: 'Default: in 7 days. At most 30 days ahead, unless the operator allows more.',
  }),
  fields: Type.Array(Type.Enum([...shareFields], { type: 'string' }), {
    maxItems: shareFields.length,
    description: 'What is shown besides coordinates and time. Default: speed and course.',
  }),
  showNames: Type.Boolean({
    description: 'Whether device names are shown. Default: true.',
  }),
}

export const ShareBody = Type.Object(
  {
    name: fields.name,
    devices: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: maxDevices }),
    type,
    from: optional('For a historic share. Inclusive.'),
    to: optional('For a historic share. Exclusive.'),
    expiresAt: Type.Optional(fields.expiresAt),
    fields: Type.Optional(fields.fields),
    showNames: Type.Optional(fields.showNames),
  },
  { additionalProperties: false },
)

export const ShareChange = Type.Object(
  { name: fields.name, expiresAt: fields.expiresAt },
  { additionalProperties: false },
)

const shareFieldsShown = {
  id: Type.String({ examples: ['shr_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  ...fields,
  devices: Type.Array(Type.String()),
  type,
  from: Type.Union([dateTime, Type.Null()]),
  to: Type.Union([dateTime, Type.Null()]),
  createdBy: Type.String({ description: 'The user that created it.' }),
  createdAt: dateTime,
  modifiedAt: dateTime,
}
export const ShareView = Type.Object(shareFieldsShown, { $id: 'Share', title: 'Share' })
/** A single share is returned flat in the envelope, with the link to copy. */
export const shareWithLink = {
  ...shareFieldsShown,
  secret: Type.String({ description: 'Gives access to what the share shows.' }),
  url: Type.String({ format: 'uri', description: 'The link to send to viewers.' }),
}

export const SharePath = Type.Object({ shareId: Type.String({ maxLength: 64 }) })
export const ShareQuery = Type.Object(
  { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) },
  { additionalProperties: false },
)

// Schemas for viewers of a link.

const ordinal = Type.Integer({ minimum: 1, description: 'The number of the device in this share.' })
const number = (description: string) => Type.Optional(Type.Number({ description }))
const degrees = Type.Union([Type.Number(), Type.Null()], { description: 'Degrees, WGS 84.' })

export const SharedLocation = Type.Object(
  {
    device: ordinal,
    dateTime,
    latitude: degrees,
    longitude: degrees,
    valid: Type.Boolean({ description: 'False: no fix; the coordinates, if any, are the last known ones.' }),
    speed: number('Metres per second.'),
    course: number('Degrees clockwise from north.'),
    altitude: number('Metres above sea level.'),
    accuracy: number('Metres.'),
    battery: number('Internal battery of the tracker, %.'),
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
  type,
  from: Type.Optional(dateTime),
  to: Type.Optional(dateTime),
  expiresAt: dateTime,
  devices: Type.Array(
    Type.Object({
      device: ordinal,
      name: Type.Optional(Type.String()),
      place: Type.Optional(
        Type.String({
          description:
            'Of its location below, in the language of `Accept-Language` and the units of `Prefer: units=…`.',
        }),
      ),
    }),
  ),
}

export const SecretPath = Type.Object({
  secret: Type.String({ maxLength: 64, examples: ['lnk_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0u'] }),
})
export const TrackQuery = Type.Object(
  {
    device: ordinal,
    from: optional('Inclusive. Limited to what the share shows.'),
    to: optional('Exclusive. Limited to what the share shows.'),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'Default: 1,000.' })),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)
export const WatchQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({ maxLength: 100, description: 'Resume after this `id` of the stream.' }),
    ),
    forSeconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 86_400, description: 'Close the stream after this many seconds.' }),
    ),
  },
  { additionalProperties: false },
)
export const WatchHeaders = Type.Object({
  'last-event-id': Type.Optional(Type.String({ maxLength: 100 })),
})
