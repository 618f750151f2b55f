// Finds out whether another gateway has a connection of the same tracker. Asked only for a command to send, so that
// connections cost nothing. Gateways know of each other by heartbeats, so they wait for slow answers. A gateway that is
// silent may be suspended and still have the tracker's connection: it counts until NATS has dropped its subscription.

import { setTimeout as sleep } from 'node:timers/promises'
import { inBackground } from '../../platform/async/in-background.ts'
import type { Context } from '../../platform/context.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import type { Connections } from './connections.ts'
import { probe } from './connections.ts'

const heartbeatMs = 1_000
/** Counted in own heartbeats: a gateway that was suspended does not consider the others silent. */
const maxMissedHeartbeats = 3
/** By then every gateway has answered a new one. */
const settleMs = 1_000
const answerMs = 1_000

const alive = 'gateways.alive'
const gone = 'gateways.gone'
const asked = 'gateways.asked'
const answered = 'gateways.answered'
/** A gateway subscribes to its own as long as its process exists. */
const presenceOf = (gateway: string) => `gateways.presence.${gateway}`

/** `unknown`: a live gateway did not answer. `silent`: a gateway sends no heartbeats, and its process may still exist. */
export type Elsewhere = 'none' | 'some' | 'unknown' | 'silent'

export interface Peers {
  ask(identifier: string): Promise<Elsewhere>
  /** Whether another gateway asked for this tracker while it was connected to this one. Resets the mark. */
  takeContested(identifier: string): boolean
  stop(): void
}

export function createPeers({ bus, log }: Pick<Context, 'bus' | 'log'>, connections: Connections): Peers {
  const self = randomText(12)
  const missedHeartbeats = new Map<string, number>()
  const questions = new Map<string, (from: string, isConnected: boolean) => void>()
  const contested = new Set<string>()
  const isSilent = (peer: string) => (missedHeartbeats.get(peer) ?? 0) > maxMissedHeartbeats

  function remove(peer: string): void {
    missedHeartbeats.delete(peer)
    for (const receive of questions.values()) receive(peer, false)
  }

  async function removeIfGone(peer: string): Promise<void> {
    const mayExist = await bus.hasListener(presenceOf(peer))
    if (!mayExist && isSilent(peer)) remove(peer)
  }

  const stops = [
    bus.onSignal(presenceOf(self), () => {}),
    bus.onSignal<{ from: string; isNew?: true }>(alive, ({ from, isNew }) => {
      if (from === self) return
      missedHeartbeats.set(from, 0)
      if (isNew) bus.signal(alive, { from: self })
    }),
    bus.onSignal<{ from: string }>(gone, ({ from }) => remove(from)),
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
      missedHeartbeats.set(peer, missed + 1)
      if (isSilent(peer)) inBackground({ log }, removeIfGone(peer))
    }
  }, heartbeatMs)
  heartbeat.unref()

  return {
    async ask(identifier) {
      await settled
      const awaited = new Set(missedHeartbeats.keys())
      if (awaited.size === 0) return 'none'
      if ([...awaited].some(isSilent)) return 'silent'
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
