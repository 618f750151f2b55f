// Starts the processes of the attackers, and sends them their orders.

import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Targets } from './attack.types.ts'
import type { AttackOrder, AttackReport } from './attackers.process.ts'

export interface Attackers {
  pids: number[]
  attack(names: readonly string[]): Promise<void>
  rest(): Promise<void>
  report(): Promise<AttackReport>
  stop(): void
}

const program = fileURLToPath(new URL('./attackers.process.ts', import.meta.url))
const processes = 2

export async function startAttackers(targets: Targets, names: readonly string[]): Promise<Attackers> {
  const children = Array.from({ length: processes }, () => fork(program, { serialization: 'advanced' }))
  const order = (orderOf: (index: number) => AttackOrder) =>
    Promise.all(children.map((child, index) => request(child, orderOf(index))))
  await order((index) => ({
    kind: 'open',
    targets,
    names: names.filter((_, position) => position % processes === index),
  }))
  return {
    pids: children.flatMap(({ pid }) => pid ?? []),
    async attack(some) {
      await order(() => ({ kind: 'attack', names: [...some] }))
    },
    async rest() {
      await order(() => ({ kind: 'rest' }))
    },
    async report() {
      const reports = await order(() => ({ kind: 'report' }))
      return {
        counts: new Map(reports.flatMap(({ counts }) => [...counts])),
        cpuSeconds: reports.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
      }
    },
    stop() {
      for (const child of children) child.kill()
    },
  }
}

async function request(child: ChildProcess, order: AttackOrder): Promise<AttackReport> {
  child.send(order)
  const [report] = (await once(child, 'message')) as [AttackReport]
  return report
}
