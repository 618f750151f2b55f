// A program that follows the stream of events, for tests and measurements. It comes again by itself, where it was.

import type { ClientRequest, IncomingMessage } from 'node:http'
import { request } from 'node:http'

export interface HeardEvent {
  /** Its place, for whoever comes again. */
  cursor: string
  kind: string
  // biome-ignore lint/suspicious/noExplicitAny: whoever listens knows what it is.
  data: any
}

export interface StreamListener {
  /** The place to go on from. */
  cursor(): string | undefined
  /** How often it was connected. */
  connections(): number
  /** What the last refusal said, where the last answer was one. */
  refusal(): { status: number; body: string } | undefined
  /** As a broken network does it; it comes again. */
  cut(): void
  /** As a program that hangs does it: reads nothing until `wake`. */
  sleep(): void
  wake(): void
  close(): void
}

export interface Following {
  /** Asked at each connection: it may lead to another process. */
  url: () => string
  token: () => string
  hear(event: HeardEvent): void
  after?: string
  comesAgain?: boolean
}

const againAfterMs = 200

export function followStream({ url, token, hear, after, comesAgain = true }: Following): StreamListener {
  let cursor = after
  let connections = 0
  let refusal: { status: number; body: string } | undefined
  let isClosed = false
  let isAsleep = false
  let current: { asking: ClientRequest; answer?: IncomingMessage } | undefined

  function connect(): void {
    if (isClosed) return
    const asking = request(url(), {
      headers: {
        authorization: `Bearer ${token()}`,
        accept: 'text/event-stream',
        ...(cursor && { 'last-event-id': cursor }),
      },
      agent: false,
    })
    const mine: { asking: ClientRequest; answer?: IncomingMessage } = { asking }
    current = mine
    asking.on('response', (answer) => {
      mine.answer = answer
      answer.on('error', () => {})
      if (answer.statusCode === 200) {
        connections += 1
        refusal = undefined
        read(answer)
      } else readRefusal(answer)
    })
    asking.on('error', () => {})
    asking.on('close', () => {
      if (!isClosed && comesAgain) setTimeout(connect, againAfterMs).unref()
    })
    asking.end()
  }

  function read(answer: IncomingMessage): void {
    let rest = ''
    answer.setEncoding('utf8')
    answer.on('data', (chunk: string) => {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    })
    if (isAsleep) answer.pause()
  }

  function take(block: string): void {
    let kind = 'message'
    let data: string | undefined
    for (const line of block.split('\n')) {
      if (line.startsWith('id: ')) cursor = line.slice(4)
      else if (line.startsWith('event: ')) kind = line.slice(7)
      else if (line.startsWith('data: ')) data = line.slice(6)
    }
    if (data !== undefined) hear({ cursor: cursor ?? '', kind, data: JSON.parse(data) })
  }

  function readRefusal(answer: IncomingMessage): void {
    let body = ''
    answer.setEncoding('utf8')
    answer.on('data', (chunk: string) => {
      body += chunk
    })
    answer.on('end', () => {
      refusal = { status: answer.statusCode ?? 0, body }
    })
  }

  connect()
  return {
    cursor: () => cursor,
    connections: () => connections,
    refusal: () => refusal,
    cut: () => void current?.asking.destroy(),
    sleep() {
      isAsleep = true
      current?.answer?.pause()
    },
    wake() {
      isAsleep = false
      current?.answer?.resume()
    },
    close() {
      isClosed = true
      current?.asking.destroy()
    },
  }
}
