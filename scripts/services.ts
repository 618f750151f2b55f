// npm run services -- start|stop|status|reset: PostgreSQL and NATS of this checkout, for development.
import { join, relative, resolve } from 'node:path'
import { ServiceError } from './services/errors.ts'
import { keepSecrets, writePrivately } from './services/files.ts'
import { withLock } from './services/lock.ts'
import type { ServiceRecord } from './services/services.ts'
import { listServices, removeServices, startServices } from './services/services.ts'

const dir = resolve(process.env.RASTRO_SERVICES_DIR ?? join(import.meta.dirname, '../.services'))
const envFile = join(dir, 'env')

const usage = `npm run services -- <verb>

  start    start PostgreSQL and NATS in the background, and write their addresses to ${shown(envFile)}
  stop     stop them; what they stored stays
  status   report whether they run (exit code 0 if both do, 3 otherwise)
  reset    stop them, delete all their data, and start again`

const verbs: Record<string, () => Promise<void>> = { start, stop, status, reset }

async function start(): Promise<void> {
  const wereRunning = listServices(dir).every(isRunning)
  const { postgres, nats } = await startServices({ dir, detached: true })
  await postgres.keepDatabase('rastro')
  const env = {
    RASTRO_DATABASE_URL: postgres.url('app', 'rastro'),
    RASTRO_DATABASE_OWNER_URL: postgres.url('owner', 'rastro'),
    RASTRO_DATABASE_BACKUP_URL: postgres.url('backup', 'rastro'),
    RASTRO_DATABASE_ERASER_URL: postgres.url('eraser', 'rastro'),
    RASTRO_EXPORT_DIR: join(dir, 'exports'),
    RASTRO_MAP_DIR: join(dir, 'maps'),
    RASTRO_NATS_URL: nats.url,
    RASTRO_NATS_MONITOR_URL: nats.monitorUrl,
    RASTRO_SECRET: keepSecrets(dir, ['secret']).secret,
  }
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`)
  writePrivately(envFile, lines.join(''))
  console.log(wereRunning ? 'Already running:' : 'Running:')
  printTable()
  console.log(`Addresses with passwords: ${shown(envFile)}`)
  if (!postgres.dir.startsWith(dir)) {
    console.log(`PostgreSQL keeps its files in ${postgres.dir}, because its user cannot enter ${dir}.`)
  }
}

async function stop(): Promise<void> {
  const running = listServices(dir).filter(isRunning)
  await Promise.all(running.map((service) => service.stop()))
  console.log(
    running.length > 0 ? `Stopped ${running.map(({ name }) => name).join(' and ')}.` : 'Nothing was running.',
  )
}

async function status(): Promise<void> {
  printTable()
  if (!listServices(dir).every(isRunning)) process.exitCode = 3
}

async function reset(): Promise<void> {
  await removeServices(dir)
  console.log('Deleted all their data.')
  await start()
}

function printTable(): void {
  for (const service of listServices(dir)) {
    const { client, monitor } = service.ports
    const where = client ? `127.0.0.1:${client}` : '-'
    const state = isRunning(service) ? `running, pid ${service.pid()}` : 'stopped'
    const more = monitor && isRunning(service) ? `monitor http://127.0.0.1:${monitor}` : ''
    console.log(
      `  ${[service.name.padEnd(11), state.padEnd(21), where.padEnd(16), more].join(' ').trimEnd()}`,
    )
    console.log(`  ${''.padEnd(11)} log ${shown(service.logFile)}`)
  }
}

function isRunning(service: ServiceRecord): boolean {
  return service.pid() !== undefined
}

function explain(error: unknown): unknown {
  if (error instanceof ServiceError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  const isForeign = code === 'EACCES' || code === 'EPERM'
  return isForeign
    ? `${message}\nDid another user start the services of ${dir}? Then stop and remove them as that user.`
    : error
}

function shown(path: string): string {
  const fromHere = relative(process.cwd(), path)
  return fromHere.startsWith('..') ? path : fromHere
}

const [verb = '', ...rest] = process.argv.slice(2)
const act = rest.length === 0 && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
if (act) {
  // Two concurrent starts would both create the database.
  await withLock(dir, act).catch((error: unknown) => {
    console.error(explain(error))
    process.exitCode = 1
  })
} else {
  console.error(usage)
  process.exitCode = 2
}
