// The attackers, in a process of their own at the lowest priority: generating calls must not take the CPU of the
// measured system. Each attack keeps its rate by the clock; calls that exceed what it may have in flight wait.

import { setPriority } from 'node:os'
import type { Targets } from './attack.types.ts'
import { attacks } from './attacks/attacks.ts'
import type { Counts } from './waves.ts'
import { noCounts } from './waves.ts'

export type AttackOrder =
  | { kind: 'open'; targets: Targets; names: string[] }
  | { kind: 'attack'; names: string[] }
  | { kind: 'rest' }
  | { kind: 'report' }

export interface AttackReport {
  counts: Map<string, Counts>
  cpuSeconds: number
}

const tickMs = 10
const lowestPriority = 19

setPriority(lowestPriority)

const counts = new Map<string, Counts>()
const opened = new Map<string, ReturnType<(typeof attacks)[number]['open']>>()
const turns = new Map<string, number>()
let timers: NodeJS.Timeout[] = []

function start(name: string): void {
  const { callsPerSecond, maxInFlight } = attacks.find((attack) => attack.name === name)!
  const call = opened.get(name)!
  const count = counts.get(name)!
  const startedAtMs = performance.now()
  let started = 0
  let inFlight = 0
  const tick = () => {
    const due = Math.floor(((performance.now() - startedAtMs) / 1_000) * callsPerSecond) + 1
    for (; started < due && inFlight < maxInFlight; started += 1) {
      const turn = turns.get(name) ?? 0
      turns.set(name, turn + 1)
      count.made += 1
      inFlight += 1
      call(turn)
        .then(
          (outcome) => {
            count[outcome] += 1
          },
          (error) => console.error(name, error),
        )
        .finally(() => {
          inFlight -= 1
        })
    }
  }
  timers.push(setInterval(tick, tickMs))
}

function rest(): void {
  for (const timer of timers) clearInterval(timer)
  timers = []
}

process.on('message', (order: AttackOrder) => {
  rest()
  if (order.kind === 'open') {
    for (const { name, open } of attacks.filter(({ name }) => order.names.includes(name))) {
      counts.set(name, noCounts())
      opened.set(name, open(order.targets))
    }
  }
  if (order.kind === 'attack') for (const name of order.names) if (opened.has(name)) start(name)
  const { user, system } = process.cpuUsage()
  const report: AttackReport = { counts, cpuSeconds: (user + system) / 1e6 }
  process.send?.(report)
})
process.on('disconnect', () => process.exit())
