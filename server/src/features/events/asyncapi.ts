// The AsyncAPI document of the stream and of webhooks, generated from the event schemas.

import {
  CompactLocation,
  compactExample,
  controlMessages,
  StreamFrame,
  WebhookHeaders,
} from './envelope.schema.ts'
import type { EventType } from './event.schema.ts'
import { eventOf, eventTypes, exampleOf } from './event.schema.ts'
import { eventDataSchemas } from './event-data.schema.ts'

const about = `
Everything that happens in an account, in one format: over the event stream and by webhook. Each event has an \`id\` that
stays the same when it is delivered again: keep it to recognise duplicates. New types and new fields may be added; programs
must ignore what they do not know.`.trim()

const ref = (pointer: string) => ({ $ref: `#/${pointer}` })

/** `locationSchema` is the one of the REST API. */
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
        description: 'Your server, the target of a webhook.',
        variables: { host: { description: 'Host, and port if it is not 443.' } },
      },
    },
    channels: {
      stream: {
        address: '/api/stream',
        title: 'Event stream',
        description:
          'Server-Sent Events over GET. Choose filters and format in the query, see /openapi.json. To resume without a gap, reconnect with the last `id` in the header Last-Event-ID.',
        servers: [ref('servers/api')],
        messages: streamMessages(),
      },
      webhook: {
        address: null,
        title: 'Webhooks',
        description:
          'POST to the URL of each webhook that subscribes to the event type. Answer 2xx within 15 seconds.',
        servers: [ref('servers/yours')],
        messages: Object.fromEntries(
          eventTypes.map((event) => [event.type, messageOf(event, 'WebhookHeaders')]),
        ),
      },
    },
    operations: {
      sendToStream: {
        action: 'send',
        channel: ref('channels/stream'),
        summary: 'Send an event to stream subscribers',
        bindings: { http: { method: 'GET', bindingVersion: '0.3.0' } },
      },
      callWebhook: {
        action: 'send',
        channel: ref('channels/webhook'),
        summary: 'Send an event to a webhook',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      },
    },
    components: {
      schemas: {
        Location: withoutId(locationSchema),
        ...eventDataSchemas,
        ...Object.fromEntries(eventTypes.map((event) => [event.type, eventOf(event)])),
        ...Object.fromEntries(Object.entries(controlMessages).map(([name, { payload }]) => [name, payload])),
        CompactLocation,
        StreamFrame,
        WebhookHeaders,
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function streamMessages() {
  const control = Object.entries(controlMessages).map(([name, { summary, example }]) => [
    name,
    message(name, summary, 'StreamFrame', example),
  ])
  const compact = message('location', 'A location in the compact format', 'StreamFrame', compactExample)
  return Object.fromEntries([
    ...control,
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

/** In this document the schema is referenced by its path. */
function withoutId(schema: unknown): object {
  const { $id: _, ...rest } = schema as { $id?: string }
  return rest
}
