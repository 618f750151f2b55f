// npm run services -- start|stop|status|reset: PostgreSQL and NATS of this checkout, for development.
import { join, relative, resolve } from 'node:path'
import type { EngineRecord } from './services/engines.ts'
import { listEngines, removeEngines, startEngines } from './services/engines.ts'
import { EngineError } from './services/errors.ts'
import { keepSecrets, writePrivately } from './services/files.ts'
import { withLock } from './services/lock.ts'

const dir = resolve(process.env.RASTRO_SERVICES_DIR ?? join(import.meta.dirname, '../.services'))
const envFile = join(dir, 'env')

const usage = `npm run services -- <verb>

  start    start PostgreSQL and NATS in the background, and write their addresses to ${shown(envFile)}
  stop     stop them; what they stored stays
  status   say whether they run (exit code 0 when both do, 3 otherwise)
  reset    stop them, delete all they stored, and start anew`

const verbs: Record<string, () => Promise<void>> = { start, stop, status, reset }

async function start(): Promise<void> {
  const wereRunning = listEngines(dir).every(isRunning)
  const { postgres, nats } = await startEngines({ dir, detached: true })
  await postgres.keepDatabase('rastro')
  const env = {
    RASTRO_DATABASE_URL: postgres.url('app', 'rastro'),
    RASTRO_DATABASE_OWNER_URL: postgres.url('owner', 'rastro'),
    RASTRO_DATABASE_BACKUP_URL: postgres.url('backup', 'rastro'),
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
  const running = listEngines(dir).filter(isRunning)
  await Promise.all(running.map((engine) => engine.stop()))
  console.log(
    running.length > 0 ? `Stopped ${running.map(({ name }) => name).join(' and ')}.` : 'Nothing was running.',
  )
}

async function status(): Promise<void> {
  printTable()
  if (!listEngines(dir).every(isRunning)) process.exitCode = 3
}

async function reset(): Promise<void> {
  await removeEngines(dir)
  console.log('Deleted all they stored.')
  await start()
}

function printTable(): void {
  for (const engine of listEngines(dir)) {
    const { client, monitor } = engine.ports
    const where = client ? `127.0.0.1:${client}` : '-'
    const state = isRunning(engine) ? `running, pid ${engine.pid()}` : 'stopped'
    const more = monitor && isRunning(engine) ? `monitor http://127.0.0.1:${monitor}` : ''
    console.log(`  ${[engine.name.padEnd(11), state.padEnd(21), where.padEnd(16), more].join(' ').trimEnd()}`)
    console.log(`  ${''.padEnd(11)} log ${shown(engine.logFile)}`)
  }
}

function isRunning(engine: EngineRecord): boolean {
  return engine.pid() !== undefined
}

function explain(error: unknown): unknown {
  if (error instanceof EngineError) return error.message
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
  // Two who start at once would both make the database.
  await withLock(dir, act).catch((error: unknown) => {
    console.error(explain(error))
    process.exitCode = 1
  })
} else {
  console.error(usage)
  process.exitCode = 2
}
