// The envelope of events: the control messages of the stream, and the headers of a webhook.

import { Type } from 'typebox'

const cursor = Type.String({ description: 'A position in the stream.' })
export const controlMessages = {
  hello: {
    summary: 'First message of a stream: where it starts',
    payload: Type.Object({
      cursor,
      resumed: Type.Boolean({ description: 'The stream resumes after the requested cursor.' }),
    }),
    example: { cursor: 'ZTEuNDIuMC5tZjB4', resumed: false },
  },
  skipped: {
    summary: 'A gap: the log no longer has these events',
    payload: Type.Object({ from: cursor, to: cursor }),
    example: { from: 'ZTEuNDIuMC5tZjB4', to: 'ZTEuOTkuMC5tZjB5' },
  },
  end: {
    summary: 'Why the server closes the stream',
    payload: Type.Object({
      code: Type.String({ description: 'Stable, for programs.' }),
      message: Type.String({ description: 'One sentence a person can act on.' }),
    }),
    example: { code: 'server.stopping', message: 'The server is shutting down. Reconnect immediately.' },
  },
}

export const CompactLocation = Type.Array(Type.Union([Type.String(), Type.Number(), Type.Null()]), {
  minItems: 9,
  title: 'CompactLocation',
  description:
    'Device, milliseconds since 1970, latitude, longitude, speed, course, then as 0 or 1: moving, ignition, valid; null if unknown. More items may be appended.',
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
    event: Type.String({ description: 'The event kind, or hello, skipped, end.' }),
  },
  { description: 'The fields of a Server-Sent Event in addition to `data`.' },
)

export const WebhookHeaders = Type.Object(
  {
    'webhook-id': Type.String({ description: 'The event’s `id`: the same for every attempt.' }),
    'webhook-timestamp': Type.String({ description: 'Time of this attempt, in seconds since 1970.' }),
    'webhook-signature': Type.String({
      description:
        '`v1,` and the base64 of HMAC-SHA256 over "webhook-id.webhook-timestamp.body"; several, separated by spaces, while a secret is being rotated.',
    }),
  },
  { description: 'Standard Webhooks 1.0.' },
)
