// Lists are paged by an opaque cursor: the place of the last record, so that a page costs the same wherever it is.

import { Type } from 'typebox'
import type { Page, Place } from '../db/paging.queries.ts'
import { InvalidError } from './errors.ts'

export const Limit = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: 'Records per page. Without it the whole list is streamed.',
})
export const Cursor = Type.String({ maxLength: 100, description: '`nextCursor` of the page before.' })

export function encodeCursor(place: number): string {
  return Buffer.from(`n${place}`).toString('base64url')
}

export function decodeCursor(cursor: string): number {
  const [, digits] = /^n(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (digits === undefined) {
    throw new InvalidError(
      'query.invalid',
      'cursor is not one of ours. Use the "nextCursor" of the page before.',
      {
        details: [{ path: 'cursor', message: 'is not a cursor of this list' }],
      },
    )
  }
  return Number(digits)
}

/** A stretch of a list: the JSON of its records, joined by commas. */
export interface Chunk {
  json: string
  count: number
}

export interface Wanted {
  limit: number
  cursor: string | undefined
}

/** One page of a list, and where the next one begins. */
export async function pageOf(
  read: (place: Place) => Promise<Page>,
  { limit, cursor }: Wanted,
): Promise<Chunk & { nextCursor: string | undefined }> {
  const page = await read({ after: cursor === undefined ? 0 : decodeCursor(cursor), limit })
  const nextCursor = page.more && page.last !== null ? encodeCursor(page.last) : undefined
  return { json: page.json ?? '', count: page.count, nextCursor }
}

/** The first stretch is short, so that the first byte leaves soon. */
const firstStretch = 100
const nextStretches = 1_000

/** The whole list, a stretch at a time: none is read before the one before it has left, and no connection is held between. */
export async function* stretchesOf(read: (place: Place) => Promise<Page>): AsyncGenerator<Chunk> {
  let after = 0
  for (let limit = firstStretch; ; limit = nextStretches) {
    const page = await read({ after, limit })
    yield { json: page.json ?? '', count: page.count }
    if (!page.more || page.last === null) return
    after = page.last
  }
}
