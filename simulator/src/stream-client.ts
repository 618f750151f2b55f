// A client of the event stream, for tests and measurements. It reconnects and resumes by itself.

import type { ClientRequest, IncomingMessage } from 'node:http'
import { request } from 'node:http'

export interface ReceivedEvent {
  /** The cursor to resume from. */
  cursor: string
  kind: string
  // biome-ignore lint/suspicious/noExplicitAny: the payload depends on the kind.
  data: any
}

export interface StreamClient {
  /** The cursor to resume from. */
  cursor(): string | undefined
  /** Successful connections so far. */
  connections(): number
  /** The last response, if it was a refusal. */
  refusal(): { status: number; body: string } | undefined
  /** Breaks the connection, as a network failure does; it reconnects. */
  cut(): void
  /** Stops reading until `wake`, as a hanging program does. */
  sleep(): void
  wake(): void
  close(): void
}

export interface StreamOptions {
  /** Called for each connection: may return another process. */
  url: () => string
  token: () => string
  onEvent(event: ReceivedEvent): void
  after?: string
  reconnects?: boolean
}

const reconnectAfterMs = 200

export function followStream({ url, token, onEvent, after, reconnects = true }: StreamOptions): StreamClient {
  let cursor = after
  let connections = 0
  let refusal: { status: number; body: string } | undefined
  let isClosed = false
  let isAsleep = false
  let current: { outgoing: ClientRequest; response?: IncomingMessage } | undefined

  function connect(): void {
    if (isClosed) return
    const outgoing = request(url(), {
      headers: {
        authorization: `Bearer ${token()}`,
        accept: 'text/event-stream',
        ...(cursor && { 'last-event-id': cursor }),
      },
      agent: false,
    })
    const mine: { outgoing: ClientRequest; response?: IncomingMessage } = { outgoing }
    current = mine
    outgoing.on('response', (response) => {
      mine.response = response
      response.on('error', () => {})
      if (response.statusCode === 200) {
        connections += 1
        refusal = undefined
        read(response)
      } else readRefusal(response)
    })
    outgoing.on('error', () => {})
    outgoing.on('close', () => {
      if (!isClosed && reconnects) setTimeout(connect, reconnectAfterMs).unref()
    })
    outgoing.end()
  }

  function read(response: IncomingMessage): void {
    let rest = ''
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    })
    if (isAsleep) response.pause()
  }

  function take(block: string): void {
    let kind = 'message'
    let data: string | undefined
    for (const line of block.split('\n')) {
      if (line.startsWith('id: ')) cursor = line.slice(4)
      else if (line.startsWith('event: ')) kind = line.slice(7)
      else if (line.startsWith('data: ')) data = line.slice(6)
    }
    if (data !== undefined) onEvent({ cursor: cursor ?? '', kind, data: JSON.parse(data) })
  }

  function readRefusal(response: IncomingMessage): void {
    let body = ''
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => {
      body += chunk
    })
    response.on('end', () => {
      refusal = { status: response.statusCode ?? 0, body }
    })
  }

  connect()
  return {
    cursor: () => cursor,
    connections: () => connections,
    refusal: () => refusal,
    cut: () => {
      current?.outgoing.destroy()
    },
    sleep() {
      isAsleep = true
      current?.response?.pause()
    },
    wake() {
      isAsleep = false
      current?.response?.resume()
    },
    close() {
      isClosed = true
      current?.outgoing.destroy()
    },
  }
}
