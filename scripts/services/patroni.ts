// Three PostgreSQL servers under Patroni with one etcd. Every commit is on at least two of them.
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getPostgresInstalls } from './binaries.ts'
import { findRunning } from './controls.ts'
import type { Databases, Role } from './databases.ts'
import { databasesOf, keepRoles, roleNames } from './databases.ts'
import { ServiceError } from './errors.ts'
import { startEtcd } from './etcd.ts'
import { keepSecrets, writePrivately } from './files.ts'
import { withLock } from './lock.ts'
import { patroniConfig } from './patroni-config.ts'
import { postgresHome } from './postgres-home.ts'
import type { OsUser, ProcessId } from './processes.ts'
import { areGone, freeze, holds, identify, isAlive, signal, thaw } from './processes.ts'
import { startService } from './service.ts'

export type PatroniNode = {
  name: string
  port: number
  /** Kills the whole node: Patroni and its PostgreSQL. */
  kill(): Promise<void>
  pause(): Promise<void>
  resume(): Promise<void>
  start(): Promise<void>
  /** Kills PostgreSQL only; Patroni notices and reacts. */
  killPostgres(): Promise<void>
  /** The role Patroni reports: primary, replica, or undefined without an answer. */
  role(): Promise<string | undefined>
}

export type Patroni = Databases & {
  nodes: PatroniNode[]
  /** Lists all servers. */
  url(role: Role, database: string): string
  /** The URL of one server. */
  urlOf(node: PatroniNode, role: Role, database: string): string
  findPrimary(): Promise<PatroniNode>
  /** A planned switchover by the operator: nothing is killed. */
  switchover(): Promise<void>
  /** Whether one node leads and all others follow closely. */
  isWhole(): Promise<boolean>
  remove(): Promise<void>
}

const names = ['one', 'two', 'three']
const program = '/usr/bin/patroni'
const settleWithinMs = 120_000

export async function startPatroni({ dir: wanted }: { dir: string }): Promise<Patroni> {
  if (!existsSync(program)) throw new ServiceError('Missing: run apt-get install patroni etcd-server')
  const { dir, user } = postgresHome(wanted)
  return withLock(dir, async () => {
    const secrets = keepSecrets(dir, ['superuser', 'owner', 'app', 'backup', 'eraser', 'replication'])
    const undo: (() => Promise<unknown>)[] = []
    const removeAll = async () => {
      for (const step of undo.toReversed()) await step()
      for (const one of [dir, wanted]) rmSync(one, { recursive: true, force: true })
    }
    try {
      const etcd = await startEtcd(join(dir, 'etcd'))
      undo.push(etcd.stop)
      const nodes: Node[] = []
      for (const name of names) {
        const node = await startNode(join(dir, name), { name, etcdPort: etcd.ports.client, user, secrets })
        undo.push(node.stop)
        nodes.push(node)
        // The first node creates the cluster; the others copy it.
        if (nodes.length === 1) await expectTrue('a primary', async () => (await node.role()) === 'primary')
      }
      const addressOf = (ports: number[], role: Role, database: string) => {
        const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
        return `postgresql://${roleNames[role]}:${secrets[role]}@${hosts}/${encodeURIComponent(database)}`
      }
      const patroni: Patroni = {
        nodes,
        url: (role, database) =>
          addressOf(
            nodes.map(({ port }) => port),
            role,
            database,
          ),
        urlOf: ({ port }, role, database) => addressOf([port], role, database),
        async findPrimary() {
          const roles = await Promise.all(nodes.map((node) => node.role()))
          const primary = nodes[roles.indexOf('primary')]
          if (!primary) throw new ServiceError('Patroni has no primary right now')
          return primary
        },
        async switchover() {
          const primary = await patroni.findPrimary()
          const rest = nodes.find(({ name }) => name === primary.name)!.restPort
          const answer = await fetch(`http://127.0.0.1:${rest}/switchover`, {
            method: 'POST',
            body: JSON.stringify({ leader: primary.name }),
            signal: AbortSignal.timeout(60_000),
          })
          if (!answer.ok) throw new ServiceError(`switchover: ${answer.status} ${await answer.text()}`)
        },
        isWhole: () => isWhole(nodes),
        ...databasesOf((database) => addressOf([nodes[0]!.port], 'superuser', database)),
        remove: removeAll,
      }
      await expectTrue('three nodes in step', patroni.isWhole)
      await keepRoles(patroni.urlOf(nodes[0]!, 'superuser', 'postgres'), secrets)
      return patroni
    } catch (error) {
      await removeAll()
      throw error
    }
  })
}

type Node = PatroniNode & { restPort: number; stop(): Promise<void> }

interface NodeOptions {
  name: string
  etcdPort: number
  user: OsUser | undefined
  secrets: Record<'superuser' | 'replication', string>
}

async function startNode(dir: string, { name, etcdPort, user, secrets }: NodeOptions): Promise<Node> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (user) chownSync(dir, user.uid, user.gid)
  const files = join(dir, 'cluster')
  const service = await startService({
    name: `Patroni ${name}`,
    dir,
    ports: { postgres: undefined, rest: undefined },
    prepare(ports) {
      const file = join(dir, 'patroni.json')
      const { bin } = getPostgresInstalls().find(({ major }) => major === 15) ?? getPostgresInstalls()[0]!
      writePrivately(file, patroniConfig({ name, files, bin, dir, ports, etcdPort, secrets }))
      if (user) chownSync(file, user.uid, user.gid)
      return { file: program, args: [file], dir, user }
    },
    isReady: async ({ rest }) => (await queryPatroni(rest)) !== undefined,
    stopSignal: 'SIGTERM',
    onOurDeath: 'SIGTERM', // Patroni then stops its PostgreSQL
  })
  const { rest, postgres } = service.ports
  const family = () => [findRunning(dir), findPostmaster(files)].filter((one) => one !== undefined)
  return {
    name,
    port: postgres,
    restPort: rest,
    start: service.start,
    role: async () => (await queryPatroni(rest))?.role,
    async kill() {
      await killAll(family())
      await service.kill()
    },
    async pause() {
      for (const one of family()) await freeze(one)
    },
    async resume() {
      for (const one of family()) thaw(one)
    },
    async killPostgres() {
      const postmaster = findPostmaster(files)
      if (postmaster) signal(postmaster, 'SIGKILL')
    },
    async stop() {
      for (const one of family()) thaw(one)
      await service.stop()
      await killAll(family())
    },
  }
}

/** Patroni's PostgreSQL is not its child process: it outlives the Patroni that started it. */
function findPostmaster(files: string): ProcessId | undefined {
  try {
    const pid = Number(readFileSync(join(files, 'postmaster.pid'), 'utf8').split('\n')[0])
    const isOurs = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(files)
    return isOurs ? identify(pid) : undefined
  } catch {
    return undefined
  }
}

async function killAll(parents: ProcessId[]): Promise<void> {
  const families = await Promise.all(parents.map(freeze))
  const all = families.flat()
  for (const one of all) signal(one, 'SIGKILL')
  if (!(await areGone(all, 10_000)))
    throw new ServiceError(`still running: ${all.filter(isAlive).map(({ pid }) => pid)}`)
}

interface PatroniState {
  state: string
  role: string
}

/** Old versions report "master". */
async function queryPatroni(port: number): Promise<PatroniState | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/patroni`, { signal: AbortSignal.timeout(1_000) })
    const state = (await answer.json()) as PatroniState
    return { ...state, role: state.role === 'master' ? 'primary' : state.role }
  } catch {
    return undefined
  }
}

async function isWhole(nodes: Node[]): Promise<boolean> {
  for (const { restPort } of nodes) {
    try {
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
        signal: AbortSignal.timeout(1_000),
      })
      const { members } = (await answer.json()) as {
        members: { role: string; state: string; timeline?: number }[]
      }
      const roles = members.map(({ role }) => role)
      const timelines = new Set(members.map(({ timeline }) => timeline))
      return (
        members.length === nodes.length &&
        roles.includes('leader') &&
        roles.includes('sync_standby') &&
        members.every(({ state }) => state === 'running' || state === 'streaming') &&
        timelines.size === 1
      )
    } catch {}
  }
  return false
}

async function expectTrue(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const isThere = await holds(async () => (await isTrue()) || (await sleep(200, false)), settleWithinMs)
  if (!isThere) throw new ServiceError(`Patroni did not reach "${what}" within ${settleWithinMs / 1_000} s`)
}
