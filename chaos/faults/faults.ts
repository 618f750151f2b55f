// Accidents, by a seed: what happens to whom, when, and for how long.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../simulator/src/random.ts'

export type Kind =
  | 'kill'
  | 'pause'
  /** No packet comes through, in either direction. */
  | 'cut'
  /** Some packets get lost. */
  | 'loss'
  /** It hears, and nobody hears it. */
  | 'mute'
  | 'full disk'
  | 'slow disk'
  | 'wrong clock'

export interface Suffering {
  begin(random: Random): Promise<void>
  end(): Promise<void>
}

/** What it can suffer. */
export type Victim = Partial<Record<Kind, Suffering>>

export interface Fault {
  /** From the start of the previous one, or from its end where that is later. */
  afterMs: number
  victim: string
  kind: Kind
  /** How long it lasts. */
  forMs: number
}

export interface Pace {
  everySeconds: [least: number, most: number]
  /** Of everything but a kill, which is over when it is started again. */
  lastsSeconds: [least: number, most: number]
}

/** A process or an engine, as everybody can treat it. */
export function breakable(it: {
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

/** Every victim suffers everything once before anything comes twice. */
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

export async function suffer({ kind, forMs }: Fault, victim: Victim, random: Random): Promise<void> {
  const suffering = victim[kind]!
  await suffering.begin(random)
  try {
    await sleep(forMs)
  } finally {
    await suffering.end()
  }
}
