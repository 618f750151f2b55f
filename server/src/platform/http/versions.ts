// ETag and If-Match: rejects changes based on an old version. An ETag is the version of the resource, a hyphen, and a
// digest of what is shown, which also changes with live fields such as `lastSeenAt`. If-Match compares only the version,
// so a report of a tracker does not reject a change. A compressed response has a tag of its own: a plus sign and the
// coding follow the digest.

import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PreconditionError } from './errors.ts'

const digestLength = 12

/** The version; the digest is added when the response is sent. */
export function etagOf(version: number): string {
  return `"${version}"`
}

/** Adds the digest of the shown fields, without the envelope. */
export function completeEtag(reply: FastifyReply, shown: object): void {
  const [, version] = /^"(\d+)"$/.exec(String(reply.getHeader('etag') ?? '')) ?? []
  if (version === undefined) return
  const digest = createHash('sha1').update(JSON.stringify(shown)).digest('base64url')
  reply.header('etag', `"${version}-${digest.slice(0, digestLength)}"`)
}

/** The tag of the same content in another coding. */
export function addCoding(reply: FastifyReply, coding: string): void {
  const etag = reply.getHeader('etag')
  if (etag !== undefined) reply.header('etag', String(etag).replace(/"$/, `+${coding}"`))
}

/**
 * The tag in If-None-Match of what the response would contain, in any coding; undefined if the caller does not have it.
 * The comparison is weak. `*` is every tag.
 */
export function findKnownTag({ method, headers }: FastifyRequest, reply: FastifyReply): string | undefined {
  const wanted = headers['if-none-match']
  const etag = reply.getHeader('etag')
  if (method !== 'GET' || reply.statusCode !== 200 || wanted === undefined || etag === undefined)
    return undefined
  if (wanted.trim() === '*') return String(etag)
  const tags = wanted.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.find((tag) => tag.replace(/\+\w+"$/, '"') === etag)
}

/** Throws if the caller's version is not the current one. Without If-Match, any version is accepted. */
export function requireVersion({ headers }: Pick<FastifyRequest, 'headers'>, version: number): void {
  const wanted = headers['if-match']
  if (wanted === undefined || wanted.trim() === '*') return
  const tags = wanted.split(',').map((tag) => tag.trim().replace(/-[\w+-]*"$/, '"'))
  if (tags.includes(etagOf(version))) return
  throw new PreconditionError(
    'version.stale',
    `The resource has changed: If-Match is ${wanted}, the current version is ${version}. Read it again, then repeat the change.`,
  )
}
