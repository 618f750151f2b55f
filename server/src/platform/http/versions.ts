// ETag and If-Match: rejects changes based on an old version. An ETag is the version of the resource, a hyphen, and a
// digest of what is shown, which also changes with live fields such as `lastSeen`. If-Match compares only the version,
// so a report of a tracker does not reject a change.

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

/** Whether the caller already has what the response would contain: If-None-Match, compared without weakness. */
export function isUnchanged({ method, headers }: FastifyRequest, reply: FastifyReply): boolean {
  const wanted = headers['if-none-match']
  const etag = reply.getHeader('etag')
  if (method !== 'GET' || reply.statusCode !== 200 || wanted === undefined || etag === undefined) return false
  return wanted.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** Throws if the caller's version is not the current one. Without If-Match, any version is accepted. */
export function requireVersion({ headers }: Pick<FastifyRequest, 'headers'>, version: number): void {
  const wanted = headers['if-match']
  if (wanted === undefined || wanted.trim() === '*') return
  const tags = wanted.split(',').map((tag) => tag.trim().replace(/-[\w-]*"$/, '"'))
  if (tags.includes(etagOf(version))) return
  throw new PreconditionError(
    'version.stale',
    `The resource has changed: If-Match is ${wanted}, the current version is ${version}. Read it again, then repeat the change.`,
  )
}
