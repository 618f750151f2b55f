// A phone over HTTP: one request at a time, repeated until it is accepted.

import type { Agent } from 'node:http'
import { request } from 'node:http'
import type { Connection, Observer, Timeouts } from './connection.ts'
import type { Fix, Outbox } from './outbox.ts'
import type { ProtocolVariant } from './protocol-variants.ts'
import type { Random } from './random.ts'

interface Needs {
  identifier: string
  variant: ProtocolVariant & { transport: 'http' }
  /** Base URL; each protocol has its own path below it. */
  ingestUrl: string
  agent: Agent
  outbox: Outbox
  observer: Observer
  timeouts: Timeouts
  random: Random
}

export function createHttpConnection(needs: Needs): Connection {
  const { identifier, variant, ingestUrl, agent, outbox, observer, timeouts, random } = needs
  const { min, max } = timeouts.reconnectMs
  let sending: readonly Fix[] = []
  let abort: (() => void) | undefined
  let retryAtMs = 0
  let pauseMs = min
  let isClosed = false

  function pump(): void {
    if (isClosed || sending.length > 0 || outbox.waiting === 0 || performance.now() < retryAtMs) return
    const fixes = outbox.take(variant.traits.locationsPerFrame)
    sending = fixes
    const sentAtMs = performance.now()
    observer.sent(fixes.length)
    let isSettled = false
    const settle = (status: number) => {
      if (isSettled) return
      isSettled = true
      sending = []
      abort = undefined
      if (status >= 200 && status < 300) {
        pauseMs = min
        observer.acknowledged(fixes, sentAtMs)
      } else {
        if (status >= 400 && status < 500) observer.refused()
        outbox.putBack(fixes)
        retryAtMs = performance.now() + pauseMs * random.between(0.5, 1)
        pauseMs = Math.min(max, pauseMs * 2)
      }
      pump()
    }
    abort = send(fixes, settle)
  }

  function send(fixes: readonly Fix[], settle: (status: number) => void): () => void {
    const [encoded] = variant.protocol.encode.locations(
      identifier,
      fixes.map(({ location }) => location),
    )
    const { method, query, headers, body } = encoded!
    const address = `${ingestUrl}/${variant.protocol.name}?${query}`
    const sent = request(address, { method, headers, agent, timeout: timeouts.answerWithinMs }, (answer) => {
      answer.resume()
      answer.on('end', () => settle(answer.statusCode ?? 0))
      answer.on('close', () => settle(0))
    })
    sent.on('socket', (socket) => {
      if (socket.connecting) observer.connected()
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => settle(0))
    sent.end(body)
    return () => sent.destroy()
  }

  return {
    pump,
    checkTimeouts: pump,
    inFlight: () => sending.length,
    cut: () => abort?.(),
    close() {
      isClosed = true
      abort?.()
    },
  }
}
