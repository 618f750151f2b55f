import type { FastifyRequest } from 'fastify'

/** A hook for `preValidation` of actions whose fields are all optional: no body means none of them. */
export async function allowNoBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {}
}
