import { Type } from 'typebox'
import { Cursor, Limit } from '../../platform/http/paging.ts'
import { ref } from '../../platform/http/responses.ts'
import { nameText } from '../../platform/http/text.ts'
import { channels } from '../notifications/notification.types.ts'
import { PlaceView } from '../places/place-view.api.ts'
import { severities } from './rule.schema.ts'

const dateTime = Type.String({ format: 'date-time' })
const degrees = (max: number, description?: string) =>
  Type.Union([Type.Number({ minimum: -max, maximum: max }), Type.Null()], description ? { description } : {})
const orNull = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()])
const note = Type.String({ maxLength: 2_000 })

export const alertFields = {
  id: Type.String({ examples: ['alt_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  deviceId: Type.String(),
  dateTime: Type.String({ format: 'date-time', description: 'When it happened.' }),
  raisedAt: Type.String({ format: 'date-time', description: 'When it was detected.' }),
  name: Type.String({ examples: ['sos', 'geofence.entered', 'speed.above'] }),
  severity: Type.Enum([...severities]),
  text: orNull(Type.String()),
  latitude: degrees(
    90,
    'Where it happened. Without a location of that instant: the last known one of the device.',
  ),
  longitude: degrees(180),
  locatedAt: orNull(
    Type.String({
      format: 'date-time',
      description: 'When the device was there, if the coordinates are the last known ones. Otherwise null.',
    }),
  ),
  place: Type.Optional(ref(PlaceView)),
  ruleId: orNull(Type.String({ description: 'The rule that raised it. Null if it was reported.' })),
  state: Type.Enum(['open', 'acknowledged', 'resolved', 'withdrawn']),
  late: Type.Boolean({ description: 'Detected too late; no notification was sent.' }),
  delayedSeconds: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'Seconds between the reception of the location and its evaluation, if that was delayed: the rules of the account need much computing time, or failed. Otherwise null.',
  }),
  acknowledgedAt: orNull(dateTime),
  acknowledgedBy: orNull(
    Type.String({ description: 'The user’s identifier. Null for a contact who is no user.' }),
  ),
  acknowledgedByContact: Type.Union(
    [Type.Object({ id: Type.String(), name: Type.String(), channel: Type.String() }), Type.Null()],
    { description: 'The contact who acknowledged it from a message, and the channel. Otherwise null.' },
  ),
  resolvedAt: orNull(dateTime),
  resolvedBy: orNull(Type.String()),
  withdrawnAt: orNull(
    Type.String({ format: 'date-time', description: 'Later locations showed that it did not happen.' }),
  ),
  note: orNull(Type.String()),
  notifications: Type.Array(
    Type.Object({
      channel: Type.Enum([...channels]),
      to: Type.String({ description: 'Masked, unless you manage all contacts.' }),
      state: Type.String(),
      reason: orNull(Type.String()),
    }),
  ),
}
export const AlertView = Type.Object(alertFields, { $id: 'Alert', title: 'Alert' })

export const DryRunAlert = Type.Object({
  dateTime,
  name: Type.String(),
  severity: Type.Enum([...severities]),
  text: Type.String(),
  latitude: Type.Optional(Type.Number()),
  longitude: Type.Optional(Type.Number()),
  explanation: Type.Object({}, { additionalProperties: true }),
})

export const AlertPath = Type.Object({ alertId: Type.String({ maxLength: 64 }) })

const filters = {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  severity: Type.Optional(Type.Enum([...severities])),
  state: Type.Optional(Type.Enum(['open', 'acknowledged', 'resolved', 'withdrawn'])),
}

export const AlertQuery = Type.Object(
  {
    from: Type.Optional(
      Type.String({ format: 'since', description: 'Inclusive. A time, or an event cursor.' }),
    ),
    to: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
    deviceId: Type.Optional(Type.String({ maxLength: 64 })),
    groupId: Type.Optional(Type.String({ maxLength: 64 })),
    ruleId: Type.Optional(Type.String({ maxLength: 64 })),
    ...filters,
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)

export const NoteBody = Type.Object({ note: Type.Optional(note) }, { additionalProperties: false })
export const AlertChange = Type.Object({ note: orNull(note) }, { additionalProperties: false })

export const AlertPeriod = Type.Object(
  {
    from: Type.String({ format: 'date-time', description: 'Inclusive.' }),
    to: Type.String({ format: 'date-time', description: 'Exclusive.' }),
    alertName: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)

/** The same in a URL; without a period, all alerts of the device. */
export const DeviceAlertQuery = Type.Object(
  {
    ...AlertPeriod.properties,
    from: Type.Optional(AlertPeriod.properties.from),
    to: Type.Optional(AlertPeriod.properties.to),
  },
  { additionalProperties: false },
)

export const NewAlert = Type.Object(
  {
    name: nameText(),
    dateTime: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When it happened: at most a year ago and an hour ahead. Default: now.',
      }),
    ),
    text: Type.Optional(note),
    severity: Type.Optional(Type.Enum([...severities])),
    location: Type.Optional(
      Type.Object(
        {
          latitude: Type.Number({ minimum: -90, maximum: 90 }),
          longitude: Type.Number({ minimum: -180, maximum: 180 }),
        },
        { additionalProperties: false, description: 'Default: the last known location of the device.' },
      ),
    ),
  },
  { additionalProperties: false },
)
export const AlertReport = Type.Object({ alert: NewAlert }, { additionalProperties: false })

/** One path for two requests, distinguished by the body. */
export const PeriodOrAlert = Type.Union([AlertPeriod, AlertReport], {
  description: 'A period to read, or an alert to raise.',
})
