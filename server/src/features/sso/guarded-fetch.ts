// `fetch` for identity providers, through the guard of outbound connections: public https only, no redirects, bounded in
// size and time. A provider is chosen by a customer, so it may be anything.

import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import type { Context } from '../../platform/context.ts'
import type { Guard, Target } from '../../platform/outbound/guard.ts'
import { createGuard, describeError } from '../../platform/outbound/guard.ts'

export const maxAnswerBytes = 256 * 1_024
const timeoutMs = 5_000
/** A provider has no use for more. */
const maxHeaderBytes = 16_384

/** The provider is unreachable, or its answer cannot be used. The message is for administrators of the account. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

export interface FetchOptions {
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

export interface GuardedFetch {
  fetch(url: string, options?: FetchOptions): Promise<Response>
  /** What is wrong with a URL regardless of what its name resolves to. */
  faultOf(url: string): string | undefined
}

/** Reaches what webhooks reach. */
export function createGuardedFetch({ config }: Pick<Context, 'config'>): GuardedFetch {
  const { allowedNetworks, publicPorts, dnsServers } = config.webhooks
  const guard = createGuard({ allowedNetworks, publicPorts, dnsServers, who: 'single sign-on' })
  return {
    faultOf(url) {
      const target = guard.targetOf(url)
      return typeof target === 'string' ? target : undefined
    },
    async fetch(url, options = {}) {
      const target = guard.targetOf(url)
      if (typeof target === 'string') throw new ProviderError(`the URL ${target}`)
      return exchange(guard, target, options)
    },
  }
}

function exchange(guard: Guard, target: Target, { method = 'GET', headers, body }: FetchOptions) {
  const { url, host, port, isSecure } = target
  const text = body === undefined || body === null ? '' : String(body)
  return new Promise<Response>((resolve, reject) => {
    const call = request({
      method,
      host,
      port,
      defaultPort: isSecure ? 443 : 80,
      path: url.pathname + url.search,
      headers: { ...headers, 'content-length': Buffer.byteLength(text) },
      maxHeaderSize: maxHeaderBytes,
      createConnection: () => guard.open(target),
    })
    // Over all of the exchange: a provider that sends one byte at a time is cut off too.
    const timer = setTimeout(() => fail(`no answer within ${timeoutMs / 1_000} s`), timeoutMs)
    function fail(why: string): void {
      clearTimeout(timer)
      reject(new ProviderError(why))
      call.destroy()
    }
    call.on('error', (error) => fail(describeError(error, 'provider')))
    call.on('close', () => fail('the connection ended without an answer'))
    call.on('response', (incoming) => {
      const chunks: Buffer[] = []
      let bytes = 0
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxAnswerBytes) fail(`the answer is larger than ${maxAnswerBytes / 1_024} kB`)
        else chunks.push(chunk)
      })
      incoming.on('error', (error) => fail(describeError(error, 'provider')))
      incoming.on('end', () => {
        clearTimeout(timer)
        if (isRedirect(incoming)) fail('the provider answers with a redirect, which is not followed')
        else resolve(responseOf(incoming, Buffer.concat(chunks)))
      })
    })
    call.end(text)
  })
}

function isRedirect({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 300 && statusCode < 400
}

function responseOf({ statusCode = 0, headers }: IncomingMessage, body: Buffer): Response {
  if (statusCode < 200 || statusCode > 599) throw new ProviderError(`the provider answered ${statusCode}`)
  const type = headers['content-type']
  const hasBody = statusCode !== 204 && statusCode !== 205
  return new Response(hasBody ? new Uint8Array(body) : null, {
    status: statusCode,
    headers: type === undefined ? {} : { 'content-type': type },
  })
}
