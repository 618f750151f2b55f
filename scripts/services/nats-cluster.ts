// A NATS cluster that stores each message on three nodes.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findRunning } from './controls.ts'
import { ServiceError } from './errors.ts'
import { keepSecrets, readState, writeState } from './files.ts'
import { withLock } from './lock.ts'
import type { Nats } from './nats.ts'
import { isHealthy, startNats } from './nats.ts'
import { arePortsFree, findFreePort } from './ports.ts'
import { holds } from './processes.ts'

export type NatsClusterOptions = { dir: string; nodes: number; detached?: boolean }

const agreeWithinMs = 30_000
/** Nodes that start at the same moment sometimes never find each other; a restart helps. */
const maxStarts = 3

/** Returns when every node is healthy and the leader knows them all. All nodes use the same user and password. */
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
    for (let start = 1; ; start += 1) {
      const started = await Promise.allSettled(
        names.map((name, index) => {
          const passwords = { clientPassword: secrets.client, routePassword: secrets.route }
          const cluster = { routePort: routePorts[index]!, routePorts, ...passwords }
          return startNats({ dir: join(dir, name), name, cluster, detached })
        }),
      )
      const cluster = started.flatMap((node) => (node.status === 'fulfilled' ? [node.value] : []))
      const refusal = started.find((node) => node.status === 'rejected')
      if (!refusal && (await holds(() => areAgreed(cluster), agreeWithinMs))) return cluster
      const health = await Promise.all(cluster.map(({ monitorUrl }) => query(monitorUrl, 'healthz')))
      await Promise.all(cluster.map((node) => node.stop()))
      if (refusal) throw refusal.reason
      if (start === maxStarts)
        throw new ServiceError(
          `the NATS nodes did not agree, started ${start} times; their health: ${JSON.stringify(health)}`,
        )
    }
  })
}

/** The ports of the last start, unless another program has taken one of them. */
async function keepRoutePorts(dir: string, names: string[]): Promise<number[]> {
  const kept = Object.values(readState(dir).ports)
  const isUp = names.some((name) => findRunning(join(dir, name)))
  if (kept.length === names.length && (isUp || (await arePortsFree(kept)))) return kept
  const ports: number[] = []
  for (const _ of names) ports.push(await findFreePort(ports))
  writeState(dir, { ports: Object.fromEntries(names.map((name, index) => [name, ports[index]!])) })
  return ports
}

interface MetaCluster {
  /** Known to the leader only. */
  replicas?: { current: boolean; offline?: boolean }[]
}

async function areAgreed(nodes: Nats[]): Promise<boolean> {
  const healthy = await Promise.all(nodes.map(({ monitorUrl }) => isHealthy(monitorUrl)))
  const answers = await Promise.all(nodes.map(({ monitorUrl }) => query(monitorUrl, 'jsz')))
  const known = answers.flatMap((answer) => (answer?.meta_cluster as MetaCluster)?.replicas ?? [])
  const current = known.filter((replica) => replica.current && !replica.offline)
  return healthy.every(Boolean) && current.length === nodes.length - 1
}

async function query(monitorUrl: string, about: string): Promise<Record<string, unknown> | undefined> {
  try {
    const answer = await fetch(`${monitorUrl}/${about}`, { signal: AbortSignal.timeout(1_000) })
    return (await answer.json()) as Record<string, unknown>
  } catch {
    return undefined
  }
}
