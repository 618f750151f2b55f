// CORS: only origins named by the operator can call the API, with a token and never with a cookie.

import type { FastifyReply, FastifyRequest } from 'fastify'

const preflightSeconds = 600
/** Headers that clients send; a JSON `Content-Type` requires a preflight. */
const allowedHeaders =
  'Authorization, Content-Type, Accept-Language, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer'
const exposedHeaders =
  'Allow, Content-Disposition, ETag, Idempotent-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id'

export interface Cors {
  /** Lets a page of an allowed origin read the response. */
  open(request: FastifyRequest, reply: FastifyReply): void
  /** Whether the request is a preflight from an allowed origin. */
  isPreflight(request: FastifyRequest): boolean
  answerPreflight(reply: FastifyReply, methods: readonly string[]): FastifyReply
}

export function createCors(origins: readonly string[]): Cors {
  const known = new Set(origins)
  const isKnown = ({ headers }: FastifyRequest) => headers.origin !== undefined && known.has(headers.origin)
  return {
    open(request, reply) {
      if (known.size === 0) return
      // Also without an origin: a response cached for one origin must not be used for another.
      reply.header('vary', 'Origin')
      if (!isKnown(request)) return
      reply.header('access-control-allow-origin', request.headers.origin)
      reply.header('access-control-expose-headers', exposedHeaders)
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
          'access-control-allow-headers': allowedHeaders,
          'access-control-max-age': preflightSeconds,
        })
        .send(),
  }
}
