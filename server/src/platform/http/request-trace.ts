// Spans for API requests: part of the caller's trace if it sends one, otherwise of a new trace for a sample.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Span, SpanOptions } from '../observability/tracing.ts'
import { beginSpan, beginTrace, endSpan, inSpan } from '../observability/tracing.ts'

/** Hooks for the start and the end of each request. */
export function createRequestTraces() {
  const spans = new WeakMap<FastifyRequest, Span>()

  function begin(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
    const { traceparent } = request.headers
    const route = request.routeOptions.url
    const options: SpanOptions = {
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'rastro.request': request.id,
        // The path itself may contain a secret.
        ...(route !== undefined && { 'http.route': route }),
      },
    }
    const name = `${request.method} ${route ?? ''}`.trim()
    const span =
      beginSpan(typeof traceparent === 'string' ? traceparent : undefined, name, options) ??
      beginTrace(name, { isWanted: false, ...options })
    if (span) spans.set(request, span)
    inSpan(span, done)
  }

  function end(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    endSpan(span, reply.statusCode >= 500 ? new Error(`${reply.statusCode}`) : undefined)
    done()
  }

  return { begin, end }
}
