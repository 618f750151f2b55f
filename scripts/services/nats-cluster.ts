// Several NATS servers that keep each message on three of them.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findRunning } from './controls.ts'
import { EngineError } from './errors.ts'
import { keepSecrets, readState, writeState } from './files.ts'
import { withLock } from './lock.ts'
import type { Nats } from './nats.ts'
import { isHealthy, startNats } from './nats.ts'
import { arePortsFree, findFreePort } from './ports.ts'
import { holds } from './processes.ts'

export type NatsClusterOptions = { dir: string; nodes: number; detached?: boolean }

const agreeWithinMs = 60_000

/** Returns the nodes when they have agreed on a leader. All take the same user and password. */
export async function startNatsCluster({
  dir,
  nodes,
  detached = false,
}: NatsClusterOptions): Promise<Nats[]> {
  mkdirSync(dir, { recursive: true })
  return withLock(dir, async () => {
    const names = Array.from({ length: nodes }, (_, index) => `rastro-${index + 1}`)
    const secrets = keepSecrets(dir, ['client', 'route'])
    const routePorts = await keepRoutePorts(dir, names)
    const started = await Promise.allSettled(
      names.map((name, index) => {
        const passwords = { clientPassword: secrets.client, routePassword: secrets.route }
        const cluster = { routePort: routePorts[index]!, routePorts, ...passwords }
        return startNats({ dir: join(dir, name), name, cluster, detached })
      }),
    )
    const cluster = started.flatMap((node) => (node.status === 'fulfilled' ? [node.value] : []))
    try {
      for (const node of started) if (node.status === 'rejected') throw node.reason
      await expectAgreement(cluster)
    } catch (error) {
      await Promise.all(cluster.map((node) => node.stop()))
      throw error
    }
    return cluster
  })
}

/** Those of the last time, unless somebody else has one of them now. */
async function keepRoutePorts(dir: string, names: string[]): Promise<number[]> {
  const kept = Object.values(readState(dir).ports)
  const isUp = names.some((name) => findRunning(join(dir, name)))
  if (kept.length === names.length && (isUp || (await arePortsFree(kept)))) return kept
  const ports: number[] = []
  for (const _ of names) ports.push(await findFreePort(ports))
  writeState(dir, { ports: Object.fromEntries(names.map((name, index) => [name, ports[index]!])) })
  return ports
}

async function expectAgreement(nodes: Nats[]): Promise<void> {
  const areAgreed = await holds(async () => {
    const answers = await Promise.all(nodes.map(({ monitorUrl }) => isHealthy(monitorUrl)))
    return answers.every(Boolean)
  }, agreeWithinMs)
  if (!areAgreed) throw new EngineError(`the NATS nodes had no leader after ${agreeWithinMs / 1000} s`)
}
