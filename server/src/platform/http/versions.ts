// ETag and If-Match: a change made on an old copy is refused.

import type { FastifyRequest } from 'fastify'
import { PreconditionError } from './errors.ts'

export function etagOf(version: number): string {
  return `"${version}"`
}

/** Throws where the caller's copy is not the current one. Without If-Match, whatever is current is changed. */
export function requireVersion({ headers }: Pick<FastifyRequest, 'headers'>, version: number): void {
  const wanted = headers['if-match']
  if (wanted === undefined || wanted.trim() === '*') return
  const tags = wanted.split(',').map((tag) => tag.trim())
  if (tags.includes(etagOf(version))) return
  throw new PreconditionError(
    'version.stale',
    `It was changed meanwhile: If-Match says ${wanted}, but it is now ${etagOf(version)}. Read it again, then repeat the change.`,
  )
}
