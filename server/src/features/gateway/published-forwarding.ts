// Messages of a broker whose device or ingest key belongs to another cell, forwarded to it.

import { UnauthenticatedError, UnavailableError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { Cell } from '../cells/cell.types.ts'
import {
  forwardingHeaderName,
  readForwardingHeader,
  writeForwardingHeader,
} from '../cells/forwarding-header.api.ts'
import type { Gateway, Published } from './gateway.types.ts'

export const publishedPath = '/ingest/published'
const what = 'published'
const replyWithinMs = 10_000
/** Too large, unreadable, above a limit of its account: a retry would hold up the messages of all others. */
const neverStored = new Set([413, 422, 429])

export async function forwardPublished({ ctx }: Gateway, cell: Cell, published: Published): Promise<void> {
  const { topic, payload, address } = published
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
  if (neverStored.has(response.status)) {
    ctx.log.warn({ topic, cell: cell.number, status: response.status }, 'MQTT message dropped')
    metrics.refused.inc({ reason: 'dropped' })
    return
  }
  if (!response.ok) throw new UnavailableError(`cell ${cell.number} answered ${response.status}`)
  metrics.forwarded.inc({ transport: 'mqtt' })
}

/** Another cell signs what it forwards: the message itself has no secret. */
export function readForwarded({ ctx }: Gateway, header: unknown, body: Buffer): Published {
  const { cells, config, now } = ctx
  const here = { own: cells?.own ?? 0, nowMs: now().getTime() }
  const forwarding =
    cells && typeof header === 'string'
      ? readForwardingHeader(config.access, header, here, body.toString('utf8'))
      : undefined
  if (forwarding?.what !== what) {
    throw new UnauthenticatedError('ingest.secret_wrong', 'This needs the secret of an ingest key.')
  }
  const { topic, payload } = JSON.parse(body.toString('utf8')) as { topic: string; payload: string }
  return { topic, payload: Buffer.from(payload, 'base64'), address: forwarding.address }
}
