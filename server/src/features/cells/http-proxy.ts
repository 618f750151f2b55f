// Hands an HTTP request to the API of another cell and its answer back, as they come: streams too. Bounded in number; a
// request that was handed on is never handed on again.

import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import * as http from 'node:http'
import * as https from 'node:https'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { UnavailableError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { Cell } from './cell.types.ts'
import { passageHeader, writePassage } from './forwarding-header.api.ts'

const maxAtOnce = 4_000
const answerWithinMs = 35_000
/** A stream says something every 15 seconds. */
const silentForMs = 60_000

/** They belong to one line, or are ours to say. */
const ofOneLine = new Set([
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
  passageHeader,
])

export interface Forwarder {
  /** The other cell's answer, as it begins; `body` where it was read already. An UnavailableError where none comes. */
  ask(request: FastifyRequest, cell: Cell, body?: Buffer): Promise<IncomingMessage>
  stop(): void
}

export function createForwarder(ctx: Pick<Context, 'config' | 'cells' | 'now'>): Forwarder {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxFreeSockets: 64 }),
    'https:': new https.Agent({ keepAlive: true, maxFreeSockets: 64 }),
  }
  let underWay = 0

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
      timeout: answerWithinMs,
    })
    const leave = () => outgoing.destroy()
    request.raw.socket.once('close', leave)
    outgoing.on('response', (answer) => {
      outgoing.setTimeout(silentForMs)
      answer.once('close', () => request.raw.socket.off('close', leave))
      resolve(answer)
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('the other cell does not answer')))
    outgoing.on('error', (error) => {
      request.raw.socket.off('close', leave)
      reject(error)
    })
    if (body !== undefined || !hasBody(request)) outgoing.end(body)
    else request.raw.pipe(outgoing)
    return promise
  }

  function headersFor(request: FastifyRequest, cell: Cell, body: Buffer | undefined): OutgoingHttpHeaders {
    const named = String(request.headers.connection ?? '').toLowerCase()
    const left = new Set(named.split(',').map((name) => name.trim()))
    const kept = Object.entries(request.headers).filter(([name]) => !ofOneLine.has(name) && !left.has(name))
    const passage = {
      from: ctx.cells?.own ?? 0,
      to: cell.number,
      atMs: ctx.now().getTime(),
      address: request.ip,
      what: 'http',
    }
    return {
      ...Object.fromEntries(kept),
      ...(body !== undefined && { 'content-length': String(body.length) }),
      [passageHeader]: writePassage(ctx.config.access, passage, alongOf(request)),
    }
  }

  return {
    async ask(request, cell, body) {
      if (underWay >= maxAtOnce) throw new UnavailableError('too many requests are handed to other cells')
      underWay += 1
      try {
        const isRepeatable = body !== undefined || !hasBody(request)
        // A line that was kept may have been closed just now; nothing was heard on it.
        const answer = await send(request, cell, body).catch((error: NodeJS.ErrnoException) => {
          const isLeft = request.raw.socket.destroyed
          if (!isRepeatable || isLeft || error.code !== 'ECONNRESET') throw error
          return send(request, cell, body)
        })
        answer.once('close', () => {
          underWay -= 1
        })
        metrics.forwarded.inc({ transport: 'http' })
        return answer
      } catch (error) {
        underWay -= 1
        throw new UnavailableError(error)
      }
    },
    stop() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** From here on the line is the other cell's: no hook and no route of ours says anything more. */
export function relay(answer: IncomingMessage, reply: FastifyReply): void {
  reply.hijack()
  const kept = Object.entries(answer.headers).filter(([name]) => !ofOneLine.has(name))
  reply.raw.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept))
  // Whichever side breaks off, the other is told by a line that breaks off too.
  pipeline(answer, reply.raw).catch(() => {})
}

/** What a passage belongs to: taken from one request, it is good for no other. */
export function alongOf({ method, raw }: Pick<FastifyRequest, 'method' | 'raw'>): string {
  return `${method} ${pathOf(raw.url)}`
}

/** Whom it goes to is said by the directory alone: a request may name a host in its first line. */
function pathOf(url = '/'): string {
  return url.replace(/^https?:\/\/[^/?]*/i, '').replace(/^(?!\/)/, '/')
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
