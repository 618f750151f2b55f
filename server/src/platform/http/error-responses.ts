// How a failure is said: the same words and headers for every route.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from './errors.ts'
import { toAnswer } from './errors.ts'

export async function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  short: boolean | undefined = request.routeOptions.config.short,
) {
  const { status, bug, retryAfterSeconds, ...says } = toAnswer(error)
  if (bug) request.log.error({ err: error }, 'a bug of ours')
  else if (status === 503) request.log.warn({ err: error }, 'an engine is away')
  if (status === 401) reply.header('www-authenticate', challenge(says.code))
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  // A file that is missing now may be there after the next build.
  reply.header('cache-control', 'no-store')
  if (short) return reply.code(status).send({ success: false, error: inOneSentence(says) })
  return reply.code(status).send({ success: false, ...says, ...(await request.envelope()) })
}

/** RFC 6750: a token that was shown and is no good has a name of its own. */
function challenge(code: string): string {
  return code === 'token.invalid' ? 'Bearer error="invalid_token"' : 'Bearer'
}

function inOneSentence({ error, details }: { error: string; details?: Fault[] }): string {
  if (!details) return error
  return `${details.map(({ path, message }) => `${path || 'body'} ${message}`).join(', ')}.`
}
