// Posts to URLs that customers choose, through the guard of outbound connections. Follows no redirects.

import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import type { Context } from '../../platform/context.ts'
import type { Guard, Target } from '../../platform/outbound/guard.ts'
import { createGuard, describeError } from '../../platform/outbound/guard.ts'
import type { Answer } from './webhook.types.ts'

const maxExcerptBytes = 1_024

export interface Post {
  url: string
  headers: Record<string, string>
  body: string
}
export type PostTo = (post: Post) => Promise<Answer>

export interface HttpClient {
  post: PostTo
  /** What is wrong with a URL regardless of what its name resolves to. */
  faultOf(url: string): string | undefined
}

export function createHttpClient(ctx: Pick<Context, 'config'>): HttpClient {
  const { allowedNetworks, publicPorts, dnsServers, timeoutSeconds } = ctx.config.webhooks
  const guard = createGuard({ allowedNetworks, publicPorts, dnsServers, who: 'webhooks' })
  return {
    faultOf(url) {
      const target = guard.targetOf(url)
      return typeof target === 'string' ? target : undefined
    },
    async post({ url, headers, body }) {
      const beganAt = performance.now()
      const target = guard.targetOf(url)
      const answer =
        typeof target === 'string'
          ? failed(`the URL ${target}`)
          : await exchange(guard, target, { headers, body, timeoutMs: timeoutSeconds * 1_000 })
      return { ...answer, tookMs: Math.round(performance.now() - beganAt) }
    },
  }
}

type UntimedAnswer = Omit<Answer, 'tookMs'>

function failed(error: string): UntimedAnswer {
  return { status: null, error, excerpt: null, retryAfter: null }
}

function exchange(
  guard: Guard,
  target: Target,
  { headers, body, timeoutMs }: { headers: Record<string, string>; body: string; timeoutMs: number },
): Promise<UntimedAnswer> {
  const { url, host, port, isSecure } = target
  return new Promise((resolve) => {
    const call = request({
      method: 'POST',
      host,
      port,
      defaultPort: isSecure ? 443 : 80,
      path: url.pathname + url.search,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      createConnection: () => guard.open(target),
    })
    let response: IncomingMessage | undefined
    let excerpt = Buffer.alloc(0)
    function finish(error: string): void {
      clearTimeout(timer)
      // Once the status has arrived, it is the result, even if reading the body fails.
      resolve(response ? answerOf(response, excerpt) : failed(error))
      call.destroy()
    }
    const timer = setTimeout(() => finish(`no answer within ${timeoutMs / 1_000} s`), timeoutMs)
    call.on('error', (error) => finish(describeError(error, 'receiver')))
    call.on('close', () => finish('the connection ended without an answer'))
    call.on('response', (incoming) => {
      response = incoming
      incoming.on('data', (chunk: Buffer) => {
        excerpt = Buffer.concat([excerpt, chunk.subarray(0, maxExcerptBytes - excerpt.length)])
        if (excerpt.length === maxExcerptBytes) finish('')
      })
      incoming.on('end', () => finish(''))
      incoming.on('error', () => finish(''))
    })
    call.end(body)
  })
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, excerpt: Buffer): UntimedAnswer {
  const isRedirect = statusCode >= 300 && statusCode < 400
  return {
    status: statusCode,
    error: isRedirect ? 'redirects are not followed' : null,
    // Drops characters that a database or terminal cannot take.
    excerpt: excerpt
      .toString('utf8')
      .replace(/[\p{Cc}\uFFFD]/gu, (char) => (/[\n\t]/.test(char) ? char : '')),
    retryAfter: headers['retry-after'] ?? null,
  }
}
