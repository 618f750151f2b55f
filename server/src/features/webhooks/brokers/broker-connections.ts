// Publishes to brokers that customers choose, through the guard of outbound connections. Keeps a connection per webhook
// while it is used.

import { createHash } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import type { WebhookRequest } from '../request-body.ts'
import type { Answer } from '../webhook.types.ts'
import { connectAmqp } from './amqp-connection.ts'
import type { BrokerConnection, Credentials } from './broker.types.ts'
import type { BrokerTarget } from './broker-target.ts'
import { createBrokerTargets } from './broker-target.ts'
import { fill } from './broker-url.ts'
import { connectMqtt } from './mqtt-connection.ts'

const idleMs = 60_000
const maxIdle = 100

export interface Brokers {
  publish(request: WebhookRequest): Promise<Answer>
  stop(): void
}

interface Kept {
  opening: Promise<BrokerConnection>
  /** Undefined until it is open. */
  connection?: BrokerConnection
  inUse: number
  usedAt: number
}

export function createBrokers(ctx: Pick<Context, 'config'>): Brokers {
  const timeoutMs = ctx.config.webhooks.timeoutSeconds * 1_000
  const findTarget = createBrokerTargets(ctx)
  const kept = new Map<string, Kept>()
  const sweeping = setInterval(() => sweep(kept), idleMs / 6).unref()

  /** One connection per webhook and its credentials: accounts never share one. */
  function take(request: WebhookRequest, found: BrokerTarget): Kept {
    const key = keyOf(request)
    const known = kept.get(key)
    if (known && known.connection?.isOpen() !== false) {
      known.inUse += 1
      return known
    }
    known?.connection?.close()
    const fresh: Kept = {
      opening: connectTo(found, request.credentials, timeoutMs),
      inUse: 1,
      usedAt: performance.now(),
    }
    kept.set(key, fresh)
    fresh.opening.then(
      (connection) => {
        fresh.connection = connection
        if (kept.get(key) !== fresh) connection.close()
      },
      () => kept.get(key) === fresh && kept.delete(key),
    )
    return fresh
  }

  async function deliver(request: WebhookRequest): Promise<string | null> {
    const found = findTarget(request.url)
    if (typeof found === 'string') return `the URL ${found}`
    const one = take(request, found)
    try {
      const connection = await one.opening
      const event = JSON.parse(request.body) as { id: string; type: string; deviceId?: string | null }
      const message = { eventId: event.id, address: fill(found.address.template, event), ...request }
      await within(timeoutMs, connection.publish(message))
      return null
    } catch (error) {
      // What the broker refuses concerns this event only; others are under way on the same connection.
      if (error instanceof NoAnswerError) one.connection?.close()
      return (error as Error).message
    } finally {
      one.inUse -= 1
      one.usedAt = performance.now()
    }
  }

  return {
    async publish(request) {
      const beganAt = performance.now()
      const error = await deliver(request)
      const tookMs = Math.round(performance.now() - beganAt)
      return { status: null, error, excerpt: null, retryAfter: null, tookMs }
    },
    stop() {
      clearInterval(sweeping)
      for (const { connection } of kept.values()) connection?.close()
      kept.clear()
    },
  }
}

function connectTo(
  { guard, address, target }: BrokerTarget,
  credentials: Credentials,
  timeoutMs: number,
): Promise<BrokerConnection> {
  const connecting =
    address.kind === 'mqtt'
      ? connectMqtt(() => guard.open(target), credentials, timeoutMs)
      : connectAmqp(
          { ...guard.connectOptionsOf(target), isSecure: target.isSecure },
          address,
          credentials,
          timeoutMs,
        )
  return within(timeoutMs, connecting).catch((error) => {
    // It may still open after the deadline.
    connecting.then(
      (late) => late.close(),
      () => {},
    )
    throw error
  })
}

/** Closes connections that nothing has used for a while, and the oldest idle ones above the limit. */
function sweep(kept: Map<string, Kept>): void {
  const idle = [...kept].filter(([, { inUse }]) => inUse === 0).sort(([, a], [, b]) => b.usedAt - a.usedAt)
  for (const [index, [key, { connection, usedAt }]] of idle.entries()) {
    if (index < maxIdle && performance.now() - usedAt < idleMs) continue
    connection?.close()
    kept.delete(key)
  }
}

function keyOf({ webhookId, url, credentials }: WebhookRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([webhookId, url, credentials]))
    .digest('base64')
}

class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswerError(`no answer within ${timeoutMs / 1_000} s`)), timeoutMs)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
