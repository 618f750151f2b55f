// Finds out whether another gateway has a connection of the same tracker. Asked only for a command to send, so that
// connections cost nothing. Gateways know of each other by heartbeats, so they wait for slow answers.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import type { Connections } from './connections.ts'
import { probe } from './connections.ts'

const heartbeatMs = 1_000
/** Counted in own heartbeats: a gateway that was suspended does not consider the others dead. */
const maxMissedHeartbeats = 3
/** By then every gateway has answered a new one. */
const settleMs = 1_000
const answerMs = 1_000

const alive = 'gateways.alive'
const gone = 'gateways.gone'
const asked = 'gateways.asked'
const answered = 'gateways.answered'

/** `unknown`: a live gateway did not answer. */
export type Elsewhere = 'none' | 'some' | 'unknown'

export interface Peers {
  ask(identifier: string): Promise<Elsewhere>
  /** Whether another gateway asked for this tracker while it was connected to this one. Resets the mark. */
  takeContested(identifier: string): boolean
  stop(): void
}

export function createPeers({ bus }: Pick<Context, 'bus'>, connections: Connections): Peers {
  const self = randomText(12)
  const missedHeartbeats = new Map<string, number>()
  const questions = new Map<string, (from: string, isConnected: boolean) => void>()
  const contested = new Set<string>()
  const stops = [
    bus.onSignal<{ from: string; isNew?: true }>(alive, ({ from, isNew }) => {
      if (from === self) return
      missedHeartbeats.set(from, 0)
      if (isNew) bus.signal(alive, { from: self })
    }),
    bus.onSignal<{ from: string }>(gone, ({ from }) => {
      missedHeartbeats.delete(from)
      for (const receive of questions.values()) receive(from, false)
    }),
    bus.onSignal<{ question: string; from: string; identifier: string }>(asked, (message) => {
      if (message.from === self) return
      const own = connections.of(message.identifier)
      if (own.length > 0) contested.add(message.identifier)
      bus.signal(answered, { question: message.question, from: self, isConnected: own.length > 0 })
      for (const connection of own) probe(connection)
    }),
    bus.onSignal<{ question: string; from: string; isConnected: boolean }>(answered, (message) =>
      questions.get(message.question)?.(message.from, message.isConnected),
    ),
  ]
  bus.signal(alive, { from: self, isNew: true })
  const settled = sleep(settleMs, undefined, { ref: false })

  const heartbeat = setInterval(() => {
    bus.signal(alive, { from: self })
    for (const [peer, missed] of missedHeartbeats) {
      if (missed < maxMissedHeartbeats) missedHeartbeats.set(peer, missed + 1)
      else missedHeartbeats.delete(peer)
    }
  }, heartbeatMs)
  heartbeat.unref()

  return {
    async ask(identifier) {
      await settled
      const awaited = new Set(missedHeartbeats.keys())
      if (awaited.size === 0) return 'none'
      const question = randomText(12)
      const { promise, resolve } = Promise.withResolvers<Elsewhere>()
      const timer = setTimeout(resolve, answerMs, 'unknown')
      questions.set(question, (from, isConnected) => {
        if (isConnected) resolve('some')
        awaited.delete(from)
        if (awaited.size === 0) resolve('none')
      })
      bus.signal(asked, { question, from: self, identifier })
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        questions.delete(question)
      }
    },
    takeContested: (identifier) => contested.delete(identifier),
    stop() {
      clearInterval(heartbeat)
      for (const stop of stops) stop()
      bus.signal(gone, { from: self })
    },
  }
}
