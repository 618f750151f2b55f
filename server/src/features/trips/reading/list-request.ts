// Requests for lists of a period, and how they are answered.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { readSince } from '../../../platform/bus/event-cursor.ts'
import { sendPage, streamList } from '../../../platform/http/raw-responses.ts'
import { invalid } from '../../../platform/http/validation.ts'
import type { SegmentPage } from './device-segments.ts'
import type { TimeRange } from './reading.types.ts'

const maxPageSize = 1_000

type ReadPage = (page: { limit: number; cursor: string | undefined }) => Promise<SegmentPage>

/** A page if `limit` or `cursor` is given, otherwise the whole list. The first page is awaited, so that it can be refused. */
export async function sendPages(request: FastifyRequest, reply: FastifyReply, name: string, read: ReadPage) {
  const { limit, cursor } = request.query as { limit?: number; cursor?: string }
  const first = await read({ limit: limit ?? maxPageSize, cursor })
  const isPage = limit !== undefined || cursor !== undefined
  if (isPage || first.nextCursor === undefined) return sendPage(request, reply, name, first)
  async function* chunks() {
    let page = first
    yield page
    while (page.nextCursor !== undefined) {
      page = await read({ limit: maxPageSize, cursor: page.nextCursor })
      yield page
    }
  }
  return streamList(request, reply, name, chunks())
}

export function periodOf({ from, to }: { from?: string; to?: string }): TimeRange {
  const period = {
    fromMs: from === undefined ? Number.NEGATIVE_INFINITY : +readSince(from),
    toMs: to === undefined ? Number.POSITIVE_INFINITY : +new Date(to),
  }
  if (period.fromMs < period.toMs) return period
  throw invalid('querystring', [{ path: 'to', message: 'must be after from' }])
}
