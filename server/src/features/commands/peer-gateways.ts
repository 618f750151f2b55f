// Whether another gateway has a connection of the same tracker. Asked only when there is a command to send, so that
// connections cost nothing. Gateways know of each other by a beat, so that who is slow to answer is waited for.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import type { Lines } from './connections.ts'
import { probe } from './connections.ts'

const beatMs = 1_000
/** Counted by our own beats: who stood still himself does not take the others for dead. */
const maxMissedBeats = 3
/** By then every gateway has answered one that is new. */
const settleMs = 1_000
const answerMs = 1_000

const alive = 'gateways.alive'
const gone = 'gateways.gone'
const asked = 'gateways.asked'
const answered = 'gateways.answered'

/** `unknown`: one that is there did not answer. */
export type Elsewhere = 'none' | 'some' | 'unknown'

export interface Peers {
  askFor(identifier: string): Promise<Elsewhere>
  /** Whether another gateway has something for a tracker whose connection was here, in the way. Asked once. */
  wait(identifier: string): boolean
  stop(): void
}

export function createPeers({ bus }: Pick<Context, 'bus'>, lines: Lines): Peers {
  const self = randomText(12)
  const missedBeats = new Map<string, number>()
  const questions = new Map<string, (from: string, isHeld: boolean) => void>()
  const contested = new Set<string>()
  const stops = [
    bus.onSignal<{ from: string; isNew?: true }>(alive, ({ from, isNew }) => {
      if (from === self) return
      missedBeats.set(from, 0)
      if (isNew) bus.signal(alive, { from: self })
    }),
    bus.onSignal<{ from: string }>(gone, ({ from }) => {
      missedBeats.delete(from)
      for (const hear of questions.values()) hear(from, false)
    }),
    bus.onSignal<{ question: string; from: string; identifier: string }>(asked, (says) => {
      if (says.from === self) return
      const own = lines.of(says.identifier)
      if (own.length > 0) contested.add(says.identifier)
      bus.signal(answered, { question: says.question, from: self, isHeld: own.length > 0 })
      for (const line of own) probe(line)
    }),
    bus.onSignal<{ question: string; from: string; isHeld: boolean }>(answered, (says) =>
      questions.get(says.question)?.(says.from, says.isHeld),
    ),
  ]
  bus.signal(alive, { from: self, isNew: true })
  const settled = sleep(settleMs, undefined, { ref: false })

  const beating = setInterval(() => {
    bus.signal(alive, { from: self })
    for (const [peer, missed] of missedBeats) {
      if (missed < maxMissedBeats) missedBeats.set(peer, missed + 1)
      else missedBeats.delete(peer)
    }
  }, beatMs)
  beating.unref()

  return {
    async askFor(identifier) {
      await settled
      const awaited = new Set(missedBeats.keys())
      if (awaited.size === 0) return 'none'
      const question = randomText(12)
      const { promise, resolve } = Promise.withResolvers<Elsewhere>()
      const timer = setTimeout(resolve, answerMs, 'unknown')
      questions.set(question, (from, isHeld) => {
        if (isHeld) resolve('some')
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
    wait: (identifier) => contested.delete(identifier),
    stop() {
      clearInterval(beating)
      for (const stop of stops) stop()
      bus.signal(gone, { from: self })
    },
  }
}
