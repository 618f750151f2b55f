import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { Cursor, Limit, UpdatedSince } from '../../platform/http/paging.ts'
import { nameText } from '../../platform/http/text.ts'
import { eventKinds, eventTypeNames } from '../events/event.types.ts'
import { deliveryStates } from './webhook.types.ts'

const instant = Type.String({ format: 'date-time' })
const orNull = <S extends TSchema>(schema: S, options = {}) => Type.Union([schema, Type.Null()], options)
const ids = (description: string, maxItems: number) =>
  Type.Array(Type.String({ maxLength: 64 }), { maxItems, description })

const fields = {
  name: nameText(),
  url: Type.String({
    minLength: 1,
    maxLength: 2_000,
    description:
      'A receiver: https on port 443 or 8443, unless the operator allows more. Redirects are not followed. Or a broker: mqtts with a topic, or amqps with a virtual host; {kind}, {type} and {deviceId} are replaced.',
    examples: ['https://hooks.example.com/rastro', 'mqtts://broker.example.com/rastro/{type}/{deviceId}'],
  }),
  userName: orNull(Type.String({ minLength: 1, maxLength: 200 }), { description: 'Of the broker.' }),
  enabled: Type.Boolean({
    description:
      'When enabled again, a webhook resumes where it stopped, as far back as the event log reaches.',
  }),
  events: Type.Array(Type.Enum([...new Set([...eventKinds, ...eventTypeNames])]), {
    maxItems: 50,
    description: 'Kinds of events, like alert, or exact types, like alert.raised. Default: all.',
    examples: [['alert', 'device.expired']],
  }),
  groups: ids('Events of devices in these groups. Without groups and devices: events of all devices.', 1_000),
  devices: ids('Events of these devices.', 10_000),
}

export const WebhookBody = Type.Object(
  {
    name: fields.name,
    url: fields.url,
    userName: Type.Optional(fields.userName),
    password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'Of the broker. Never shown. If absent, the stored one stays; give it again with another host or user name.',
      }),
    ),
    enabled: Type.Optional(fields.enabled),
    events: Type.Optional(fields.events),
    groups: Type.Optional(fields.groups),
    devices: Type.Optional(fields.devices),
  },
  { additionalProperties: false },
)

export const webhookFields = {
  id: Type.String({ examples: ['whk_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  ...fields,
  hasPassword: Type.Boolean({ description: 'Whether a password for the broker is stored.' }),
  disabled: orNull(Type.Object({ disabledAt: instant, reason: Type.String() }), {
    description: 'Why and since when the server has disabled it.',
  }),
  failingSince: orNull(instant, { description: 'Since when deliveries fail without a success.' }),
  pausedUntil: orNull(instant, { description: 'Until when the receiver asked to pause.' }),
  lastGapAt: orNull(instant, {
    description: 'When events were last found to have left the log before they could be queued.',
  }),
  oldSecretUntil: orNull(instant, { description: 'Until when the previous secret signs too.' }),
  redelivery: orNull(Type.Object({ from: instant, to: instant }), {
    description: 'The period being redelivered.',
  }),
  waiting: Type.Integer({ description: 'Events queued and not delivered yet.' }),
  createdAt: instant,
  modifiedAt: instant,
}
export const WebhookView = Type.Object(webhookFields, { $id: 'Webhook', title: 'Webhook' })

export const secret = Type.String({
  description: 'Signs requests (Standard Webhooks). Shown only once.',
  examples: ['whsec_…'],
})

const Attempt = Type.Object({
  startedAt: instant,
  url: Type.String({ description: 'The URL at that time.' }),
  status: orNull(Type.Integer(), { description: 'Null if there was no response, and for brokers.' }),
  error: orNull(Type.String(), {
    description: 'Null if the receiver answered, or the broker confirmed the event.',
  }),
  response: orNull(Type.String({ description: 'The first 1,024 bytes of the response.' })),
  tookMs: Type.Integer(),
})

export const attemptFields = Attempt.properties

export const deliveryFields = {
  id: Type.String({ examples: ['dlv_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  eventId: Type.String({ description: 'The event’s identifier, sent in the header webhook-id.' }),
  type: Type.String(),
  deviceId: orNull(Type.String({ description: 'Null for a test, and once the device is deleted.' })),
  state: Type.Enum([...deliveryStates], {
    description: 'failed: a dead letter, not retried automatically.',
  }),
  redelivery: Type.Boolean(),
  dueAt: orNull(instant, { description: 'When it, or an earlier delivery of its device, is tried next.' }),
  request: Type.String({ description: 'The body.' }),
  attempts: Type.Array(Attempt),
  createdAt: instant,
  endedAt: orNull(instant),
}
export const DeliveryView = Type.Object(deliveryFields, { $id: 'WebhookDelivery', title: 'WebhookDelivery' })

export const WebhookPath = Type.Object({ webhookId: Type.String({ maxLength: 64 }) })
export const DeliveryPath = Type.Object({
  webhookId: Type.String({ maxLength: 64 }),
  deliveryId: Type.String({ maxLength: 64 }),
})
export const WebhookQuery = Type.Object(
  {
    search: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Part of the name or the URL.' }),
    ),
    updatedSince: Type.Optional(UpdatedSince),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)
export const DeliveryQuery = Type.Object(
  {
    state: Type.Optional(Type.Enum([...deliveryStates])),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)

export const RedeliveryBody = Type.Object(
  {
    from: Type.Optional(
      Type.String({ format: 'date-time', description: 'Inclusive, by the time of logging.' }),
    ),
    to: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive. Default: now.' })),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'A cursor of the event stream: redelivers everything after it.',
      }),
    ),
  },
  { additionalProperties: false },
)
