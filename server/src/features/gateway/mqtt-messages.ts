// What phones publish to a broker: stored here, or handed to the cell that the phone lives in.

import { decodePublished } from '@rastro/protocols'
import { UnauthenticatedError, UnavailableError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { through, traceClock } from '../../platform/observability/tracing.ts'
import type { Cell } from '../cells/cell.types.ts'
import { passageHeader, readPassage, writePassage } from '../cells/forwarding-header.api.ts'
import { toRow } from '../recorder/location-row.api.ts'
import { traceFrame } from './frame-trace.ts'
import type { Gateway } from './gateway.types.ts'

export const publishedPath = '/ingest/published'
const protocol = 'owntracks'
const what = 'published'
const answerWithinMs = 10_000

export interface Published {
  topic: string
  payload: Buffer
  /** Of the broker that had it. */
  address: string
}

/** Resolves when it is durable, wherever that is. */
export async function keepPublished(gateway: Gateway, published: Published): Promise<void> {
  const { topic, payload, address } = published
  const receivedAt = gateway.ctx.now()
  const beganMs = traceClock()
  const decoded = decodePublished(topic, payload)
  const decodedMs = traceClock()
  if (decoded.kind !== 'locations' || !decoded.identifier) return
  const { identifier, locations } = decoded
  const admission = await gateway.admit(identifier)
  if (typeof admission === 'object') return handOn(gateway, admission, published)
  if (admission === 'stranger') {
    gateway.noteStranger({ identifier, protocol, address })
    return
  }
  const heard = { who: identifier, protocol, receivedAt, datesRollOver: false }
  const rows = locations.map((location) => toRow(location, heard))
  const frame = { protocol, transport: 'mqtt', bytes: payload.length, beganMs, decodedMs } as const
  const span = traceFrame(frame, locations)
  await through(span, gateway.writer.write(rows, span))
}

async function handOn({ ctx }: Gateway, cell: Cell, { topic, payload, address }: Published): Promise<void> {
  const body = JSON.stringify({ topic, payload: payload.toString('base64') })
  const passage = { from: ctx.cells?.own ?? 0, to: cell.number, atMs: ctx.now().getTime(), address, what }
  const response = await fetch(`${cell.apiUrl}${publishedPath}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [passageHeader]: writePassage(ctx.config.access, passage, body),
    },
    body,
    signal: AbortSignal.timeout(answerWithinMs),
  })
  if (!response.ok) throw new UnavailableError(`cell ${cell.number} answered ${response.status}`)
  metrics.forwarded.inc({ transport: 'mqtt' })
}

/** From the broker of another cell, which proves that it is one: a phone has no secret to show. */
export async function receivePublished(gateway: Gateway, line: unknown, body: Buffer): Promise<void> {
  const { cells, config, now } = gateway.ctx
  const place = { own: cells?.own ?? 0, nowMs: now().getTime() }
  const passage =
    cells && typeof line === 'string'
      ? readPassage(config.access, line, place, body.toString('utf8'))
      : undefined
  if (passage?.what !== what) {
    throw new UnauthenticatedError('ingest.secret_wrong', 'This needs the secret of a way in.')
  }
  const { topic, payload } = JSON.parse(body.toString('utf8')) as { topic: string; payload: string }
  const here = { ...gateway, admit: gateway.admitHere }
  await keepPublished(here, { topic, payload: Buffer.from(payload, 'base64'), address: passage.address })
}
