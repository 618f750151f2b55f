// Which pages of other origins may call the API: exactly those that the operator names, by a token and never by a cookie.

import type { FastifyReply, FastifyRequest } from 'fastify'

const preflightSeconds = 600
/** What programs send; `Content-Type` of JSON is none of those that browsers send unasked. */
const askable = 'Authorization, Content-Type, Accept-Language, Idempotency-Key, If-Match, Last-Event-ID'
const readable =
  'Allow, Content-Disposition, ETag, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id'

export interface Cors {
  /** Lets the page read the answer, where its origin is named. */
  open(request: FastifyRequest, reply: FastifyReply): void
  /** A browser asks beforehand whether a page may make a call. */
  isPreflight(request: FastifyRequest): boolean
  answerPreflight(reply: FastifyReply, methods: readonly string[]): FastifyReply
}

export function createCors(origins: readonly string[]): Cors {
  const known = new Set(origins)
  const isKnown = ({ headers }: FastifyRequest) => headers.origin !== undefined && known.has(headers.origin)
  return {
    open(request, reply) {
      if (known.size === 0) return
      // Also where there is none: what is kept for one origin must not be shown to another.
      reply.header('vary', 'Origin')
      if (!isKnown(request)) return
      reply.header('access-control-allow-origin', request.headers.origin)
      reply.header('access-control-expose-headers', readable)
    },
    isPreflight: (request) =>
      request.method === 'OPTIONS' &&
      request.headers['access-control-request-method'] !== undefined &&
      isKnown(request),
    answerPreflight: (reply, methods) =>
      reply
        .code(204)
        .headers({
          vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
          'access-control-allow-methods': methods.join(', '),
          'access-control-allow-headers': askable,
          'access-control-max-age': preflightSeconds,
        })
        .send(),
  }
}
