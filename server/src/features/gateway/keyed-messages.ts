// Messages under `rastro/<id of an ingest key>/`: the key decides whose they are and how they are read. The broker has made
// sure who sends.

import type { HttpProtocol, HttpRequest } from '@rastro/protocols'
import { httpProtocols } from '@rastro/protocols'
import { metrics } from '../../platform/observability/metrics.ts'
import { mappingProtocol } from '../ingest-keys/ingest-key.types.ts'
import type { Gateway, Keyed, Published } from './gateway.types.ts'
import { handleMapped, handleRequest } from './ingest.ts'
import { forwardPublished } from './published-forwarding.ts'

export interface KeyTopic {
  keyId: string
  /** What follows the id. */
  topic: string
}

const protocols = new Map<string, HttpProtocol>(
  httpProtocols.flatMap((protocol) => (protocol.isAlsoPublished ? [[protocol.name, protocol]] : [])),
)

/** Undefined if the topic does not begin like one of a key. */
export function readKeyTopic(topic: string): KeyTopic | undefined {
  const [, keyId, rest = ''] = /^rastro\/(ing_\w{22})(?:\/(.*))?$/s.exec(topic) ?? []
  return keyId === undefined ? undefined : { keyId, topic: rest }
}

/** What names no key, or a key for something else, is dropped: nobody would ever be able to read it. */
export async function storeKeyed(
  gateway: Gateway,
  keyed: Keyed,
  { keyId, topic }: KeyTopic,
  published: Published,
): Promise<void> {
  const found = await keyed.ingestKeys.named(keyId)
  if (!found) {
    const cell = await gateway.homeOfKey(keyId)
    if (cell) return forwardPublished(gateway, cell, published)
    metrics.refused.inc({ reason: 'unknown_key' })
    return
  }
  const { protocol: name, ...ingestKey } = found
  const request = toRequest(topic, published.payload)
  const from = { address: published.address, ingestKey, isPublished: true } as const
  const protocol = protocols.get(name)
  if (name === mappingProtocol) await handleMapped(gateway, keyed, request, from)
  else if (protocol) await handleRequest(gateway, protocol, request, from)
  else metrics.refused.inc({ reason: 'unknown_key' })
}

/** As the HTTP integrations of the same senders post it: ChirpStack names the event in its query, or ends the topic with it. */
function toRequest(topic: string, body: Buffer): HttpRequest & { topic: string } {
  const [, event] = /(?:^|\/)event\/(\w+)$/.exec(topic) ?? []
  return {
    method: 'POST',
    path: `/${topic}`,
    query: new URLSearchParams(event === undefined ? {} : { event }),
    headers: { 'content-type': 'application/json' },
    body,
    topic,
  }
}
