// Posts to addresses that customers choose. What is checked is the address that the line leads to, never its name: a name
// may lead elsewhere the next time it is asked for. Redirects are not followed, and no proxy is asked.

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

/** Never says where the name led: that may be a secret of the operator's network. */
const refusal = 'leads to an address that webhooks may not reach'

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
  /** Whether a line to this address may be opened for it. */
  mayReach(address: string): boolean
}

export interface Sender {
  post: PostTo
  /** What is wrong with a URL whatever its name leads to; undefined where nothing is. */
  faultOf(url: string): string | undefined
}

export function createSender(ctx: Pick<Context, 'config'>): Sender {
  const { ownNetworks, publicPorts, dnsServers, answerSeconds } = ctx.config.webhooks
  const reachOf = createReach(ownNetworks)
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
    if (isIP(host) > 0 && !mayReach(host)) return isForPublic ? refusal : formFault
    // A name may lead into the operator's networks, where he has some.
    if (!isForPublic && ownNetworks.length === 0) return formFault
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
          : await exchange(resolver, target, { headers, body, timeoutMs: answerSeconds * 1_000 })
      return { ...answer, tookMs: Math.round(performance.now() - beganAt) }
    },
  }
}

type Untimed = Omit<Answer, 'tookMs'>

function failed(error: string): Untimed {
  return { status: null, error, excerpt: null, retryAfter: null }
}

function exchange(
  resolver: Resolver,
  target: Target,
  { headers, body, timeoutMs }: { headers: Record<string, string>; body: string; timeoutMs: number },
): Promise<Untimed> {
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
      // Once it has said its status, that is its answer, whatever becomes of the rest.
      resolve(response ? answerOf(response, excerpt) : failed(error))
      call.destroy()
    }
    const timer = setTimeout(() => finish(`no answer within ${timeoutMs / 1_000} s`), timeoutMs)
    call.on('error', (error) => finish(wordsFor(error)))
    call.on('close', () => finish('the connection ended without an answer'))
    call.on('response', (said) => {
      response = said
      said.on('data', (chunk: Buffer) => {
        excerpt = Buffer.concat([excerpt, chunk.subarray(0, maxExcerptBytes - excerpt.length)])
        if (excerpt.length === maxExcerptBytes) finish('')
      })
      said.on('end', () => finish(''))
      said.on('error', () => finish(''))
    })
    call.end(body)
  })
}

/** Node asks no lookup for an address that is written out, so that one is checked before; and both once more when the line is there. */
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
  // First of all listeners: nothing has been said yet.
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

function answerOf({ statusCode = 0, headers }: IncomingMessage, excerpt: Buffer): Untimed {
  const isRedirect = statusCode >= 300 && statusCode < 400
  return {
    status: statusCode,
    error: isRedirect ? 'redirects are not followed' : null,
    // Without what a database or a terminal takes amiss.
    excerpt: excerpt
      .toString('utf8')
      .replace(/[\p{Cc}\uFFFD]/gu, (letter) => (/[\n\t]/.test(letter) ? letter : '')),
    retryAfter: headers['retry-after'] ?? null,
  }
}

function wordsFor(error: Error): string {
  if (error instanceof RefusedError) return error.message
  const { code = error.message } = error as { code?: string }
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'its name is not known'
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/.test(code)) return `its certificate is not accepted (${code})`
  return `it could not be reached (${code})`
}
