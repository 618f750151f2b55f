// Routes requests by their credential: requests for an account of another cell are proxied to that cell.

import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { UnavailableError } from '../../platform/http/errors.ts'
import type { CellGate } from '../../platform/http/server.ts'
import { forwardingHeaderName, readForwardingHeader } from './forwarding-header.api.ts'
import { createForwarder, hostOf, relay, requestTargetOf } from './http-proxy.ts'
import type { Locator } from './locator.api.ts'
import { createLocator } from './locator.api.ts'

const accountShape = /^acc_[0-9A-Za-z]{22}$/
/** Minimum duration of a failed sign-in, so that timing does not reveal in which cell a name exists. */
const minRefusalMs = 300

export interface RequestRouter extends CellGate {
  readonly locator: Locator
  stop(): void
}

/** Undefined in a single-cell installation. */
export function createRequestRouter(
  ctx: Pick<Context, 'db' | 'cells' | 'config' | 'now'>,
): RequestRouter | undefined {
  const locator = createLocator(ctx)
  if (!ctx.cells || !locator) return undefined
  const { own } = ctx.cells
  const secrets = ctx.config.access
  const forwarder = createForwarder(ctx)

  return {
    locator,
    receive(request) {
      const header = request.headers[forwardingHeaderName]
      if (typeof header !== 'string') return undefined
      const forwarding = readForwardingHeader(
        secrets,
        header,
        { own, nowMs: ctx.now().getTime() },
        requestTargetOf(request),
      )
      // A request with a forged header keeps its own address, and is not forwarded either.
      if (!forwarding?.address) return undefined
      Object.defineProperty(request, 'ip', { value: forwarding.address })
      return { host: hostOf(forwarding.what) }
    },
    async forward(request, reply, credential, body) {
      if (request.headers[forwardingHeaderName] !== undefined) {
        if (await locator.isHere(credential)) return false
        throw new UnavailableError('forwarded here, but the account is not in this cell')
      }
      const where = await locator.locate(credential)
      if (typeof where === 'string') return false
      const answer = await forwarder.forward(request, where, body)
      // A credential in the body is a sign-in attempt, possibly a guess.
      if (answer.statusCode === 401 && body !== undefined) await delay(reply)
      relay(answer, reply)
      return true
    },
    bearerOf({ headers: { authorization = '' } }) {
      const [scheme = '', token = ''] = authorization.split(' ')
      if (scheme.toLowerCase() !== 'bearer') return undefined
      const name = accountIn(token)
      return name === undefined ? undefined : { kind: 'account', name }
    },
    async delayRefusal(reply) {
      const isRefused = reply.statusCode === 401 && reply.request.headers[forwardingHeaderName] === undefined
      if (isRefused) await delay(reply)
    },
    stop: forwarder.stop,
  }
}

function delay(reply: FastifyReply): Promise<void> {
  return sleep(Math.max(0, minRefusalMs - reply.elapsedTime))
}

function accountIn(token: string): string | undefined {
  const [, payload = ''] = token.split('.')
  try {
    const { account } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    return accountShape.test(account) ? account : undefined
  } catch {
    return undefined
  }
}
