// Proxies HTTP requests to the API of another cell and streams the responses back. Concurrency is limited, and a
// forwarded request is never forwarded again.

import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import * as http from 'node:http'
import * as https from 'node:https'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { UnavailableError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { Cell } from './cell.types.ts'
import { forwardingHeaderName, writeForwardingHeader } from './forwarding-header.api.ts'

const maxConcurrent = 4_000
const responseTimeoutMs = 35_000
/** Event streams send a heartbeat every 15 seconds. */
const idleTimeoutMs = 60_000

/** Hop-by-hop headers, and headers that this proxy sets itself. */
const hopByHopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'forwarded',
  'x-forwarded-for',
  'x-real-ip',
  forwardingHeaderName,
])

export interface Forwarder {
  /** Resolves with the response headers, or throws UnavailableError. Pass `body` if it was already read. */
  forward(request: FastifyRequest, cell: Cell, body?: Buffer): Promise<IncomingMessage>
  stop(): void
}

export function createForwarder(ctx: Pick<Context, 'config' | 'cells' | 'now'>): Forwarder {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxFreeSockets: 64 }),
    'https:': new https.Agent({ keepAlive: true, maxFreeSockets: 64 }),
  }
  let inFlight = 0

  function send(request: FastifyRequest, cell: Cell, body: Buffer | undefined): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const { protocol, hostname, port } = new URL(cell.apiUrl)
    const isSafe = protocol === 'https:'
    const outgoing = (isSafe ? https : http).request({
      agent: agents[isSafe ? 'https:' : 'http:'],
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port || (isSafe ? 443 : 80),
      path: pathOf(request.raw.url),
      method: request.method,
      headers: headersFor(request, cell, body),
      timeout: responseTimeoutMs,
    })
    const abort = () => outgoing.destroy()
    request.raw.socket.once('close', abort)
    outgoing.on('response', (answer) => {
      outgoing.setTimeout(idleTimeoutMs)
      answer.once('close', () => request.raw.socket.off('close', abort))
      resolve(answer)
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('no response from the other cell')))
    outgoing.on('error', (error) => {
      request.raw.socket.off('close', abort)
      reject(error)
    })
    if (body !== undefined || !hasBody(request)) outgoing.end(body)
    else request.raw.pipe(outgoing)
    return promise
  }

  function headersFor(request: FastifyRequest, cell: Cell, body: Buffer | undefined): OutgoingHttpHeaders {
    const connection = String(request.headers.connection ?? '').toLowerCase()
    const perConnection = new Set(connection.split(',').map((name) => name.trim()))
    const headers = Object.entries(request.headers).filter(
      ([name]) => !hopByHopHeaders.has(name) && !perConnection.has(name),
    )
    const forwarding = {
      from: ctx.cells?.own ?? 0,
      to: cell.number,
      atMs: ctx.now().getTime(),
      address: request.ip,
      what: whatOf(request),
    }
    return {
      ...Object.fromEntries(headers),
      ...(body !== undefined && { 'content-length': String(body.length) }),
      [forwardingHeaderName]: writeForwardingHeader(ctx.config.access, forwarding, requestTargetOf(request)),
    }
  }

  return {
    async forward(request, cell, body) {
      if (inFlight >= maxConcurrent) throw new UnavailableError('too many requests forwarded to other cells')
      inFlight += 1
      try {
        const isRepeatable = body !== undefined || !hasBody(request)
        // A kept-alive connection may have been closed by the peer before it read the request: retry once.
        const answer = await send(request, cell, body).catch((error: NodeJS.ErrnoException) => {
          const isAborted = request.raw.socket.destroyed
          if (!isRepeatable || isAborted || error.code !== 'ECONNRESET') throw error
          return send(request, cell, body)
        })
        answer.once('close', () => {
          inFlight -= 1
        })
        metrics.forwarded.inc({ transport: 'http' })
        return answer
      } catch (error) {
        inFlight -= 1
        throw new UnavailableError(error)
      }
    },
    stop() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** Takes the response over from Fastify; no further hook runs. */
export function relay(answer: IncomingMessage, reply: FastifyReply): void {
  reply.hijack()
  const headers = Object.entries(answer.headers).filter(([name]) => !hopByHopHeaders.has(name))
  reply.raw.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers))
  // If one side aborts, the other connection is closed too.
  pipeline(answer, reply.raw).catch(() => {})
}

const transport = 'http'

/** With the host that was asked for, unless it is that of the platform. */
function whatOf({ site }: FastifyRequest): string {
  return site.host === null ? transport : `${transport}@${site.host}`
}

/** Null: that of the platform. */
export function hostOf(what: string): string | null {
  return what.startsWith(`${transport}@`) ? what.slice(transport.length + 1) : null
}

/** Binds a forwarding header to one request, so that it cannot be reused for another. */
export function requestTargetOf({ method, raw }: Pick<FastifyRequest, 'method' | 'raw'>): string {
  return `${method} ${pathOf(raw.url)}`
}

/** Strips the host of an absolute request target: only the directory decides where a request goes. */
function pathOf(url = '/'): string {
  return url.replace(/^https?:\/\/[^/?]*/i, '').replace(/^(?!\/)/, '/')
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
