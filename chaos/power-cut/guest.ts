// PostgreSQL and NATS on a machine that can lose its power, with the configuration of deploy/. They are reached at
// the addresses of an installation on this machine, whose database they take over.

import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { getNatsServer, getPostgresInstalls } from '../../scripts/services/binaries.ts'
import { isHealthy } from '../../scripts/services/nats.ts'
import type { Random } from '../../simulator/src/random.ts'
import { createRandom } from '../../simulator/src/random.ts'
import type { Installation } from '../installation/installation.ts'
import type { DiskStatistics } from './disk.ts'
import { openDisk } from './disk.ts'
import { makeDisk, makeInitramfs, makePrograms } from './images.ts'
import { createMachine } from './machine.ts'
import type { Parts } from './parts.ts'
import { getParts } from './parts.ts'

export interface Workshop {
  dir: string
  parts: Parts
  clients: string
  /** The initial contents of its disk. */
  tree: string
  /** The streams of the installation, for a machine that should not start without any. */
  streams: string
}

export interface Guest {
  /** Returns how long each service took to become ready, in seconds since the power came on. */
  powerOn(): Promise<{ nats: number; postgres: number }>
  powerCut(random: Random): Promise<void>
  /** Whether NATS reports that it syncs before it acknowledges. */
  syncsAlways(): Promise<boolean>
  diskStatistics(): DiskStatistics
  /** The last output of the kernel and the services. */
  lastOutput(): string
  remove(): Promise<void>
}

export type Sync = 'recommended' | 'default'

const deploy = join(import.meta.dirname, '../../deploy')
const syncLine = /^ *sync_interval: always\n/m
const guestPorts = { nats: 4222, monitor: 8222, postgres: 5432 }
const servesWithinMs = 180_000
/** Each check starts a process in the guest, which is busy recovering. */
const checkEveryMs = 500

/** Takes the database of an installation whose services were stopped. */
export async function openWorkshop(
  dir: string,
  { postgres, nats }: Installation,
  log: (line: string) => void,
): Promise<Workshop> {
  const { bin, major } = getPostgresInstalls()[0]!
  const [parts, clients] = await Promise.all([getParts(log), makePrograms(dir, bin, major)])
  const tree = join(dir, 'disk')
  mkdirSync(join(tree, 'nats'), { recursive: true })
  await copy(join(postgres.dir, 'cluster'), join(tree, 'postgres'))
  // To the guest, this machine is an external host.
  appendFileSync(join(tree, 'postgres/pg_hba.conf'), 'host all all 10.0.2.0/24 scram-sha-256\n')
  return { dir, parts, clients, tree, streams: join(nats[0]!.dir, 'jetstream') }
}

/** With default settings NATS would even lose new streams, so it gets existing ones. */
export async function createGuest(
  { dir, parts, clients, tree, streams }: Workshop,
  { postgres, nats }: Installation,
  sync: Sync,
): Promise<Guest> {
  rmSync(join(tree, 'nats'), { recursive: true })
  if (sync === 'default') await copy(streams, join(tree, 'nats'))
  else mkdirSync(join(tree, 'nats'))
  const server = nats[0]!
  const monitorPort = Number(new URL(server.monitorUrl).port)
  const prefix = join(dir, sync)
  const password = new URL(server.url).password
  const initramfs = await makeInitramfs(prefix, parts, {
    'nats.conf': natsConfOf(sync),
    'secrets.conf': `NATS_PASSWORD: ${JSON.stringify(password)}\n`,
    'rastro.conf': readFileSync(join(deploy, 'postgresql/rastro.conf'), 'utf8'),
    start: startScriptOf(tree),
  })
  const disk = await openDisk(await makeDisk(`${prefix}.img`, tree), `${prefix}.sock`)
  const logs = { kernel: `${prefix}-kernel.log`, services: `${prefix}-services.log` }
  const machine = createMachine({
    kernel: parts.kernel,
    initramfs,
    clients,
    disk,
    ports: {
      [server.port]: guestPorts.nats,
      [monitorPort]: guestPorts.monitor,
      [postgres.port]: guestPorts.postgres,
    },
    logs,
  })
  const lastOutput = () => `${tailOf(logs.kernel)}\n${tailOf(logs.services)}`

  async function secondsUntil(isTrue: () => Promise<boolean>, name: string): Promise<number> {
    const began = performance.now()
    while (!(await isTrue())) {
      const isLate = performance.now() - began > servesWithinMs
      if (isLate || !machine.isOn()) throw new Error(`${name} is not ready:\n${lastOutput()}`)
      await sleep(checkEveryMs)
    }
    return (performance.now() - began) / 1_000
  }

  return {
    async powerOn() {
      await machine.powerOn()
      const [natsSeconds, postgresSeconds] = await Promise.all([
        secondsUntil(() => isHealthy(server.monitorUrl), 'NATS'),
        secondsUntil(() => isAnswering(postgres.url('superuser', 'postgres')), 'PostgreSQL'),
      ])
      return { nats: natsSeconds, postgres: postgresSeconds }
    },
    powerCut: (random) => machine.powerCut(random),
    async syncsAlways() {
      const answer = await fetch(`${server.monitorUrl}/jsz`)
      const { config } = (await answer.json()) as { config: { sync_always?: boolean } }
      return config.sync_always === true
    },
    diskStatistics: () => disk.statistics(),
    lastOutput,
    async remove() {
      await machine.powerCut(createRandom(0))
      await disk.close()
    },
  }
}

function natsConfOf(sync: Sync): string {
  const text = readFileSync(join(deploy, 'nats/nats.conf'), 'utf8')
  if (!syncLine.test(text)) throw new Error('deploy/nats/nats.conf lacks sync_interval: always')
  return sync === 'recommended' ? text : text.replace(syncLine, '')
}

function startScriptOf(tree: string): string {
  const { uid, gid } = statSync(join(tree, 'postgres'))
  const { bin } = getPostgresInstalls()[0]!
  const asPostgres = `/usr/bin/setpriv --reuid ${uid} --regid ${gid} --clear-groups`
  // Settings that a machine of this size cannot have, and the address of the host.
  const settings = ['shared_buffers=128MB', 'listen_addresses=*', 'unix_socket_directories=/run']
  const flags = settings.map((setting) => `-c '${setting}'`).join(' ')
  return `
$b chroot /machine ${getNatsServer()} --config /run/services/nats.conf --name guest > /dev/ttyS1 2>&1 &
$b chroot /machine ${asPostgres} ${bin}/postgres -D /data/postgres -c config_file=/run/services/rastro.conf ${flags} > /dev/ttyS1 2>&1 &
`
}

async function isAnswering(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to])
}

function tailOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-3_000) : ''
}
