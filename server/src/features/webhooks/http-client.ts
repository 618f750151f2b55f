// Posts to URLs that customers choose. Checks the address that is connected to, never the name: a name may resolve to
// another address the next time. Follows no redirects and uses no proxy.

import { Resolver } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import type { LookupFunction, Socket } from 'node:net'
import { connect as connectPlain, isIP } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { Context } from '../../platform/context.ts'
import { createReach } from './address.ts'
import type { Answer } from './webhook.types.ts'

const maxExcerptBytes = 1_024
const resolving = { timeout: 3_000, tries: 2 }

/** Does not reveal the resolved address: that may be a secret of the operator's network. */
const refusal = 'resolves to an address that webhooks may not reach'

export interface Post {
  url: string
  headers: Record<string, string>
  body: string
}
export type PostTo = (post: Post) => Promise<Answer>

interface Target {
  url: URL
  host: string
  port: number
  isSecure: boolean
  /** Whether a connection to this address may be opened. */
  mayReach(address: string): boolean
}

export interface HttpClient {
  post: PostTo
  /** What is wrong with a URL regardless of what its name resolves to. */
  faultOf(url: string): string | undefined
}

export function createHttpClient(ctx: Pick<Context, 'config'>): HttpClient {
  const { allowedNetworks, publicPorts, dnsServers, timeoutSeconds } = ctx.config.webhooks
  const reachOf = createReach(allowedNetworks)
  const resolver = new Resolver(resolving)
  if (dnsServers.length > 0) resolver.setServers(dnsServers)

  const formFault = `must begin with https:// and have the port ${publicPorts.join(' or ')}`

  function targetOf(text: string): Target | string {
    if (!URL.canParse(text)) return 'is not a URL'
    const url = new URL(text)
    const isSecure = url.protocol === 'https:'
    if (!isSecure && url.protocol !== 'http:') return 'must begin with https://'
    if (url.username || url.password) return 'must not contain a user name or password'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const port = Number(url.port || (isSecure ? 443 : 80))
    const isForPublic = isSecure && publicPorts.includes(port)
    const mayReach = (address: string) => {
      const reach = reachOf(address)
      return reach === 'own' || (reach === 'public' && isForPublic)
    }
    // These names never leave the machine (RFC 6761).
    const literal = /^(.+\.)?localhost\.?$/i.test(host) ? '127.0.0.1' : host
    if (isIP(literal) > 0 && !mayReach(literal)) return isForPublic ? refusal : formFault
    // A name may resolve into the operator's networks, if there are any.
    if (!isForPublic && allowedNetworks.length === 0) return formFault
    return { url, host, port, isSecure, mayReach }
  }

  return {
    faultOf(url) {
      const target = targetOf(url)
      return typeof target === 'string' ? target : undefined
    },
    async post({ url, headers, body }) {
      const beganAt = performance.now()
      const target = targetOf(url)
      const answer =
        typeof target === 'string'
          ? failed(`the URL ${target}`)
          : await exchange(resolver, target, { headers, body, timeoutMs: timeoutSeconds * 1_000 })
      return { ...answer, tookMs: Math.round(performance.now() - beganAt) }
    },
  }
}

type UntimedAnswer = Omit<Answer, 'tookMs'>

function failed(error: string): UntimedAnswer {
  return { status: null, error, excerpt: null, retryAfter: null }
}

function exchange(
  resolver: Resolver,
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
      createConnection: () => open(resolver, target),
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
    call.on('error', (error) => finish(describeError(error)))
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

/**
 * Node calls no lookup for a literal address, so that one is checked before; both are checked again once connected.
 */
function open(resolver: Resolver, { host, port, isSecure, mayReach }: Target): Socket {
  const lookup: LookupFunction = (name, options, done) => {
    findAddresses(resolver, name, mayReach).then(
      (found) => (options.all ? done(null, found) : done(null, found[0]!.address, found[0]!.family)),
      (error) => done(error, []),
    )
  }
  const socket = isSecure
    ? connectSecure({ host, port, lookup, servername: isIP(host) ? '' : host, ALPNProtocols: ['http/1.1'] })
    : connectPlain({ host, port, lookup })
  // Runs before all other listeners, while nothing has been sent.
  socket.prependOnceListener('connect', () => {
    if (!mayReach(socket.remoteAddress ?? '')) socket.destroy(new RefusedError())
  })
  return socket
}

class RefusedError extends Error {
  override name = 'RefusedError'
  constructor() {
    super(`the URL ${refusal}`)
  }
}

async function findAddresses(resolver: Resolver, name: string, mayReach: (address: string) => boolean) {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
    ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
  ]
  if (found.length === 0 && v4.status === 'rejected') throw v4.reason
  const reachable = found.filter(({ address }) => mayReach(address))
  if (reachable.length === 0) throw new RefusedError()
  return reachable
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

function describeError(error: Error): string {
  if (error instanceof RefusedError) return error.message
  const { code = error.message } = error as { code?: string }
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'the host name does not exist'
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/.test(code)) return `the certificate is not accepted (${code})`
  return `the receiver could not be reached (${code})`
}
