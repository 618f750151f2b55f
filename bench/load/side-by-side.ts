// Measures the server and a bare server alternately. What slows one down also slows the other, so that the ratio of a
// round is more reliable than either figure.

import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { bareUrl } from '../bare/role.ts'
import type { Figures } from '../harness.ts'
import { median } from '../harness.ts'
import type { Installation } from '../installation.ts'
import type { Generated, Target } from './generate.ts'
import { generate } from './generate.ts'

const clients = 32

export interface Bare {
  url: string
  pid: number
  stop(): void
}

/** A bare server in its own process. */
export async function startBare(
  installation: Installation,
  name: 'echo' | 'live' | 'read' | 'track',
): Promise<Bare> {
  const { services, account } = installation
  const child: ChildProcess = fork(fileURLToPath(new URL(`../bare/${name}.ts`, import.meta.url)), {
    env: {
      ...process.env,
      BARE_DATABASE_URL: await bareUrl(installation),
      BARE_NATS_URL: services.nats.url,
      BARE_ACCOUNT: String(account.accountId),
    },
  })
  const [url] = (await once(child, 'message')) as [string]
  return { url, pid: child.pid!, stop: () => child.kill() }
}

export interface Pair {
  bare: Target
  ours: Target
}

export interface Rounds {
  bare: Generated[]
  ours: Generated[]
}

/** The first round warms both up and is not counted. */
export async function measureByTurns({ bare, ours }: Pair, rounds: number, seconds: number): Promise<Rounds> {
  const results: Rounds = { bare: [], ours: [] }
  for (let round = 0; round <= rounds; round += 1) {
    for (const [who, target] of Object.entries({ bare, ours }) as ['bare' | 'ours', Target][]) {
      const one = await generate(target, { kind: 'closed', clients }, seconds)
      if (round > 0) results[who].push(one)
    }
  }
  return results
}

/** Both at the same fixed rate, half of the server's capacity. */
export async function measureAtHalf(
  { bare, ours }: Pair,
  capacity: number,
  rounds: number,
  seconds: number,
): Promise<Rounds> {
  const results: Rounds = { bare: [], ours: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const [who, target] of Object.entries({ bare, ours }) as ['bare' | 'ours', Target][]) {
      results[who].push(await generate(target, { kind: 'open', perSecond: capacity / 2 }, seconds))
    }
  }
  return results
}

export function ratioOf({ bare, ours }: Rounds, figure: 'perSecond' | 'cpuMicros'): number {
  const ratios = ours.map((our, index) => our[figure] / bare[index]![figure])
  return figure === 'perSecond' ? median(ratios) : 1 / median(ratios)
}

export function capacityFigures(name: string, results: Rounds): Figures {
  const of = (who: keyof Rounds, figure: 'perSecond' | 'serverMicros' | 'postgresMicros') =>
    median(results[who].map((one) => one[figure]))
  return {
    [`${name}, calls/s, bare`]: of('bare', 'perSecond'),
    [`${name}, calls/s, ours`]: of('ours', 'perSecond'),
    [`${name}, ours to bare`]: ratioOf(results, 'perSecond'),
    [`${name}, by CPU, ours to bare`]: ratioOf(results, 'cpuMicros'),
    [`${name}, CPU µs per call, bare: server`]: of('bare', 'serverMicros'),
    [`${name}, CPU µs per call, bare: postgres`]: of('bare', 'postgresMicros'),
    [`${name}, CPU µs per call, ours: server`]: of('ours', 'serverMicros'),
    [`${name}, CPU µs per call, ours: postgres`]: of('ours', 'postgresMicros'),
  }
}

export function latencyFigures(name: string, results: Rounds): Figures {
  const of = (who: keyof Rounds, figure: 'p50Ms' | 'p99Ms' | 'lateP99Ms') =>
    median(results[who].map((one) => one[figure]))
  return {
    [`${name} at half capacity, p50 ms, bare`]: of('bare', 'p50Ms'),
    [`${name} at half capacity, p50 ms, ours`]: of('ours', 'p50Ms'),
    [`${name} at half capacity, p99 ms, bare`]: of('bare', 'p99Ms'),
    [`${name} at half capacity, p99 ms, ours`]: of('ours', 'p99Ms'),
    [`${name} at half capacity, generator late p99 ms`]: of('ours', 'lateP99Ms'),
  }
}
