// What carries the events: what the stream says beside them, and the headers of a webhook.

import { Type } from 'typebox'

const cursor = Type.String({ description: 'A place in the stream.' })
export const streamWords = {
  hello: {
    summary: 'The first words of a stream: where it begins',
    payload: Type.Object({
      cursor,
      resumed: Type.Boolean({ description: 'It goes on behind the place that was asked for.' }),
    }),
    example: { cursor: 'ZTEuNDIuMC5tZjB4', resumed: false },
  },
  skipped: {
    summary: 'Something is missing: the log no longer held it',
    payload: Type.Object({ from: cursor, to: cursor }),
    example: { from: 'ZTEuNDIuMC5tZjB4', to: 'ZTEuOTkuMC5tZjB5' },
  },
  end: {
    summary: 'Why the stream ends',
    payload: Type.Object({
      code: Type.String({ description: 'Stable, for programs.' }),
      message: Type.String({ description: 'One sentence a person can act on.' }),
    }),
    example: { code: 'server.stopping', message: 'This process stops. Come again at once.' },
  },
}

export const CompactLocation = Type.Array(Type.Union([Type.String(), Type.Number(), Type.Null()]), {
  minItems: 9,
  title: 'CompactLocation',
  description:
    'Device, milliseconds since 1970, latitude, longitude, speed, course, and as 0 or 1: moving, ignition, valid; null where unknown. More may come behind these.',
})
export const compactExample = [
  'dev_0aB1cD2eF3gH4iJ5kL6mN7',
  1_795_163_398_000,
  41.3851,
  2.1734,
  5.2,
  271.5,
  1,
  null,
  1,
]

export const StreamFrame = Type.Object(
  {
    id: Type.Optional(cursor),
    event: Type.String({ description: 'The kind of event, or hello, skipped, end.' }),
  },
  { description: 'The fields of a Server-Sent Event beside `data`.' },
)

export const WebhookHeaders = Type.Object(
  {
    'webhook-id': Type.String({ description: 'The event’s `id`: the same at every attempt.' }),
    'webhook-timestamp': Type.String({ description: 'Seconds since 1970 of this attempt.' }),
    'webhook-signature': Type.String({
      description:
        '`v1,` and the base64 of HMAC-SHA256 over "webhook-id.webhook-timestamp.body"; several, separated by blanks, while a secret is replaced.',
    }),
  },
  { description: 'Standard Webhooks 1.0.' },
)
