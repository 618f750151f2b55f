// Accidents, by a seed: which process is killed or stands still, when, and for how long.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../simulator/src/random.ts'

export interface Victim {
  kill(): Promise<void>
  start(): Promise<void>
  pause(): Promise<void>
  resume(): Promise<void>
}

export interface Fault {
  /** From the start of the previous one, or from its end where that is later. */
  afterMs: number
  victim: string
  kind: 'kill' | 'pause'
  /** How long it is dead or stands still. */
  forMs: number
}

export interface Pace {
  everySeconds: [least: number, most: number]
  pauseSeconds: [least: number, most: number]
}

/** Every victim suffers everything once before anything comes twice. */
export function* planFaults(random: Random, victims: readonly string[], pace: Pace): Generator<Fault> {
  for (;;) {
    const round = victims.flatMap((victim) => [
      { victim, kind: 'kill' as const },
      { victim, kind: 'pause' as const },
    ])
    while (round.length > 0) {
      const [next] = round.splice(Math.floor(random.next() * round.length), 1)
      yield {
        ...next!,
        afterMs: random.between(...pace.everySeconds) * 1_000,
        forMs:
          next!.kind === 'kill' ? random.between(0, 3_000) : random.between(...pace.pauseSeconds) * 1_000,
      }
    }
  }
}

export async function suffer(fault: Fault, victim: Victim): Promise<void> {
  if (fault.kind === 'kill') {
    await victim.kill()
    await sleep(fault.forMs)
    await victim.start()
  } else {
    await victim.pause()
    await sleep(fault.forMs)
    await victim.resume()
  }
}
