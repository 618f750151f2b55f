// Routes of the web interface that need no token accept no requests from pages of other sites.

import type { FastifyRequest } from 'fastify'
import { ForbiddenError } from '../../platform/http/errors.ts'

/** Browsers may send the cookie with cross-site requests, so the origin is compared with the host of the request. */
export function refuseForeignOrigin({ headers, site: { origin } }: FastifyRequest): void {
  const fetchSite = headers['sec-fetch-site']
  const isOurs = fetchSite
    ? fetchSite === 'same-origin' || fetchSite === 'none'
    : !headers.origin || headers.origin === origin
  if (!isOurs)
    throw new ForbiddenError(
      'session.foreign_origin',
      'Cross-site requests are not allowed. Sign in from the web interface.',
    )
}
