// npm run demo: private services, the server, and a moving fleet. Runs beside `npm run dev` and other checkouts.

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { keepSecrets } from './services/files.ts'
import { arePortsFree, findFreePort } from './services/ports.ts'
import type { Services } from './services/services.ts'
import { listServices, removeServices, startServices } from './services/services.ts'
import { buildWebMeanwhile } from './web/build.ts'

const usage = `npm run demo -- [options]

  --port <port>       of the map (default: RASTRO_HTTP_PORT, else 8090, or another that is free)
  --devices <number>  how many devices (default: all 200)
  --reset             delete the data of an earlier demo and start fresh
  --delete            delete it, and end`

const usualPort = 8_090
const root = resolve(import.meta.dirname, '..')
const dir = resolve(process.env.RASTRO_DEMO_DIR ?? join(root, '.demo'))
const main = join(root, 'server/src/main.ts')

const options = readOptions()
const children: ChildProcess[] = []
let services: Services | undefined
let stopping: Promise<void> | undefined

if (listServices(dir).some((service) => service.pid() !== undefined)) {
  console.error('A demo of this checkout is already running. Stop it first with Ctrl-C.')
  process.exit(1)
}
if (options.reset || options.delete) {
  await removeServices(dir)
  rmSync(dir, { recursive: true, force: true })
  console.log('Deleted the data of the demo.')
}
if (!options.delete) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  try {
    await start()
  } catch (error) {
    if (!stopping) console.error(error instanceof Error ? error.message : error)
    process.exitCode = stopping ? 0 : 1
    await stop()
    // An interrupt during their start finds them started only now.
    await services?.stop()
  }
}

async function start(): Promise<void> {
  mkdirSync(dir, { recursive: true })
  const ports = await choosePorts()
  console.log('Starting PostgreSQL and NATS, and building the interface if needed …')
  const building = buildWebMeanwhile()
  building.catch(() => {})
  services = await startServices({ dir })
  const env = await environment(services, ports)
  await ended(run(['migrate'], env, 'ignore'))
  const url = `http://127.0.0.1:${ports.http}`
  const wanted = options.devices ? ['--devices', options.devices] : []
  // Before the server starts: otherwise its offline rules would find every device offline since the demo was stopped.
  await ended(run(['demo', ...wanted, '--only-catch-up'], env))
  await building
  const server = run(['serve'], env, openSync(join(dir, 'server.log'), 'w', 0o600))
  const gateway = ['--port', String(ports.gateway), '--url', url]
  const demo = run(['demo', ...wanted, ...gateway, '--delete-with', 'npm run demo -- --delete'], env)
  // Server and simulator are useless without each other.
  await Promise.race([ended(demo), ended(server)])
}

/** Stops in reverse order of dependency. Idempotent. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const child of children.toReversed()) child.kill('SIGTERM')
    await Promise.all(children.map((child) => gone(child)))
    await services?.stop()
    console.log('\nStopped. The data is kept.')
  })()
  return stopping
}

function run(args: string[], env: NodeJS.ProcessEnv, output: 'inherit' | 'ignore' | number = 'inherit') {
  if (stopping) throw new Error('stopping')
  // Own process group: Ctrl-C reaches only this process, which stops them in order. If it is killed, the kernel does.
  const stdio = ['ignore', output, typeof output === 'number' ? output : 'inherit'] as const
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', process.execPath, main, ...args], {
    env,
    detached: true,
    stdio: [...stdio],
  })
  if (typeof output === 'number') closeSync(output)
  children.push(child)
  return child
}

async function ended(child: ChildProcess): Promise<void> {
  const code = await gone(child)
  if (code !== 0 && !stopping) throw new Error(`"${child.spawnargs.slice(5).join(' ')}" ended. See ${dir}`)
}

async function gone(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

interface Ports {
  http: number
  gateway: number
}

/** Reuses the ports of the last run where they are free, so that addresses stay valid. */
async function choosePorts(): Promise<Ports> {
  const file = join(dir, 'ports.json')
  const before = readPorts(file)
  const wanted = Number(options.port ?? process.env.RASTRO_HTTP_PORT)
  const http = wanted || (await freeOf([before?.http, usualPort]))
  const gateway = await freeOf([before?.gateway], [http])
  writeFileSync(file, JSON.stringify({ http, gateway }))
  return { http, gateway }
}

async function freeOf(wishes: (number | undefined)[], taken: number[] = []): Promise<number> {
  for (const wish of wishes) if (wish && (await arePortsFree([wish]))) return wish
  return findFreePort(taken)
}

function readPorts(file: string): Ports | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Ports
  } catch {
    return undefined
  }
}

async function environment({ postgres, nats }: Services, ports: Ports): Promise<NodeJS.ProcessEnv> {
  await postgres.keepDatabase('rastro')
  const url = `http://127.0.0.1:${ports.http}`
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    // Halves the start of its eight processes.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dir, 'compiled'),
    RASTRO_DATABASE_URL: postgres.url('app', 'rastro'),
    RASTRO_DATABASE_OWNER_URL: postgres.url('owner', 'rastro'),
    RASTRO_DATABASE_ERASER_URL: postgres.url('eraser', 'rastro'),
    RASTRO_EXPORT_DIR: join(dir, 'exports'),
    RASTRO_MAP_DIR: join(dir, 'maps'),
    RASTRO_NATS_URL: nats.url,
    RASTRO_NATS_MONITOR_URL: nats.monitorUrl,
    RASTRO_SECRET: keepSecrets(dir, ['secret']).secret,
    RASTRO_HTTP_PORT: String(ports.http),
    RASTRO_PUBLIC_URL: url,
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: String(ports.gateway),
    // The simulated Iridium gateway runs on this machine.
    RASTRO_DIRECTIP_NETWORKS: '127.0.0.1/32',
    // A laptop has no gigabytes to spare.
    RASTRO_EVENT_LOG_MAX_MB: '512',
    RASTRO_LOCATION_LOG_MAX_MB: '512',
    RASTRO_FRAME_LOG_MAX_MB: '256',
    RASTRO_LOG_LEVEL: 'warn',
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        devices: { type: 'string' },
        reset: { type: 'boolean' },
        delete: { type: 'boolean' },
      },
    })
    return values
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}
