// Where webhooks arrive, in whatever mood.

import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'

export interface Received {
  at: Date
  path: string
  headers: IncomingHttpHeaders
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever was sent.
  json: any
}

interface Reply {
  status: number
  headers?: Record<string, string>
  body?: string
}
type Said = Reply | number | 'hangs'
/** A status, silence, or what it thinks of each request. */
export type Mood = number | 'hangs' | ((received: Received) => Said | Promise<Said>)

export interface Receiver {
  url: string
  port: number
  received: Received[]
  mood: Mood
  /** Lines that were opened, whether anything was said or not. */
  lines(): number
  /** Lines that are open right now. */
  open(): number
  close(): Promise<void>
}

export async function openReceiver(
  options: { now?: () => Date; address?: string; port?: number; tls?: { key: string; cert: string } } = {},
): Promise<Receiver> {
  const { now = () => new Date(), address = '127.0.0.1', port = 0, tls } = options
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let lines = 0

  async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += chunk
    const one = { at: now(), path: request.url ?? '', headers: request.headers, body, json: parse(body) }
    received.push(one)
    const { mood } = receiver
    const said = typeof mood === 'function' ? await mood(one) : mood
    if (said === 'hangs') return
    const reply: Reply = typeof said === 'number' ? { status: said } : said
    response.writeHead(reply.status, reply.headers).end(reply.body)
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse) =>
    void hear(request, response).catch(() => response.destroy())
  const server = tls ? createSecureServer(tls, onRequest) : createServer(onRequest)
  server.on('connection', (socket: Socket) => {
    lines += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(port, address)
  await once(server, 'listening')
  const bound = (server.address() as AddressInfo).port
  const host = address.includes(':') ? `[${address}]` : address
  const receiver: Receiver = {
    url: `${tls ? 'https' : 'http'}://${host}:${bound}/hook`,
    port: bound,
    received,
    mood: 204,
    lines: () => lines,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
