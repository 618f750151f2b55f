// Whether another gateway has a connection of the same tracker. Asked only when there is a command to send, so that
// connections cost nothing.

import type { Context } from '../../platform/context.ts'
import { randomText } from '../../platform/ids.ts'
import type { Lines } from './lines.service.ts'
import { probe } from './lines.service.ts'

/** A gateway that takes longer to say so is taken for one that has no such connection. */
const waitMs = 200
const asked = 'connections.asked'
const held = 'connections.held'

export interface Peers {
  haveLineOf(identifier: string): Promise<boolean>
  /** Whether another gateway has something for a tracker whose connection was here, in the way. Asked once. */
  wait(identifier: string): boolean
  stop(): void
}

export function createPeers({ bus }: Pick<Context, 'bus'>, lines: Lines): Peers {
  const self = randomText(12)
  const questions = new Map<string, (isHeld: boolean) => void>()
  const contested = new Set<string>()
  const stops = [
    bus.onSignal<{ question: string; from: string; identifier: string }>(asked, (says) => {
      const { question, from, identifier } = says
      const own = lines.of(identifier)
      if (from === self || own.length === 0) return
      contested.add(identifier)
      bus.signal(held, { question })
      for (const line of own) probe(line)
    }),
    bus.onSignal<{ question: string }>(held, ({ question }) => questions.get(question)?.(true)),
  ]
  return {
    async haveLineOf(identifier) {
      const question = randomText(12)
      try {
        return await new Promise<boolean>((resolve) => {
          questions.set(question, resolve)
          setTimeout(resolve, waitMs, false)
          bus.signal(asked, { question, from: self, identifier })
        })
      } finally {
        questions.delete(question)
      }
    },
    wait: (identifier) => contested.delete(identifier),
    stop() {
      for (const stop of stops) stop()
    },
  }
}
