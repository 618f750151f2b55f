// Plans faults from a seed: the kind, the victim, the time and the duration.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../simulator/src/random.ts'

export type Kind =
  | 'kill'
  | 'pause'
  /** No packet passes, in either direction. */
  | 'cut'
  /** Some packets are lost. */
  | 'loss'
  /** It receives, but nothing it sends arrives. */
  | 'mute'
  | 'full disk'
  | 'slow disk'
  | 'wrong clock'

export interface FaultHandle {
  begin(random: Random): Promise<void>
  end(): Promise<void>
}

/** The faults that can happen to it. */
export type Victim = Partial<Record<Kind, FaultHandle>>

export interface Fault {
  /** From the start of the previous one, or from its end if that is later. */
  afterMs: number
  victim: string
  kind: Kind
  /** Duration. */
  forMs: number
}

export interface Pace {
  everySeconds: [min: number, max: number]
  /** For everything but a kill, which ends with the restart. */
  lastsSeconds: [min: number, max: number]
}

/** The faults that every process and service supports. */
export function basicFaults(it: {
  kill(): Promise<void>
  start(): Promise<void>
  pause(): Promise<void>
  resume(): Promise<void>
}): Victim {
  return {
    kill: { begin: it.kill, end: it.start },
    pause: { begin: it.pause, end: it.resume },
  }
}

/** Applies every fault to every victim once before repeating any. */
export function* planFaults(
  random: Random,
  victims: ReadonlyMap<string, Victim>,
  pace: Pace,
): Generator<Fault> {
  for (;;) {
    const round = [...victims].flatMap(([victim, sufferings]) =>
      (Object.keys(sufferings) as Kind[]).map((kind) => ({ victim, kind })),
    )
    while (round.length > 0) {
      const [next] = round.splice(Math.floor(random.next() * round.length), 1)
      yield {
        ...next!,
        afterMs: random.between(...pace.everySeconds) * 1_000,
        forMs:
          next!.kind === 'kill' ? random.between(0, 3_000) : random.between(...pace.lastsSeconds) * 1_000,
      }
    }
  }
}

export async function applyFault({ kind, forMs }: Fault, victim: Victim, random: Random): Promise<void> {
  const running = victim[kind]!
  await running.begin(random)
  try {
    await sleep(forMs)
  } finally {
    await running.end()
  }
}
