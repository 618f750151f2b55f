import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { databasesOf } from '../../../scripts/services/databases.ts'
import type { Postgres } from '../../../scripts/services/postgres.ts'
import { startOwnPostgres } from '../../test/own-engines.ts'
import { runRastro, spawnServer } from '../../test/processes.ts'
import type { World } from '../../test/world.ts'
import { openWorld } from '../../test/world.ts'
import { readConfig } from '../config/config.ts'
import { migrate } from '../operations/migrate/migrate.ts'
import { createLog } from '../platform/observability/log.ts'
import { openEngines } from './dependencies.ts'
import { checkSafety } from './startup-checks.ts'

let world: World
let careless: Postgres
let safe: Record<string, string>
let unsafe: Record<string, string>
beforeAll(async () => {
  const carelessSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }
  ;[world, careless] = await Promise.all([openWorld(), startOwnPostgres(carelessSettings)])
  await careless.createDatabase('rastro')
  await migrate(careless.url('owner', 'rastro'), () => {})
  safe = { ...world.env, RASTRO_MODE: 'production', RASTRO_PUBLIC_URL: 'https://rastro.example' }
  const { RASTRO_NATS_MONITOR_URL: _, ...rest } = world.env
  unsafe = {
    ...rest,
    RASTRO_DATABASE_URL: careless.url('superuser', 'rastro'),
    RASTRO_PUBLIC_URL: 'http://rastro.example',
    RASTRO_SECRET: 'change me, change me, change me, change me',
  }
})
afterAll(async () => {
  await world.close()
  await careless.remove()
})

const allDangers = [
  'PostgreSQL: fsync is off. A power cut destroys the database.',
  'PostgreSQL: full_page_writes is off. A power cut destroys the database.',
  'PostgreSQL: synchronous_commit is off. What was acknowledged can vanish at a crash.',
  'PostgreSQL: the role postgres is a superuser. Accounts are not kept apart.',
  'PostgreSQL: the role postgres bypasses row-level security. Accounts are not kept apart.',
  expect.stringMatching(
    /^PostgreSQL: the role postgres owns .*spatial_ref_sys\. An owner can switch security off\.$/,
  ),
  'configuration: RASTRO_SECRET is a placeholder, or made of few characters. Who guesses it makes tokens for every account. A new one ends all sessions, and what was sealed with the old one must be made anew.',
  'configuration: RASTRO_PUBLIC_URL is http://rastro.example, which does not begin with https://. Passwords and tokens travel in the clear.',
  'NATS: RASTRO_NATS_MONITOR_URL is not set. Nobody can be asked whether NATS syncs to disk.',
]

describe('a process with unsafe settings', () => {
  test('does not start in production, and names every danger', async () => {
    const { code, stderr } = await runRastro({ ...unsafe, RASTRO_MODE: 'production' }, 'serve', 'api').ended
    expect(code).toBe(1)
    const [first, ...rest] = stderr.trimEnd().split('\n')
    expect(first).toBe('It is not safe to start:')
    expect(rest.at(-1)).toBe('"rastro doctor" says what to do about it.')
    expect(rest.slice(0, -1).map((line) => line.replace('  - ', ''))).toEqual(allDangers)
  })

  test('starts in development, with a warning for each', async () => {
    const server = await spawnServer(unsafe)
    const warned = server.lines.filter(({ level, danger }) => level === 'warn' && danger)
    expect(warned.map(({ danger }) => danger)).toEqual(allDangers)
    await server.kill()
  })
})

test('a process with safe settings starts in production without a word of warning', async () => {
  const server = await spawnServer(safe)
  expect(server.lines.filter(({ level }) => level !== 'info')).toEqual([])
  expect((await server.stop()).code).toBe(0)
})

test('a process whose database is away starts all the same, says so, and is not ready', async () => {
  const server = await spawnServer({
    ...safe,
    RASTRO_DATABASE_URL: 'postgresql://rastro_app:x@127.0.0.1:1/rastro',
  })
  const warned = server.lines.filter(({ level }) => level === 'warn').map(({ msg }) => msg)
  expect(warned).toContain('the database is away; whether it is safe is asked when it is back')
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  await server.kill()
})

describe('each danger alone stops production', () => {
  async function refusal(change: Record<string, string>): Promise<string[]> {
    const { ctx, close } = await openEngines(readConfig({ ...safe, ...change }), createLog('silent'))
    try {
      await checkSafety(ctx)
      return []
    } catch (error) {
      const lines = (error as Error).message.split('\n').slice(1, -1)
      return lines.map((line) => line.replace('  - ', ''))
    } finally {
      await close()
    }
  }

  /** Stands where NATS has its monitor, and says what it is told to. */
  async function withMonitor(varz: object, work: (url: string) => Promise<void>): Promise<void> {
    const server = createServer((_request, answer) => answer.end(JSON.stringify(varz)))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.close()
  }

  test('nothing is refused when all is safe', async () => {
    expect(await refusal({})).toEqual([])
  })

  test('an address that is not encrypted', async () => {
    expect(await refusal({ RASTRO_PUBLIC_URL: 'http://rastro.example' })).toEqual([allDangers.at(-2)])
  })

  test('a role that owns the tables', async () => {
    expect(await refusal({ RASTRO_DATABASE_URL: world.env.RASTRO_DATABASE_OWNER_URL! })).toEqual([
      expect.stringMatching(/^PostgreSQL: the role rastro_owner owns .* An owner can switch security off\.$/),
    ])
  })

  test('a NATS that is too old, or syncs only now and then', async () => {
    const always = { config: { sync_always: true } }
    const said: string[][] = []
    const ask = (name: string, version: string, jetstream: object) =>
      withMonitor({ version, jetstream }, async (monitor) => {
        said.push([name, ...(await refusal({ RASTRO_NATS_MONITOR_URL: monitor }))])
      })
    await ask('old', '2.10.22', always)
    await ask('older', '2.9.10', always)
    await ask('lazy', '2.10.27', { config: {} })
    await ask('good', '2.11.0', always)
    expect(said).toEqual([
      ['old', 'NATS: NATS is 2.10.22, which is older than 2.10.23. A killed server can lose whole streams.'],
      ['older', 'NATS: NATS is 2.9.10, which is older than 2.10.23. A killed server can lose whole streams.'],
      ['lazy', 'NATS: sync_interval is not "always". A power cut loses what was acknowledged to trackers.'],
      ['good'],
    ])
  })

  test('a table of accounts without forced row-level security', async () => {
    await world.superuser.query('alter table devices no force row level security')
    expect(await refusal({})).toEqual([
      'schema: without forced row-level security: devices. Accounts are not kept apart there.',
    ])
    await world.superuser.query('alter table devices force row level security')
  })

  test('a NATS that does not answer when asked', async () => {
    expect(await refusal({ RASTRO_NATS_MONITOR_URL: 'http://127.0.0.1:1' })).toEqual([
      expect.stringMatching(/^NATS: http:\/\/127\.0\.0\.1:1 does not answer/),
    ])
  })
})

describe('a process that cannot start says why and ends', () => {
  test('on a database without tables', async () => {
    const { superuserUrl, appUrl } = inject('engines')
    const databases = databasesOf((name) => superuserUrl.replace('DATABASE', name))
    await databases.createDatabase('never_migrated')
    const env = { ...safe, RASTRO_DATABASE_URL: appUrl.replace('DATABASE', 'never_migrated') }
    const { code, stderr } = await runRastro(env, 'serve', 'api').ended
    await databases.dropDatabase('never_migrated')
    expect([code, stderr]).toEqual([1, 'The database has no tables yet. Run: rastro migrate\n'])
  })

  test('with settings that make no sense, each of them named', async () => {
    const { code, stderr } = await runRastro({ RASTRO_MODE: 'prodution' }, 'serve', 'api').ended
    expect(code).toBe(1)
    for (const name of ['RASTRO_MODE', 'RASTRO_DATABASE_URL', 'RASTRO_NATS_URL', 'RASTRO_SECRET']) {
      expect(stderr).toContain(name)
    }
  })
})
