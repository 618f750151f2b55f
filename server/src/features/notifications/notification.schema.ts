import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { Cursor, Limit } from '../../platform/http/paging.ts'
import { capNames } from '../spending/spending.types.ts'
import { channels, notificationStates } from './notification.types.ts'

const instant = Type.String({ format: 'date-time' })
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const oneOf = <const T extends string>(values: readonly T[]) =>
  Type.Union(values.map((one) => Type.Literal(one)))

const Attempt = Type.Object({
  startedAt: instant,
  endedAt: orNull(instant),
  outcome: orNull(oneOf(['accepted', 'refused', 'unknown'])),
  error: orNull(Type.String()),
  day: Type.String({
    format: 'date',
    description: 'The day whose limit it counts against, in the time zone of the account.',
  }),
})

export const NotificationView = Type.Object(
  {
    id: Type.String({ examples: ['ntf_0aB1cD2eF3gH4iJ5kL6mN7'] }),
    alertId: Type.String(),
    alertName: Type.String(),
    channel: oneOf(channels),
    to: Type.String({ description: 'Masked, unless you manage all contacts.' }),
    contactId: orNull(Type.String({ description: 'Null once the contact is deleted.' })),
    state: oneOf(notificationStates),
    reason: orNull(
      Type.String({
        description:
          'Why it was suppressed, postponed or failed: daily_email_limit, daily_sms_limit, account_cap (a spending cap of your account, named by cap), reseller_cap and platform_cap (one of your provider), repeat, device_expired, alert_withdrawn, account_suspended, account_blocked, account_closing, contact_gone, contact_unverified, channel_not_configured, no_browser (the user has none with notifications), outcome_unknown, or the error of the transport.',
      }),
    ),
    cap: orNull(oneOf([...capNames, 'messagesPerDay'])),
    receipt: orNull(Type.String({ description: 'Delivery state reported by the SMS centre.' })),
    createdAt: instant,
    sentAt: orNull(instant),
    attempts: Type.Array(Attempt, {
      description: 'Attempts to send it. Refused attempts do not count against the daily limit.',
    }),
  },
  { $id: 'Notification', title: 'Notification' },
)

export const NotificationQuery = Type.Object(
  {
    state: Type.Optional(oneOf(notificationStates)),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)

export const DevicePath = Type.Object({ deviceId: Type.String({ maxLength: 64 }) })
