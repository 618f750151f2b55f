// Posts encrypted messages to the push services of browsers, through the guard of outbound connections: a user chooses
// the URL. Connections stay open, because most browsers share three services. Follows no redirects.

import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:http'
import type { Context } from '../../../platform/context.ts'
import type { VapidKey } from '../../../platform/crypto/web-push.ts'
import { encryptPush, vapidHeader } from '../../../platform/crypto/web-push.ts'
import type { Guard, Target } from '../../../platform/outbound/guard.ts'
import { createGuard, describeError } from '../../../platform/outbound/guard.ts'
import type { BrowserSubscription, PushOutcome } from './subscription.types.ts'

const timeoutMs = 10_000
const maxAnswerBytes = 4_096
/** To one host, by one process. */
const maxSockets = 64
const idleMs = 30_000
const tokenForMs = 12 * 3_600_000
/** Tokens are signed again this long before they expire. */
const tokenSpareMs = 3_600_000
const maxTokens = 1_000
/** Sent by a proxy on the way: the push service may have received the message. */
const betweenStatuses = new Set([502, 504])
const goneStatuses = new Set([404, 410])
const acceptedStatuses = new Set([200, 201, 202, 204])

export interface PushPost {
  to: BrowserSubscription
  plaintext: Buffer
  /** How long the service keeps it for a browser that is not connected. */
  ttlSeconds: number
  isUrgent: boolean
  /** Replaces a message with the same topic that was not delivered yet. */
  topic: string
}

export interface PushService {
  /** What is wrong with an endpoint regardless of what its name resolves to. */
  faultOf(endpoint: string): string | undefined
  /** Never throws: errors are outcomes. */
  post(message: PushPost): Promise<PushOutcome>
  stop(): void
}

export function createPushService(
  ctx: Pick<Context, 'config' | 'now'>,
  findKey: () => Promise<VapidKey>,
): PushService {
  const { allowedNetworks } = ctx.config.notifications.push
  const { dnsServers, publicPorts } = ctx.config.webhooks
  const guard = createGuard({ allowedNetworks, publicPorts, dnsServers, who: 'push messages' })
  const agents = { secure: newAgent(), plain: newAgent() }
  const tokens = new Map<string, { header: string; expiresAtMs: number }>()

  async function authorizationFor(origin: string): Promise<string> {
    const nowMs = ctx.now().getTime()
    const known = tokens.get(origin)
    if (known && known.expiresAtMs - tokenSpareMs > nowMs) return known.header
    const expiresAtMs = nowMs + tokenForMs
    const expiresAt = new Date(expiresAtMs)
    const header = vapidHeader(await findKey(), { origin, subject: subjectOf(ctx), expiresAt })
    // Users choose origins.
    if (tokens.size >= maxTokens) tokens.clear()
    tokens.set(origin, { header, expiresAtMs })
    return header
  }

  return {
    faultOf(endpoint) {
      const target = guard.targetOf(endpoint)
      return typeof target === 'string' ? target : undefined
    },
    async post({ to, plaintext, ttlSeconds, isUrgent, topic }) {
      const target = guard.targetOf(to.endpoint)
      if (typeof target === 'string') return refused(`the endpoint ${target}`)
      const body = encryptPush(to.keys, plaintext)
      const headers = {
        authorization: await authorizationFor(target.url.origin),
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        'content-length': body.length,
        ttl: ttlSeconds,
        urgency: isUrgent ? 'high' : 'normal',
        topic,
      }
      return exchange(guard, target, { agent: target.isSecure ? agents.secure : agents.plain, headers, body })
    },
    stop() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

function newAgent(): Agent {
  return new Agent({ keepAlive: true, keepAliveMsecs: idleMs, maxSockets, timeout: idleMs })
}

/** Whom the operator of a push service can ask (RFC 8292, 2.1): a page over https, or an address. */
function subjectOf({ config }: Pick<Context, 'config'>): string {
  const { publicUrl } = config.http
  if (publicUrl.startsWith('https:')) return publicUrl
  const [address] = /[^\s<>]+@[^\s<>]+/.exec(config.notifications.mailFrom) ?? ['alerts@localhost']
  return `mailto:${address}`
}

function exchange(
  guard: Guard,
  target: Target,
  given: { agent: Agent; headers: Record<string, string | number>; body: Buffer },
): Promise<PushOutcome> {
  const { url, host, port, isSecure } = target
  return new Promise((resolve) => {
    let isSent = false
    const call = request({
      method: 'POST',
      host,
      port,
      defaultPort: isSecure ? 443 : 80,
      path: url.pathname + url.search,
      headers: given.headers,
      agent: given.agent,
      // The address was checked when the connection was opened; using it again is safe.
      createConnection: () => guard.open(target),
    })
    function finish(outcome: PushOutcome, isReusable: boolean): void {
      clearTimeout(timer)
      resolve(outcome)
      if (!isReusable) call.destroy()
    }
    const timer = setTimeout(() => {
      const why = `the push service did not answer within ${timeoutMs / 1_000} s`
      finish(isSent ? { kind: 'unknown', why } : refused(why, true), false)
    }, timeoutMs)
    call.on('finish', () => {
      isSent = true
    })
    call.on('error', (error) => {
      const why = describeError(error, 'push service')
      const isLost = isSent && (error as { code?: string }).code === 'ECONNRESET'
      finish(isLost ? { kind: 'unknown', why } : refused(why, true), false)
    })
    call.on('response', (response: IncomingMessage) => {
      const outcome = outcomeOf(response)
      let received = 0
      response.on('data', (chunk: Buffer) => {
        received += chunk.length
        if (received > maxAnswerBytes) finish(outcome, false)
      })
      response.on('end', () => finish(outcome, true))
      response.on('error', () => finish(outcome, false))
    })
    call.end(given.body)
  })
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): PushOutcome {
  if (acceptedStatuses.has(statusCode)) return { kind: 'accepted' }
  if (goneStatuses.has(statusCode)) return { kind: 'gone' }
  const why = `the push service answered ${statusCode}`
  if (betweenStatuses.has(statusCode)) return { kind: 'unknown', why }
  const retryAfterSeconds = Number(headers['retry-after'])
  return {
    ...refused(why, statusCode === 429 || statusCode === 408 || statusCode >= 500),
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
  }
}

function refused(why: string, isTemporary = false) {
  return { kind: 'refused' as const, why, isTemporary }
}
