// Responses whose JSON is built by PostgreSQL: passed through as text, in the usual envelope, in constant memory.

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page, PageCursor } from '../db/paging.queries.ts'
import type { Chunk } from './paging.ts'
import { chunksOf, pageOf } from './paging.ts'
import { completeEtag } from './versions.ts'

const jsonType = 'application/json; charset=utf-8'
const recordsPerUnit = 1_000
const largestPage = 1_000

/** One record under its name. */
export async function sendRecord(request: FastifyRequest, reply: FastifyReply, name: string, json: string) {
  const envelope = JSON.stringify(await request.envelope())
  if (reply.hasHeader('etag')) completeEtag(reply, { [name]: JSON.parse(json) })
  return reply.type(jsonType).send(`{"success":true,"${name}":${json},${envelope.slice(1)}`)
}

/** A page of a list, with extra fields. `nextCursor` is absent on the last page. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  { json, count, nextCursor }: Chunk & { nextCursor?: string | undefined },
  extra: object = {},
) {
  const envelope = JSON.stringify({
    ...extra,
    ...(nextCursor && { nextCursor }),
    ...(await request.envelope(unitsOf(count))),
  })
  return reply.type(jsonType).send(`{"success":true,"${name}":[${json}],${envelope.slice(1)}`)
}

/** A whole list of any length. An error midway aborts the connection, so a partial list never looks complete. */
export function streamList(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  chunks: AsyncIterable<Chunk>,
) {
  async function* text() {
    let count = 0
    for await (const chunk of readAhead(chunks)) {
      const open = count === 0 ? `{"success":true,"${name}":[` : ','
      count += chunk.count
      if (chunk.count > 0) yield open + chunk.json
    }
    if (count === 0) yield `{"success":true,"${name}":[`
    yield `],${JSON.stringify(await request.envelope(unitsOf(count))).slice(1)}`
  }
  return reply.type(jsonType).send(Readable.from(text(), { objectMode: false, highWaterMark: 65_536 }))
}

/** The next chunk is read while one is sent. */
async function* readAhead<T>(chunks: AsyncIterable<T>): AsyncGenerator<T> {
  const source = chunks[Symbol.asyncIterator]()
  try {
    for (let reading = source.next(); ; ) {
      const { value, done } = await reading
      if (done) return
      reading = source.next()
      // Handled where it is awaited, unless nobody reads on.
      reading.catch(() => {})
      yield value
    }
  } finally {
    await source.return?.()
  }
}

export function unitsOf(records: number): number {
  return 1 + Math.ceil(records / recordsPerUnit)
}

/** A page if `limit` or `cursor` is given, otherwise the whole list. Without `order` by the numbers of the records. */
export async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  read: (cursor: PageCursor) => Promise<Page>,
  order?: string,
) {
  const { limit, cursor } = request.query as { limit?: number; cursor?: string }
  if (limit === undefined && cursor === undefined) return streamList(request, reply, name, chunksOf(read))
  return sendPage(
    request,
    reply,
    name,
    await pageOf(request, read, { limit: limit ?? largestPage, cursor, order }),
  )
}
