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
import { readConfig } from '../config.ts'
import { createLog } from '../platform/log.ts'
import { openEngines } from './engines.ts'
import { checkSafety } from './guard.ts'
import { migrate } from './migrate.ts'

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
  }
}, 120_000)
afterAll(async () => {
  await world.close()
  await careless.remove()
})

const allDangers = [
  'RASTRO_PUBLIC_URL does not begin with https://, so tokens travel in the clear',
  'PostgreSQL: fsync is off; a power cut destroys the database',
  'PostgreSQL: full_page_writes is off; a power cut destroys the database',
  'PostgreSQL: synchronous_commit is off; acknowledged data can vanish',
  'PostgreSQL: the role "postgres" is a superuser; accounts are not kept apart',
  'PostgreSQL: the role "postgres" bypasses row-level security',
  'PostgreSQL: the role "postgres" owns tables; the owner can switch security off',
  'RASTRO_NATS_MONITOR_URL is not set, so NATS cannot be asked whether it syncs to disk',
]

describe('a process with unsafe settings', () => {
  test('does not start in production, and names every danger', async () => {
    const { code, stderr } = await runRastro({ ...unsafe, RASTRO_MODE: 'production' }, 'serve', 'api').ended
    expect(code).toBe(1)
    expect(stderr).toBe(`It is not safe to start:\n${allDangers.map((danger) => `  - ${danger}\n`).join('')}`)
  }, 60_000)

  test('starts in development, with a warning for each', async () => {
    const server = await spawnServer(unsafe)
    const warned = server.lines.filter(({ level, danger }) => level === 'warn' && danger)
    expect(warned.map(({ danger }) => danger)).toEqual(allDangers)
    await server.kill()
  }, 60_000)
})

test('a process with safe settings starts in production without a word of warning', async () => {
  const server = await spawnServer(safe)
  expect(server.lines.filter(({ level }) => level !== 'info')).toEqual([])
  expect((await server.stop()).code).toBe(0)
}, 60_000)

test('a process whose database is away starts all the same, says so, and is not ready', async () => {
  const server = await spawnServer({
    ...safe,
    RASTRO_DATABASE_URL: 'postgresql://rastro_app:x@127.0.0.1:1/rastro',
  })
  const warned = server.lines.filter(({ level }) => level === 'warn').map(({ msg }) => msg)
  expect(warned).toContain('the database is away; whether it is safe is asked when it is back')
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  await server.kill()
}, 60_000)

describe('each danger alone stops production', () => {
  async function refusal(change: Record<string, string>): Promise<string[]> {
    const { ctx, close } = await openEngines(readConfig({ ...safe, ...change }), createLog('silent'))
    try {
      await checkSafety(ctx)
      return []
    } catch (error) {
      return (error as Error).message.split('\n  - ').slice(1)
    } finally {
      await close()
    }
  }

  /** Stands where NATS has its monitor, and says what it is told to. */
  async function withMonitor(varz: object, jsz: object, work: (url: string) => Promise<void>): Promise<void> {
    const server = createServer(({ url }, answer) => answer.end(JSON.stringify(url === '/varz' ? varz : jsz)))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.close()
  }

  test('nothing is refused when all is safe', async () => {
    expect(await refusal({})).toEqual([])
  })

  test('an address that is not encrypted', async () => {
    expect(await refusal({ RASTRO_PUBLIC_URL: 'http://rastro.example' })).toEqual([allDangers[0]])
  })

  test('a role that owns the tables', async () => {
    expect(await refusal({ RASTRO_DATABASE_URL: world.env.RASTRO_DATABASE_OWNER_URL! })).toEqual([
      'PostgreSQL: the role "rastro_owner" owns tables; the owner can switch security off',
    ])
  })

  test('a NATS that is too old, or syncs only now and then', async () => {
    const always = { config: { sync_always: true } }
    const ask = (version: string, jsz: object) => (url: string) =>
      withMonitor({ version }, jsz, async (monitor) => {
        said.push([url, ...(await refusal({ RASTRO_NATS_MONITOR_URL: monitor }))])
      })
    const said: string[][] = []
    await ask('2.10.22', always)('old')
    await ask('2.9.10', always)('older')
    await ask('2.10.27', { config: {} })('lazy')
    await ask('2.11.0', always)('good')
    expect(said).toEqual([
      ['old', 'NATS: 2.10.22 is older than 2.10.23'],
      ['older', 'NATS: 2.9.10 is older than 2.10.23'],
      ['lazy', 'NATS: sync_interval is not "always"; a power cut loses acknowledged data'],
      ['good'],
    ])
  })

  test('a NATS that does not answer when asked', async () => {
    expect(await refusal({ RASTRO_NATS_MONITOR_URL: 'http://127.0.0.1:1' })).toEqual([
      expect.stringMatching(/^NATS: http:\/\/127\.0\.0\.1:1 did not answer/),
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
  }, 60_000)

  test('with settings that make no sense, each of them named', async () => {
    const { code, stderr } = await runRastro({ RASTRO_MODE: 'prodution' }, 'serve', 'api').ended
    expect(code).toBe(1)
    for (const name of ['RASTRO_MODE', 'RASTRO_DATABASE_URL', 'RASTRO_NATS_URL', 'RASTRO_SECRET']) {
      expect(stderr).toContain(name)
    }
  }, 60_000)
})
