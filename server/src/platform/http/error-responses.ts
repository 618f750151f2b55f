// Sends error responses: the same format and headers for every route.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from './errors.ts'
import { toErrorResponse } from './errors.ts'

export async function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  short: boolean | undefined = request.routeOptions.config.short,
) {
  const { status, bug, retryAfterSeconds, ...body } = toErrorResponse(error)
  if (bug) request.log.error({ err: error }, 'internal error')
  else if (status === 503) request.log.warn({ err: error }, 'dependency unavailable')
  if (status === 401) reply.header('www-authenticate', challenge(body.code))
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  // A missing file may exist after the next build.
  reply.header('cache-control', 'no-store')
  // Set if a compressed list failed before its first byte.
  reply.removeHeader('content-encoding')
  if (short) return reply.code(status).send({ success: false, error: inOneSentence(body) })
  // A request that a limit refused costs nothing.
  const units = status === 429 ? 0 : 1
  return reply.code(status).send({ success: false, ...body, ...(await request.envelope(units)) })
}

/** RFC 6750: an invalid token has its own error code. */
function challenge(code: string): string {
  return code === 'token.invalid' ? 'Bearer error="invalid_token"' : 'Bearer'
}

function inOneSentence({ error, details }: { error: string; details?: Fault[] }): string {
  if (!details) return error
  return `${details.map(({ path, message }) => `${path || 'body'} ${message}`).join(', ')}.`
}
