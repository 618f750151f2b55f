// A webhook receiver with configurable behaviour.

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
type ReceiverReply = Reply | number | 'hangs'
/** A status, silence, or a function of the request. */
export type ReceiverBehaviour =
  | number
  | 'hangs'
  | ((received: Received) => ReceiverReply | Promise<ReceiverReply>)

export interface Receiver {
  url: string
  port: number
  received: Received[]
  behaviour: ReceiverBehaviour
  /** Connections that were opened, whether a request was sent or not. */
  connections(): number
  /** Connections that are open now. */
  open(): number
  close(): Promise<void>
}

export async function openReceiver(
  options: { now?: () => Date; address?: string; port?: number; tls?: { key: string; cert: string } } = {},
): Promise<Receiver> {
  const { now = () => new Date(), address = '127.0.0.1', port = 0, tls } = options
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let connections = 0

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += chunk
    const one = { at: now(), path: request.url ?? '', headers: request.headers, body, json: parse(body) }
    received.push(one)
    const { behaviour } = receiver
    const reply = typeof behaviour === 'function' ? await behaviour(one) : behaviour
    if (reply === 'hangs') return
    const { status, headers, body: text }: Reply = typeof reply === 'number' ? { status: reply } : reply
    response.writeHead(status, headers).end(text)
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response).catch(() => response.destroy())
  }
  const server = tls ? createSecureServer(tls, onRequest) : createServer(onRequest)
  server.on('connection', (socket: Socket) => {
    connections += 1
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
    behaviour: 204,
    connections: () => connections,
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
