// PostgreSQL and NATS on a machine that can lose its power, with the configuration that deploy/ recommends. They are
// reached at the addresses that an installation on this machine had, whose database they take over.

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
import type { DiskFigures } from './disk.ts'
import { openDisk } from './disk.ts'
import { makeDisk, makeInitramfs, makePrograms } from './images.ts'
import { createMachine } from './machine.ts'
import type { Parts } from './parts.ts'
import { getParts } from './parts.ts'

export interface Workshop {
  dir: string
  parts: Parts
  programs: string
  /** What a new machine has on its disk. */
  tree: string
  /** The streams of the installation, for a machine that is not to begin without any. */
  streams: string
}

export interface Guest {
  /** Says how long each engine took until it served, in seconds from the moment the power came. */
  powerOn(): Promise<{ nats: number; postgres: number }>
  powerCut(random: Random): Promise<void>
  /** Whether NATS says that it syncs before it acknowledges. */
  syncsAlways(): Promise<boolean>
  diskFigures(): DiskFigures
  /** What the kernel and the engines said last. */
  lastWords(): string
  remove(): Promise<void>
}

export type Sync = 'recommended' | 'default'

const deploy = join(import.meta.dirname, '../../deploy')
const syncLine = /^ *sync_interval: always\n/m
const guestPorts = { nats: 4222, monitor: 8222, postgres: 5432 }
const servesWithinMs = 180_000
/** Each question makes a process in the guest, which has better things to do while it recovers. */
const askEveryMs = 500

/** Takes the database of an installation whose engines were stopped. */
export async function openWorkshop(
  dir: string,
  { postgres, nats }: Installation,
  say: (line: string) => void,
): Promise<Workshop> {
  const { bin, major } = getPostgresInstalls()[0]!
  const [parts, programs] = await Promise.all([getParts(say), makePrograms(dir, bin, major)])
  const tree = join(dir, 'disk')
  mkdirSync(join(tree, 'nats'), { recursive: true })
  await copy(join(postgres.dir, 'cluster'), join(tree, 'postgres'))
  // The guest sees us as a stranger from its network.
  appendFileSync(join(tree, 'postgres/pg_hba.conf'), 'host all all 10.0.2.0/24 scram-sha-256\n')
  return { dir, parts, programs, tree, streams: join(nats[0]!.dir, 'jetstream') }
}

/** With its default settings NATS would lose even the streams, if they were new: it has old ones there. */
export async function createGuest(
  { dir, parts, programs, tree, streams }: Workshop,
  { postgres, nats }: Installation,
  sync: Sync,
): Promise<Guest> {
  rmSync(join(tree, 'nats'), { recursive: true })
  if (sync === 'default') await copy(streams, join(tree, 'nats'))
  else mkdirSync(join(tree, 'nats'))
  const server = nats[0]!
  const monitorPort = Number(new URL(server.monitorUrl).port)
  const place = join(dir, sync)
  const password = new URL(server.url).password
  const initramfs = await makeInitramfs(place, parts, {
    'nats.conf': natsConfOf(sync),
    'secrets.conf': `NATS_PASSWORD: ${JSON.stringify(password)}\n`,
    'rastro.conf': readFileSync(join(deploy, 'postgresql/rastro.conf'), 'utf8'),
    start: startScriptOf(tree),
  })
  const disk = await openDisk(await makeDisk(`${place}.img`, tree), `${place}.sock`)
  const logs = { kernel: `${place}-kernel.log`, engines: `${place}-engines.log` }
  const machine = createMachine({
    kernel: parts.kernel,
    initramfs,
    programs,
    disk,
    ports: {
      [server.port]: guestPorts.nats,
      [monitorPort]: guestPorts.monitor,
      [postgres.port]: guestPorts.postgres,
    },
    logs,
  })
  const lastWords = () => `${tailOf(logs.kernel)}\n${tailOf(logs.engines)}`

  async function secondsUntil(isTrue: () => Promise<boolean>, name: string): Promise<number> {
    const began = performance.now()
    while (!(await isTrue())) {
      const isLate = performance.now() - began > servesWithinMs
      if (isLate || !machine.isOn()) throw new Error(`${name} does not serve:\n${lastWords()}`)
      await sleep(askEveryMs)
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
    diskFigures: () => disk.figures(),
    lastWords,
    async remove() {
      await machine.powerCut(createRandom(0))
      await disk.close()
    },
  }
}

function natsConfOf(sync: Sync): string {
  const text = readFileSync(join(deploy, 'nats/nats.conf'), 'utf8')
  if (!syncLine.test(text)) throw new Error('deploy/nats/nats.conf does not say sync_interval: always')
  return sync === 'recommended' ? text : text.replace(syncLine, '')
}

function startScriptOf(tree: string): string {
  const { uid, gid } = statSync(join(tree, 'postgres'))
  const { bin } = getPostgresInstalls()[0]!
  const asPostgres = `/usr/bin/setpriv --reuid ${uid} --regid ${gid} --clear-groups`
  // What a machine of this size cannot have, and where we come from.
  const settings = ['shared_buffers=128MB', 'listen_addresses=*', 'unix_socket_directories=/run']
  const flags = settings.map((setting) => `-c '${setting}'`).join(' ')
  return `
$b chroot /machine ${getNatsServer()} --config /run/engines/nats.conf --name guest > /dev/ttyS1 2>&1 &
$b chroot /machine ${asPostgres} ${bin}/postgres -D /data/postgres -c config_file=/run/engines/rastro.conf ${flags} > /dev/ttyS1 2>&1 &
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
