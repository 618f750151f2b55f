// Callers who come to the wrong cell: what they show says whose they are, and the API of that cell answers them.

import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { UnavailableError } from '../../platform/http/errors.ts'
import type { CellGate } from '../../platform/http/server.ts'
import { passageHeader, readPassage } from './forwarding-header.api.ts'
import { alongOf, createForwarder, relay } from './http-proxy.ts'
import type { Locator } from './locator.api.ts'
import { createLocator } from './locator.api.ts'

const accountShape = /^acc_[0-9A-Za-z]{22}$/
/** A name or password that is refused here or elsewhere is refused after so long: nobody learns where a name is known. */
const refusalMs = 300

export interface Passing extends CellGate {
  readonly locator: Locator
  stop(): void
}

/** Undefined where this cell is the only one. */
export function createPassing(ctx: Pick<Context, 'db' | 'cells' | 'config' | 'now'>): Passing | undefined {
  const locator = createLocator(ctx)
  if (!ctx.cells || !locator) return undefined
  const { own } = ctx.cells
  const secrets = ctx.config.access
  const forwarder = createForwarder(ctx)

  return {
    locator,
    receive(request) {
      const line = request.headers[passageHeader]
      if (typeof line !== 'string') return
      const passage = readPassage(secrets, line, { own, nowMs: ctx.now().getTime() }, alongOf(request))
      // Whoever made such a line up is served as himself, and not handed on either.
      if (!passage?.address) return
      Object.defineProperty(request, 'ip', { value: passage.address })
    },
    async pass(request, reply, comer, body) {
      if (request.headers[passageHeader] !== undefined) {
        if (await locator.isHere(comer)) return false
        throw new UnavailableError('handed on to us, but does not live here')
      }
      const where = await locator.locate(comer)
      if (typeof where === 'string') return false
      const answer = await forwarder.ask(request, where, body)
      // Where the body says who it is, it may be somebody who guesses.
      if (answer.statusCode === 401 && body !== undefined) await hold(reply)
      relay(answer, reply)
      return true
    },
    bearerOf({ headers: { authorization = '' } }) {
      const [scheme = '', token = ''] = authorization.split(' ')
      if (scheme.toLowerCase() !== 'bearer') return undefined
      const name = accountIn(token)
      return name === undefined ? undefined : { kind: 'account', name }
    },
    async holdRefusal(reply) {
      const isRefused = reply.statusCode === 401 && reply.request.headers[passageHeader] === undefined
      if (isRefused) await hold(reply)
    },
    stop: forwarder.stop,
  }
}

function hold(reply: FastifyReply): Promise<void> {
  return sleep(Math.max(0, refusalMs - reply.elapsedTime))
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
