// Lists are paged by an opaque cursor: the number of the last record, so every page costs the same.

import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Page, PageCursor } from '../db/paging.queries.ts'
import { openKey, openNumber, sealCursor } from './cursors.ts'

export const Limit = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: 'Records per page. Without `limit` and `cursor`, the whole list is streamed.',
})
export const Cursor = Type.String({ maxLength: 100, description: '`nextCursor` of the previous page.' })

export const UpdatedSince = Type.String({
  format: 'date-time',
  description: 'Changed at or after this time.',
})

/** Of a list in another order: contains the value of the last record. */
export const LongCursor = Type.String({ maxLength: 600, description: '`nextCursor` of the previous page.' })

/** Part of a list: the JSON of its records, joined by commas. */
export interface Chunk {
  json: string
  count: number
}

export interface Wanted {
  limit: number
  cursor: string | undefined
  /** Absent: the order of the numbers. */
  order?: string | undefined
}

/** One page of a list, and the cursor of the next. */
export async function pageOf(
  { caller, server }: FastifyRequest,
  read: (cursor: PageCursor) => Promise<Page>,
  { limit, cursor, order }: Wanted,
): Promise<Chunk & { nextCursor: string | undefined }> {
  const { secrets } = server
  const { accountId } = caller
  const open = (sealed: string) =>
    order === undefined
      ? { after: openNumber(secrets, accountId, sealed) }
      : openKey(secrets, accountId, sealed, order)
  const page = await read({ ...(cursor === undefined ? { after: 0 } : open(cursor)), limit })
  const isLast = !page.more || page.last === null
  const text = order === undefined ? String(page.last) : `${page.last} ${order} ${page.lastKey}`
  const nextCursor = isLast ? undefined : sealCursor(secrets, accountId, text)
  return { json: page.json ?? '', count: page.count, nextCursor }
}

/** The first chunk is short, so the first byte is sent early. */
const firstChunk = 100
const nextChunks = 1_000

/** The whole list in chunks. No connection is held in between. */
export async function* chunksOf(read: (cursor: PageCursor) => Promise<Page>): AsyncGenerator<Chunk> {
  let position: Omit<PageCursor, 'limit'> = { after: 0 }
  for (let limit = firstChunk; ; limit = nextChunks) {
    const page = await read({ ...position, limit })
    yield { json: page.json ?? '', count: page.count }
    if (!page.more || page.last === null) return
    position = { after: page.last, ...(typeof page.lastKey === 'string' && { key: page.lastKey }) }
  }
}
