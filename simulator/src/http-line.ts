// A phone over HTTP: one request at a time, repeated until it is accepted.

import type { Agent } from 'node:http'
import { request } from 'node:http'
import type { Line, Patience, Witness } from './line.ts'
import type { Fix, Outbox } from './outbox.ts'
import type { Random } from './random.ts'
import type { Way } from './ways.ts'

interface Needs {
  identifier: string
  way: Way & { carrier: 'http' }
  /** Each protocol is heard under its own name below this. */
  ingestUrl: string
  agent: Agent
  outbox: Outbox
  witness: Witness
  patience: Patience
  random: Random
}

export function createHttpLine(needs: Needs): Line {
  const { identifier, way, ingestUrl, agent, outbox, witness, patience, random } = needs
  const { least, most } = patience.reconnectMs
  let sending: readonly Fix[] = []
  let abort: (() => void) | undefined
  let retryAtMs = 0
  let pauseMs = least
  let isClosed = false

  function pump(): void {
    if (isClosed || sending.length > 0 || outbox.waiting === 0 || performance.now() < retryAtMs) return
    const fixes = outbox.take(way.habits.locationsPerFrame)
    sending = fixes
    const sentAtMs = performance.now()
    witness.sent(fixes.length)
    let isSettled = false
    const settle = (status: number) => {
      if (isSettled) return
      isSettled = true
      sending = []
      abort = undefined
      if (status >= 200 && status < 300) {
        pauseMs = least
        witness.acknowledged(fixes, sentAtMs)
      } else {
        if (status >= 400 && status < 500) witness.refused()
        outbox.putBack(fixes)
        retryAtMs = performance.now() + pauseMs * random.between(0.5, 1)
        pauseMs = Math.min(most, pauseMs * 2)
      }
      pump()
    }
    abort = ask(fixes, settle)
  }

  function ask(fixes: readonly Fix[], settle: (status: number) => void): () => void {
    const [encoded] = way.protocol.encode.locations(
      identifier,
      fixes.map(({ location }) => location),
    )
    const { method, query, headers, body } = encoded!
    const address = `${ingestUrl}/${way.protocol.name}?${query}`
    const sent = request(address, { method, headers, agent, timeout: patience.answerWithinMs }, (answer) => {
      answer.resume()
      answer.on('end', () => settle(answer.statusCode ?? 0))
      answer.on('close', () => settle(0))
    })
    sent.on('socket', (socket) => {
      if (socket.connecting) witness.connected()
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => settle(0))
    sent.end(body)
    return () => sent.destroy()
  }

  return {
    pump,
    look: pump,
    inFlight: () => sending.length,
    cut: () => abort?.(),
    close() {
      isClosed = true
      abort?.()
    },
  }
}
