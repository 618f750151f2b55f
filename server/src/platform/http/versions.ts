// ETag and If-Match: rejects changes based on an old version.

import type { FastifyRequest } from 'fastify'
import { PreconditionError } from './errors.ts'

export function etagOf(version: number): string {
  return `"${version}"`
}

/** Throws if the caller's version is not the current one. Without If-Match, any version is accepted. */
export function requireVersion({ headers }: Pick<FastifyRequest, 'headers'>, version: number): void {
  const wanted = headers['if-match']
  if (wanted === undefined || wanted.trim() === '*') return
  const tags = wanted.split(',').map((tag) => tag.trim())
  if (tags.includes(etagOf(version))) return
  throw new PreconditionError(
    'version.stale',
    `The resource has changed: If-Match is ${wanted}, the current ETag is ${etagOf(version)}. Read it again, then repeat the change.`,
  )
}
