// AsyncAPI made from the events' own schemas: what the stream and webhooks say.

import {
  CompactLocation,
  compactExample,
  StreamFrame,
  streamWords,
  WebhookHeaders,
} from './envelope.schema.ts'
import type { EventType } from './event.schema.ts'
import { eventOf, eventTypes, exampleOf, newsSchemas } from './event.schema.ts'

const about = `
Everything that happens in an account, in one form: over the stream to whoever listens, and by webhook to whoever wants to
be called. Each event has an \`id\` that is the same however often it is told: keep it to recognise what was told twice.
New types and new fields may come; programs ignore what they do not know.`.trim()

const ref = (pointer: string) => ({ $ref: `#/${pointer}` })

/** `locationSchema` is the API's own. */
export function describeEvents(publicUrl: string, locationSchema: unknown): object {
  const { host, protocol } = new URL(publicUrl)
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Rastro events',
      version: '1.0.0',
      description: about,
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      api: {
        host,
        protocol: protocol.replace(':', ''),
        security: [ref('components/securitySchemes/bearer')],
      },
      yours: {
        host: '{host}',
        protocol: 'https',
        description: 'Your own, that a webhook leads to.',
        variables: { host: { description: 'Host, and port where it is not 443.' } },
      },
    },
    channels: {
      stream: {
        address: '/api/stream',
        title: 'The stream of events',
        description:
          'Server-Sent Events, by GET. Filters and the form are chosen by its query, see /openapi.json. Come again with the last `id` in the header Last-Event-ID to go on behind it.',
        servers: [ref('servers/api')],
        messages: streamMessages(),
      },
      webhook: {
        address: null,
        title: 'Webhooks',
        description:
          'POST to the address of each webhook that asked for the type. Answer 2xx within 15 seconds.',
        servers: [ref('servers/yours')],
        messages: Object.fromEntries(
          eventTypes.map((event) => [event.type, messageOf(event, 'WebhookHeaders')]),
        ),
      },
    },
    operations: {
      tellStream: {
        action: 'send',
        channel: ref('channels/stream'),
        summary: 'Tell whoever listens',
        bindings: { http: { method: 'GET', bindingVersion: '0.3.0' } },
      },
      callWebhook: {
        action: 'send',
        channel: ref('channels/webhook'),
        summary: 'Call whoever wants to be called',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      },
    },
    components: {
      schemas: {
        Location: withoutId(locationSchema),
        ...newsSchemas,
        ...Object.fromEntries(eventTypes.map((event) => [event.type, eventOf(event)])),
        ...Object.fromEntries(Object.entries(streamWords).map(([name, { payload }]) => [name, payload])),
        CompactLocation,
        StreamFrame,
        WebhookHeaders,
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function streamMessages() {
  const words = Object.entries(streamWords).map(([name, { summary, example }]) => [
    name,
    message(name, summary, 'StreamFrame', example),
  ])
  const compact = message('location', 'A location, in the compact form', 'StreamFrame', compactExample)
  return Object.fromEntries([
    ...words,
    ...eventTypes.map((event) => [event.type, messageOf(event, 'StreamFrame')]),
    ['location.compact', { ...compact, payload: ref('components/schemas/CompactLocation') }],
  ])
}

type Headers = 'StreamFrame' | 'WebhookHeaders'

function messageOf(event: EventType, headers: Headers) {
  return message(event.type, event.summary, headers, exampleOf(event))
}

function message(name: string, summary: string, headers: Headers, example: unknown) {
  return {
    name,
    summary,
    headers: ref(`components/schemas/${headers}`),
    payload: ref(`components/schemas/${name}`),
    examples: [{ payload: example }],
  }
}

/** In this document it is found by its place. */
function withoutId(schema: unknown): object {
  const { $id: _, ...rest } = schema as { $id?: string }
  return rest
}
