// Ours and a bare server asked by turns: bare, ours, bare, ours. What slows one down slows its neighbour down too, so that
// the ratio of a round says more than either figure.

import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { bareUrl } from '../bare/role.ts'
import type { Figures } from '../harness.ts'
import { median } from '../harness.ts'
import type { Installation } from '../installation.ts'
import type { Asked, Generated } from './generate.ts'
import { generate } from './generate.ts'

const clients = 32

export interface Bare {
  url: string
  pid: number
  stop(): void
}

/** A bare server in a process of its own. */
export async function startBare(installation: Installation, name: 'live' | 'read' | 'track'): Promise<Bare> {
  const { engines, account } = installation
  const child: ChildProcess = fork(fileURLToPath(new URL(`../bare/${name}.ts`, import.meta.url)), {
    env: {
      ...process.env,
      BARE_DATABASE_URL: await bareUrl(installation),
      BARE_NATS_URL: engines.nats.url,
      BARE_ACCOUNT: String(account.accountId),
    },
  })
  const [url] = (await once(child, 'message')) as [string]
  return { url, pid: child.pid!, stop: () => child.kill() }
}

export interface Pair {
  bare: Asked
  ours: Asked
}

export interface Rounds {
  bare: Generated[]
  ours: Generated[]
}

/** The first round warms both up and is not counted. */
export async function askByTurns({ bare, ours }: Pair, rounds: number, seconds: number): Promise<Rounds> {
  const heard: Rounds = { bare: [], ours: [] }
  for (let round = 0; round <= rounds; round += 1) {
    for (const [who, asked] of Object.entries({ bare, ours }) as ['bare' | 'ours', Asked][]) {
      const one = await generate(asked, { kind: 'closed', clients }, seconds)
      if (round > 0) heard[who].push(one)
    }
  }
  return heard
}

/** Both at the same fixed rate, half of what ours can do. */
export async function askAtHalf(
  { bare, ours }: Pair,
  capacity: number,
  rounds: number,
  seconds: number,
): Promise<Rounds> {
  const heard: Rounds = { bare: [], ours: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const [who, asked] of Object.entries({ bare, ours }) as ['bare' | 'ours', Asked][]) {
      heard[who].push(await generate(asked, { kind: 'open', perSecond: capacity / 2 }, seconds))
    }
  }
  return heard
}

export function ratioOf({ bare, ours }: Rounds, figure: 'perSecond' | 'cpuMicros'): number {
  const ratios = ours.map((our, index) => our[figure] / bare[index]![figure])
  return figure === 'perSecond' ? median(ratios) : 1 / median(ratios)
}

export function capacityFigures(name: string, heard: Rounds): Figures {
  const of = (who: keyof Rounds, figure: 'perSecond' | 'serverMicros' | 'postgresMicros') =>
    median(heard[who].map((one) => one[figure]))
  return {
    [`${name}, calls/s, bare`]: of('bare', 'perSecond'),
    [`${name}, calls/s, ours`]: of('ours', 'perSecond'),
    [`${name}, ours to bare`]: ratioOf(heard, 'perSecond'),
    [`${name}, by CPU, ours to bare`]: ratioOf(heard, 'cpuMicros'),
    [`${name}, CPU µs per call, bare: server`]: of('bare', 'serverMicros'),
    [`${name}, CPU µs per call, bare: postgres`]: of('bare', 'postgresMicros'),
    [`${name}, CPU µs per call, ours: server`]: of('ours', 'serverMicros'),
    [`${name}, CPU µs per call, ours: postgres`]: of('ours', 'postgresMicros'),
  }
}

export function latencyFigures(name: string, heard: Rounds): Figures {
  const of = (who: keyof Rounds, figure: 'p50Ms' | 'p99Ms' | 'lateP99Ms') =>
    median(heard[who].map((one) => one[figure]))
  return {
    [`${name} at half capacity, p50 ms, bare`]: of('bare', 'p50Ms'),
    [`${name} at half capacity, p50 ms, ours`]: of('ours', 'p50Ms'),
    [`${name} at half capacity, p99 ms, bare`]: of('bare', 'p99Ms'),
    [`${name} at half capacity, p99 ms, ours`]: of('ours', 'p99Ms'),
    [`${name} at half capacity, generator late p99 ms`]: of('ours', 'lateP99Ms'),
  }
}
