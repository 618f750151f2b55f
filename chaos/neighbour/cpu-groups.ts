// Divides the processor between services as systemd and compose do: one control group for each, with the weight of its
// unit. Without it, the scheduler may treat every connection of PostgreSQL as the equal of all Rastro processes together
// (autogroup), which no installation does. The simulated clients stand for other machines, and have groups of their own.

import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from '../installation/installation.ts'

export interface CpuGroups {
  /** False without the right to create control groups: then other programs on the machine disturb the measurement. */
  isGrouped: boolean
  remove(): Promise<void>
}

interface Hierarchy {
  root: string
  weightFile: string
  /** Of a weight where 100 is usual. */
  toValue(weight: number): number
}

const version1: Hierarchy = {
  root: '/sys/fs/cgroup/cpu',
  weightFile: 'cpu.shares',
  toValue: (weight) => Math.round((weight * 1_024) / 100),
}
const version2: Hierarchy = {
  root: '/sys/fs/cgroup',
  weightFile: 'cpu.weight',
  toValue: (weight) => weight,
}
/** Other programs of the machine are no part of the experiment. Not much more: threads of the kernel write to disk. */
const experimentWeight = 400
const usualWeight = 100
/** They need little, and must not take the processor from what they attack. */
const attackersWeight = 20
/** They do not compete with the services: what they wait for a processor would count as a late acknowledgement. */
const clientsWeight = 1_000
const units = new URL('../../deploy/systemd/', import.meta.url)

export function groupProcesses(
  { postgres, nats, roles }: Installation,
  attackers: readonly number[],
  { hasFairness }: { hasFairness: boolean },
): CpuGroups {
  const hierarchy = findHierarchy()
  if (!hierarchy || process.getuid?.() !== 0) return { isGrouped: false, async remove() {} }
  const { root, weightFile, toValue } = hierarchy
  const parent = join(root, `rastro-neighbour-${process.pid}`)
  const groups: string[] = [parent]
  const make = (path: string, weight: number) => {
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, weightFile), String(toValue(weight)))
  }
  const add = (name: string, pids: readonly number[], weight = usualWeight) => {
    const path = join(parent, name)
    make(path, weight)
    groups.push(path)
    for (const pid of pids.flatMap(withChildren)) writeFileSync(join(path, 'cgroup.procs'), String(pid))
  }
  make(parent, experimentWeight)
  if (hierarchy === version2) writeFileSync(join(parent, 'cgroup.subtree_control'), '+cpu')
  const weightOf = (service: string) => (hasFairness ? weightIn(`${service}.rastro.conf`) : usualWeight)
  add('postgres', [postgres.pid() ?? []].flat(), weightOf('postgresql'))
  add(
    'nats',
    nats.flatMap((node) => node.pid() ?? []),
    weightOf('nats-server'),
  )
  for (const [name, role] of roles) add(name, [role.pid() ?? []].flat(), weightOf(`rastro@${name}`))
  add('attackers', attackers, attackersWeight)
  add('clients', [process.pid], clientsWeight)
  return {
    isGrouped: true,
    async remove() {
      writeFileSync(join(root, 'cgroup.procs'), String(process.pid))
      for (const path of groups.toReversed()) await removeGroup(path)
    },
  }
}

/** The weight in a file of the units, or the usual one without such a file. */
function weightIn(file: string): number {
  const path = new URL(file, units)
  const [, weight] = (existsSync(path) && /^CPUWeight=(\d+)$/m.exec(readFileSync(path, 'utf8'))) || []
  return weight === undefined ? usualWeight : Number(weight)
}

function findHierarchy(): Hierarchy | undefined {
  if (existsSync(join(version1.root, version1.weightFile))) return version1
  const controllers = join(version2.root, 'cgroup.subtree_control')
  return existsSync(controllers) && readFileSync(controllers, 'utf8').includes('cpu') ? version2 : undefined
}

function withChildren(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [pid, ...(pid === process.pid ? [] : children.split(' ').filter(Boolean).map(Number))]
}

/** Processes that have just ended may not have left it yet. */
async function removeGroup(path: string): Promise<void> {
  for (let triesLeft = 50; triesLeft > 0; triesLeft -= 1) {
    try {
      return rmdirSync(path)
    } catch {
      await sleep(100)
    }
  }
}
