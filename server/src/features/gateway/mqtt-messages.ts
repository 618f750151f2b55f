// Messages that are published to a broker: stored in this cell, or forwarded to the home cell of their sender.

import { decodePublished } from '@rastro/protocols'
import { UnavailableError } from '../../platform/http/errors.ts'
import { through, traceClock } from '../../platform/observability/tracing.ts'
import { toRow } from '../recorder/location-row.api.ts'
import { traceFrame } from './frame-trace.ts'
import type { Gateway, Keyed, Published } from './gateway.types.ts'
import { readKeyTopic, storeKeyed } from './keyed-messages.ts'
import { forwardPublished, readForwarded } from './published-forwarding.ts'

const protocol = 'owntracks'

/** Resolves once it is durable, in this cell or another. */
export async function storePublished(gateway: Gateway, keyed: Keyed, published: Published): Promise<void> {
  const keyTopic = readKeyTopic(published.topic)
  return keyTopic ? storeKeyed(gateway, keyed, keyTopic, published) : storePhone(gateway, published)
}

async function storePhone(gateway: Gateway, published: Published): Promise<void> {
  const { topic, payload, address } = published
  const receivedAt = gateway.ctx.now()
  const beganMs = traceClock()
  const decoded = decodePublished(topic, payload)
  const decodedMs = traceClock()
  if (decoded.kind !== 'locations' || !decoded.identifier) return
  const { identifier, locations } = decoded
  // All phones share the address of the broker.
  const admission = await gateway.admit(identifier, undefined)
  if (typeof admission === 'object') return forwardPublished(gateway, admission, published)
  if (admission === 'unknown') {
    gateway.noteUnknownTracker({ identifier, protocol, address })
    return
  }
  const reception = { deviceRef: identifier, protocol, receivedAt, datesRollOver: false }
  const rows = locations.map((location) => toRow(location, reception))
  const frame = { protocol, transport: 'mqtt', bytes: payload.length, beganMs, decodedMs } as const
  const span = traceFrame(frame, locations)
  await through(span, gateway.writer.write(rows, span))
}

/** Forwarded by another cell. */
export async function receivePublished(
  gateway: Gateway,
  keyed: Keyed,
  header: unknown,
  body: Buffer,
): Promise<void> {
  const homeOfKey = async () => {
    throw new UnavailableError('forwarded to this cell, which is not its home')
  }
  const local = { ...gateway, admit: gateway.admitHere, homeOfKey }
  await storePublished(local, keyed, readForwarded(gateway, header, body))
}
