// Posts to a URL that is not ours to trust, through the guard of outbound connections. Follows no redirects, reads only the
// start of the answer, and has one limit of time for all of it.

import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import type { Guard } from './guard.ts'
import { describeError } from './guard.ts'

export interface GuardedPost {
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
  maxExcerptBytes: number
  /** What is posted to, in errors: `receiver`. */
  peer: string
}

export interface PostAnswer {
  /** Null if there is no response. */
  status: number | null
  error: string | null
  /** The start of the body. */
  excerpt: string | null
  retryAfter: string | null
  /** Without a response: whether the request may have arrived. */
  maybeSent: boolean
}

export function postThrough(guard: Guard, post: GuardedPost): Promise<PostAnswer> {
  const { url, headers, body, timeoutMs, maxExcerptBytes, peer } = post
  const target = guard.targetOf(url)
  if (typeof target === 'string') return Promise.resolve(failed(`the URL ${target}`, false))
  const { host, port, isSecure } = target
  return new Promise((resolve) => {
    let maybeSent = false
    const call = request({
      method: 'POST',
      host,
      port,
      defaultPort: isSecure ? 443 : 80,
      path: target.url.pathname + target.url.search,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      createConnection: () => {
        const socket = guard.open(target)
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          maybeSent = !socket.destroyed
        })
        return socket
      },
    })
    let response: IncomingMessage | undefined
    let excerpt = Buffer.alloc(0)
    function finish(error: string): void {
      clearTimeout(timer)
      // Once the status has arrived, it is the result, even if reading the body fails.
      resolve(response ? answerOf(response, excerpt) : failed(error, maybeSent))
      call.destroy()
    }
    const timer = setTimeout(() => finish(`no answer within ${timeoutMs / 1_000} s`), timeoutMs)
    call.on('error', (error) => finish(describeError(error, peer)))
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

function failed(error: string, maybeSent: boolean): PostAnswer {
  return { status: null, error, excerpt: null, retryAfter: null, maybeSent }
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, excerpt: Buffer): PostAnswer {
  const isRedirect = statusCode >= 300 && statusCode < 400
  return {
    status: statusCode,
    error: isRedirect ? 'redirects are not followed' : null,
    // Drops characters that a database or terminal cannot take.
    excerpt: excerpt
      .toString('utf8')
      .replace(/[\p{Cc}\uFFFD]/gu, (char) => (/[\n\t]/.test(char) ? char : '')),
    retryAfter: headers['retry-after'] ?? null,
    maybeSent: true,
  }
}
