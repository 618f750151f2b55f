// Messages that phones publish to a broker: stored in this cell, or forwarded to the home cell of the phone.

import { decodePublished } from '@rastro/protocols'
import { UnauthenticatedError, UnavailableError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { through, traceClock } from '../../platform/observability/tracing.ts'
import type { Cell } from '../cells/cell.types.ts'
import {
  forwardingHeaderName,
  readForwardingHeader,
  writeForwardingHeader,
} from '../cells/forwarding-header.api.ts'
import { toRow } from '../recorder/location-row.api.ts'
import { traceFrame } from './frame-trace.ts'
import type { Gateway } from './gateway.types.ts'

export const publishedPath = '/ingest/published'
const protocol = 'owntracks'
const what = 'published'
const replyWithinMs = 10_000

export interface Published {
  topic: string
  payload: Buffer
  /** Of the broker. */
  address: string
}

/** Resolves once it is durable, in this cell or another. */
export async function storePublished(gateway: Gateway, published: Published): Promise<void> {
  const { topic, payload, address } = published
  const receivedAt = gateway.ctx.now()
  const beganMs = traceClock()
  const decoded = decodePublished(topic, payload)
  const decodedMs = traceClock()
  if (decoded.kind !== 'locations' || !decoded.identifier) return
  const { identifier, locations } = decoded
  // All phones share the address of the broker.
  const admission = await gateway.admit(identifier, undefined)
  if (typeof admission === 'object') return forward(gateway, admission, published)
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

async function forward({ ctx }: Gateway, cell: Cell, { topic, payload, address }: Published): Promise<void> {
  const body = JSON.stringify({ topic, payload: payload.toString('base64') })
  const forwarding = { from: ctx.cells?.own ?? 0, to: cell.number, atMs: ctx.now().getTime(), address, what }
  const response = await fetch(`${cell.apiUrl}${publishedPath}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [forwardingHeaderName]: writeForwardingHeader(ctx.config.access, forwarding, body),
    },
    body,
    signal: AbortSignal.timeout(replyWithinMs),
  })
  if (!response.ok) throw new UnavailableError(`cell ${cell.number} answered ${response.status}`)
  metrics.forwarded.inc({ transport: 'mqtt' })
}

/** Forwarded by another cell, which signs it: a phone has no secret. */
export async function receivePublished(gateway: Gateway, header: unknown, body: Buffer): Promise<void> {
  const { cells, config, now } = gateway.ctx
  const here = { own: cells?.own ?? 0, nowMs: now().getTime() }
  const forwarding =
    cells && typeof header === 'string'
      ? readForwardingHeader(config.access, header, here, body.toString('utf8'))
      : undefined
  if (forwarding?.what !== what) {
    throw new UnauthenticatedError('ingest.secret_wrong', 'This needs the secret of an ingest key.')
  }
  const { topic, payload } = JSON.parse(body.toString('utf8')) as { topic: string; payload: string }
  const local = { ...gateway, admit: gateway.admitHere }
  await storePublished(local, { topic, payload: Buffer.from(payload, 'base64'), address: forwarding.address })
}
