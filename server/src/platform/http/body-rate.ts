// Limits the bytes of an account's request bodies per second. Reading, parsing and validating a body takes time of the
// event loop in proportion to its size, whatever becomes of the request; so it is refused before it is read.

import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { createByteRate } from '../bus/byte-rate.ts'
import { TooManyError } from './errors.ts'

export interface BodyRate {
  /** Throws TooManyError if the account has sent too much. */
  require(request: FastifyRequest): void
}

/** Several of the largest requests. */
const minBurstBytes = 8 * 1024 ** 2
const burstSeconds = 8

export function createBodyRate({ accountBodyKbPerSecond }: Config['http']): BodyRate {
  const bytesPerSecond = accountBodyKbPerSecond * 1_024
  const rate = createByteRate(bytesPerSecond, Math.max(minBurstBytes, bytesPerSecond * burstSeconds))
  return {
    require(request) {
      const retryAfterSeconds = rate.take(request.caller.accountId, bodyBytesOf(request))
      if (retryAfterSeconds === 0) return
      throw new TooManyError(
        'rate.exceeded',
        `Too many bytes of request bodies per second. Retry in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      )
    },
  }
}

/** A body of unknown length counts as the largest that the route accepts. A larger one is refused unread. */
function bodyBytesOf({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return bodyLimit
  const bytes = Number(headers['content-length'] ?? 0)
  return bytes > bodyLimit ? 0 : bytes
}
