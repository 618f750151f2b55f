// Routes of the web interface that need no token accept no requests from pages of other sites.

import type { FastifyRequest } from 'fastify'
import { ForbiddenError } from '../../platform/http/errors.ts'

/** Browsers may send the cookie with cross-site requests, so the origin is checked. */
export function refuseForeignOrigin({ headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  const isOurs = site
    ? site === 'same-origin' || site === 'none'
    : !headers.origin || headers.origin === publicUrl
  if (!isOurs)
    throw new ForbiddenError(
      'session.foreign_origin',
      'Cross-site requests are not allowed. Sign in from the web interface.',
    )
}
