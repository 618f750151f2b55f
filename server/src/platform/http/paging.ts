// Lists are paged by an opaque cursor: the number of the last record, so every page costs the same.

import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Page, PageCursor } from '../db/paging.queries.ts'
import { openNumber, sealCursor } from './cursors.ts'

export const Limit = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: 'Records per page. Without `limit` and `cursor`, the whole list is streamed.',
})
export const Cursor = Type.String({ maxLength: 100, description: '`nextCursor` of the previous page.' })

/** Part of a list: the JSON of its records, joined by commas. */
export interface Chunk {
  json: string
  count: number
}

export interface Wanted {
  limit: number
  cursor: string | undefined
}

/** One page of a list, and the cursor of the next. */
export async function pageOf(
  { caller, server }: FastifyRequest,
  read: (cursor: PageCursor) => Promise<Page>,
  { limit, cursor }: Wanted,
): Promise<Chunk & { nextCursor: string | undefined }> {
  const { secrets } = server
  const after = cursor === undefined ? 0 : openNumber(secrets, caller.accountId, cursor)
  const page = await read({ after, limit })
  const isLast = !page.more || page.last === null
  const nextCursor = isLast ? undefined : sealCursor(secrets, caller.accountId, String(page.last))
  return { json: page.json ?? '', count: page.count, nextCursor }
}

/** The first chunk is short, so the first byte is sent early. */
const firstChunk = 100
const nextChunks = 1_000

/** The whole list in chunks: each is read after the previous one was sent, and no connection is held in between. */
export async function* chunksOf(read: (cursor: PageCursor) => Promise<Page>): AsyncGenerator<Chunk> {
  let after = 0
  for (let limit = firstChunk; ; limit = nextChunks) {
    const page = await read({ after, limit })
    yield { json: page.json ?? '', count: page.count }
    if (!page.more || page.last === null) return
    after = page.last
  }
}
