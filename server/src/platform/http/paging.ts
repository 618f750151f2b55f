// Lists are paged by an opaque cursor: the number of the last record, so every page costs the same.

import { Type } from 'typebox'
import type { Page, PageCursor } from '../db/paging.queries.ts'
import { InvalidError } from './errors.ts'

export const Limit = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: 'Records per page. Without `limit` and `cursor`, the whole list is streamed.',
})
export const Cursor = Type.String({ maxLength: 100, description: '`nextCursor` of the previous page.' })

export function encodeCursor(number: number): string {
  return Buffer.from(`n${number}`).toString('base64url')
}

export function decodeCursor(cursor: string): number {
  const [, digits] = /^n(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (digits === undefined) {
    throw new InvalidError(
      'query.invalid',
      'cursor is not valid. Use the "nextCursor" of the previous page.',
      {
        details: [{ path: 'cursor', message: 'is not a cursor of this list' }],
      },
    )
  }
  return Number(digits)
}

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
  read: (cursor: PageCursor) => Promise<Page>,
  { limit, cursor }: Wanted,
): Promise<Chunk & { nextCursor: string | undefined }> {
  const page = await read({ after: cursor === undefined ? 0 : decodeCursor(cursor), limit })
  const nextCursor = page.more && page.last !== null ? encodeCursor(page.last) : undefined
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
