import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { databasesOf } from '../../../scripts/services/databases.ts'
import type { Postgres } from '../../../scripts/services/postgres.ts'
import { startOwnPostgres } from '../../test/own-services.ts'
import { runRastro, spawnServer } from '../../test/processes.ts'
import type { World } from '../../test/world.ts'
import { openWorld } from '../../test/world.ts'
import { readConfig } from '../config/config.ts'
import { migrate } from '../operations/migrate/migrate.ts'
import { createLog } from '../platform/observability/log.ts'
import { openDependencies } from './dependencies.ts'
import { runStartupChecks } from './startup-checks.ts'

let world: World
let unsafePostgres: Postgres
let safe: Record<string, string>
let unsafe: Record<string, string>
beforeAll(async () => {
  const unsafeSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }
  ;[world, unsafePostgres] = await Promise.all([openWorld(), startOwnPostgres(unsafeSettings)])
  // Without an account, every start warns with the code of the setup page.
  await world.make.account()
  await unsafePostgres.createDatabase('rastro')
  await migrate(unsafePostgres.url('owner', 'rastro'), () => {})
  safe = { ...world.env, RASTRO_MODE: 'production', RASTRO_PUBLIC_URL: 'https://rastro.example' }
  const { RASTRO_NATS_MONITOR_URL: _, ...rest } = world.env
  unsafe = {
    ...rest,
    RASTRO_DATABASE_URL: unsafePostgres.url('superuser', 'rastro'),
    RASTRO_PUBLIC_URL: 'http://rastro.example',
    RASTRO_SECRET: 'change me, change me, change me, change me',
  }
})
afterAll(async () => {
  await world.close()
  await unsafePostgres.remove()
})

const allDangers = [
  'PostgreSQL: fsync is off. A power failure can destroy the database.',
  'PostgreSQL: full_page_writes is off. A power failure can destroy the database.',
  'PostgreSQL: synchronous_commit is off. A crash can lose acknowledged changes.',
  'PostgreSQL: the role postgres is a superuser. Accounts are not isolated.',
  'PostgreSQL: the role postgres bypasses row-level security. Accounts are not isolated.',
  expect.stringMatching(
    /^PostgreSQL: the role postgres owns .*spatial_ref_sys\. An owner can disable row-level security\.$/,
  ),
  'configuration: RASTRO_SECRET is a placeholder or has too few distinct characters. Anyone who guesses it can forge tokens for every account. A new secret ends all sessions, and webhook secrets and share links must be created again.',
  'configuration: RASTRO_PUBLIC_URL is http://rastro.example, which does not begin with https://. Passwords and tokens are sent unencrypted.',
  'NATS: RASTRO_NATS_MONITOR_URL is not set. It cannot be checked whether NATS syncs to disk.',
]

describe('a process with unsafe settings', () => {
  test('does not start in production, and lists every unsafe setting', async () => {
    const { code, stderr } = await runRastro({ ...unsafe, RASTRO_MODE: 'production' }, 'serve', 'api').ended
    expect(code).toBe(1)
    const [first, ...rest] = stderr.trimEnd().split('\n')
    expect(first).toBe('Refusing to start with unsafe settings:')
    expect(rest.at(-1)).toBe('Run "rastro doctor" for advice.')
    expect(rest.slice(0, -1).map((line) => line.replace('  - ', ''))).toEqual(allDangers)
  })

  test('starts in development with a warning for each', async () => {
    const server = await spawnServer(unsafe)
    const warned = server.lines.filter(({ level, danger }) => level === 'warn' && danger)
    expect(warned.map(({ danger }) => danger)).toEqual(allDangers)
    await server.kill()
  })
})

test('a process with safe settings starts in production without warnings', async () => {
  const server = await spawnServer(safe)
  expect(server.lines.filter(({ level }) => level !== 'info')).toEqual([])
  expect((await server.stop()).code).toBe(0)
})

test('a process without its database starts with a warning and is not ready', async () => {
  const server = await spawnServer({
    ...safe,
    RASTRO_DATABASE_URL: 'postgresql://rastro_app:x@127.0.0.1:1/rastro',
  })
  const warned = server.lines.filter(({ level }) => level === 'warn').map(({ msg }) => msg)
  expect(warned).toContain('database unavailable, its safety checks are postponed')
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  await server.kill()
})

describe('each unsafe setting alone stops production', () => {
  async function refusal(change: Record<string, string>): Promise<string[]> {
    const { ctx, close } = await openDependencies(readConfig({ ...safe, ...change }), createLog('silent'))
    try {
      await runStartupChecks(ctx)
      return []
    } catch (error) {
      const lines = (error as Error).message.split('\n').slice(1, -1)
      return lines.map((line) => line.replace('  - ', ''))
    } finally {
      await close()
    }
  }

  /** A fake NATS monitor that returns `varz`. */
  async function withMonitor(varz: object, work: (url: string) => Promise<void>): Promise<void> {
    const server = createServer((_request, answer) => answer.end(JSON.stringify(varz)))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.close()
  }

  test('safe settings are accepted', async () => {
    expect(await refusal({})).toEqual([])
  })

  test('a public URL without https', async () => {
    expect(await refusal({ RASTRO_PUBLIC_URL: 'http://rastro.example' })).toEqual([allDangers.at(-2)])
  })

  test('a role that owns the tables', async () => {
    expect(await refusal({ RASTRO_DATABASE_URL: world.env.RASTRO_DATABASE_OWNER_URL! })).toEqual([
      expect.stringMatching(
        /^PostgreSQL: the role rastro_owner owns .* An owner can disable row-level security\.$/,
      ),
    ])
  })

  test('a NATS server that is too old or does not sync every write', async () => {
    const always = { config: { sync_always: true } }
    const results: string[][] = []
    const check = (name: string, version: string, jetstream: object) =>
      withMonitor({ version, jetstream }, async (monitor) => {
        results.push([name, ...(await refusal({ RASTRO_NATS_MONITOR_URL: monitor }))])
      })
    await check('old', '2.10.22', always)
    await check('older', '2.9.10', always)
    await check('lazy', '2.10.27', { config: {} })
    await check('good', '2.11.0', always)
    expect(results).toEqual([
      ['old', 'NATS: NATS is 2.10.22, which is older than 2.10.23. A killed server can lose entire streams.'],
      [
        'older',
        'NATS: NATS is 2.9.10, which is older than 2.10.23. A killed server can lose entire streams.',
      ],
      ['lazy', 'NATS: sync_interval is not "always". A power failure loses acknowledged locations.'],
      ['good'],
    ])
  })

  test('an account table without forced row-level security', async () => {
    await world.superuser.query('alter table devices no force row level security')
    expect(await refusal({})).toEqual([
      'schema: without forced row-level security: devices. Accounts are not isolated in these tables.',
    ])
    await world.superuser.query('alter table devices force row level security')
  })

  test('a NATS monitor that does not respond', async () => {
    expect(await refusal({ RASTRO_NATS_MONITOR_URL: 'http://127.0.0.1:1' })).toEqual([
      expect.stringMatching(/^NATS: http:\/\/127\.0\.0\.1:1 is unreachable/),
    ])
  })
})

describe('a process that cannot start reports the reason and exits', () => {
  test('on a database without tables', async () => {
    const { superuserUrl, appUrl } = inject('services')
    const databases = databasesOf((name) => superuserUrl.replace('DATABASE', name))
    await databases.createDatabase('never_migrated')
    const env = { ...safe, RASTRO_DATABASE_URL: appUrl.replace('DATABASE', 'never_migrated') }
    const { code, stderr } = await runRastro(env, 'serve', 'api').ended
    await databases.dropDatabase('never_migrated')
    expect([code, stderr]).toEqual([1, 'The database has no tables yet. Run: rastro migrate\n'])
  })

  test('with invalid settings, listing each', async () => {
    const { code, stderr } = await runRastro({ RASTRO_MODE: 'prodution' }, 'serve', 'api').ended
    expect(code).toBe(1)
    for (const name of ['RASTRO_MODE', 'RASTRO_DATABASE_URL', 'RASTRO_NATS_URL', 'RASTRO_SECRET']) {
      expect(stderr).toContain(name)
    }
  })
})
