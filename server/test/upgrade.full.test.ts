// Tests docs/upgrade.md with the last release: its processes run on the schema of today and of tomorrow, and are
// replaced one by one, while trackers report, clients call the API, and one follows the stream.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { checkFleets } from '../../chaos/books/books.ts'
import { databasesOf } from '../../scripts/services/databases.ts'
import { findFreePort } from '../../scripts/services/ports.ts'
import type { Rastro } from '../../sdk/src/index.ts'
import { apiKeyTokens, createClient } from '../../sdk/src/index.ts'
import type { Fleet } from '../../simulator/src/fleet.ts'
import { createFleet } from '../../simulator/src/fleet.ts'
import { imeisOf } from '../../simulator/src/identifiers.ts'
import { migrate, planMigrations } from '../src/operations/migrate/migrate.ts'
import { addMigrations } from './migrations.ts'
import { runMain } from './processes.ts'
import type { Release } from './release.ts'
import { lastRelease, unpackRelease } from './release.ts'
import { rolledRoles, startRolling } from './rolling.ts'
import { testSettings } from './world.ts'

const database = 'upgrade'
const userName = 'olga@example.com'
const engines = inject('services')
const at = (url: string) => url.replace('DATABASE', database)
const databases = databasesOf((name) => engines.superuserUrl.replace('DATABASE', name))

/** Of the last release: a kept-alive connection could delay its stop until it is killed. */
const knownFaults = ['api of the initial version: did not stop in time']

/** What a release may do to a schema in use: new columns, a new table, an index. */
const tomorrow = {
  '9997_tomorrow.sql': `-- statement by statement
    alter table devices add column if not exists tomorrow text;
    alter table locations add column if not exists tomorrow int;
    alter table alerts add column if not exists tomorrow int not null default 0;`,
  '9998_tomorrows.sql': `
    create table tomorrows (account_id int not null, id bigint not null, primary key (account_id, id));
    select guard_account_table('tomorrows', 'select, insert');`,
  '9999_tomorrow_index.sql': `-- outside a transaction
    drop index concurrently if exists alerts_by_tomorrow;
    create index concurrently alerts_by_tomorrow on alerts (account_id, tomorrow);`,
}

let release: Release | undefined
let superuser: pg.Client
let env: Record<string, string>
beforeAll(async () => {
  release = unpackRelease()
  if (!release) return
  await databases.createDatabase(database)
  superuser = new pg.Client({ connectionString: at(engines.superuserUrl) })
  await superuser.connect()
  env = {
    ...testSettings,
    RASTRO_DATABASE_URL: at(engines.appUrl),
    RASTRO_DATABASE_OWNER_URL: at(engines.ownerUrl),
    RASTRO_NATS_URL: engines.natsUrl,
    RASTRO_NATS_MONITOR_URL: engines.monitorUrl,
    RASTRO_BUS_NAMESPACE: database,
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: String(await findFreePort()),
  }
})
afterAll(async () => {
  if (!release) return
  await superuser.end()
  await databases.dropDatabase(database)
  release.remove()
})

test(`release ${lastRelease.version} keeps serving while the database and then its processes are upgraded, and back`, async ({
  skip,
  onTestFinished,
}) => {
  const { version, commit } = lastRelease
  if (!release) {
    const why = `NOT TESTED: this clone does not contain release ${version} (${commit}); git fetch --unshallow`
    process.stderr.write(`${why}\n`)
    return skip(why)
  }
  const { main } = release
  const began = performance.now()
  const owner = at(engines.ownerUrl)
  const apiKey = await installAs(main)
  const rolling = await startRolling(env, main)
  onTestFinished(() => rolling.stop())
  const fetchNow = (url: string, init?: RequestInit) => fetch(`${rolling.url()}${url}`, init)
  const token = apiKeyTokens({ url: '', userName, apiKey, fetch: fetchNow })
  const rastro = createClient({ url: '', token, fetch: fetchNow })
  const fleet = await makeFleet(rastro)
  onTestFinished(() => fleet.stop())
  const programs = startPrograms(rastro)
  fleet.start()
  await expect.poll(() => programs.received.size, { timeout: 30_000 }).toBeGreaterThan(20)

  const next = addMigrations(tomorrow)
  await migrate(owner, () => {}, next)
  expect(await planMigrations(owner, next.directory)).toEqual({ pending: [], ahead: [] })
  next.remove()
  const before = programs.received.size
  await expect.poll(() => programs.received.size, { timeout: 30_000 }).toBeGreaterThan(before + 100)

  for (const role of rolledRoles) await rolling.roll(role)
  for (const role of ['recorder', 'api'] as const) await rolling.roll(role, main)

  fleet.stopReporting()
  expect(await fleet.drained(60_000)).toBe(true)
  const query = async (sql: string, values: unknown[] = []) => (await superuser.query(sql, values)).rows
  const look = () => checkFleets({ query: query as never }, [fleet])
  await expect.poll(async () => (await look()).lost.length, { timeout: 60_000 }).toBe(0)
  const findings = await look()
  expect(findings).toMatchObject({ lost: [], duplicated: [], stale: [] })
  await expect.poll(() => programs.received.size, { timeout: 60_000 }).toBe(findings.stored)
  const { calls, failed, otherIds } = await programs.stop()
  expect(failed).toEqual([])
  expect(otherIds).toBe(0)
  expect(calls).toBeGreaterThan(100)
  expect(rolling.errors().filter((error) => !knownFaults.includes(error))).toEqual([])
  const [alerts] = await query('select count(*)::int as count from alerts')
  expect(alerts!.count).toBeGreaterThan(0)
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  process.stdout.write(
    `upgrade from ${version}: ${findings.acknowledged} acknowledged, 0 lost; ${calls} calls, 0 failed; ` +
      `${programs.received.size} events received; ${alerts!.count} alerts; ${seconds} s\n`,
  )
}, 600_000)

/** With its own commands, as its users did. */
async function installAs(main: string): Promise<string> {
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runMain(main, env, ...args).ended
    if (code !== 0) throw new Error(`rastro ${args.join(' ')}: ${stderr}`)
    return stdout
  }
  await run('migrate')
  await run('account', 'create', '--name', 'Expedition', '--email', userName, '--licenses', '100')
  return JSON.parse(await run('apikey', 'create', '--user', userName, '--json')).apiKey
}

async function makeFleet(rastro: Rastro): Promise<Fleet> {
  const identifiers = imeisOf('35630704', 40)
  const rows = identifiers.map((identifier) => `Tracker ${identifier},${identifier}`)
  await rastro.post('/api/devices/import', { body: ['name,identifier', ...rows].join('\n') })
  // The first calls are served by 0.2.0, which named the field `kind`.
  await rastro.post('/api/alertRules', { body: { name: 'SOS', kind: 'sos' } as never })
  return createFleet({
    identifiers,
    variants: ['teltonika', 'gt06', 'teltonika-udp'],
    locationsPerSecond: 60,
    host: '127.0.0.1',
    port: Number(env.RASTRO_GATEWAY_PORT),
    sosEvery: 25,
    timeouts: { answerWithinMs: 5_000, reconnectMs: { min: 100, max: 500 } },
  })
}

/** Some clients call the API without a pause, one follows the stream. */
function startPrograms(rastro: Rastro) {
  const end = new AbortController()
  const failed: unknown[] = []
  /** Event ids by device and time. A stopping recorder may publish a batch again, with the same ids. */
  const received = new Map<string, string>()
  let calls = 0
  let otherIds = 0
  const callers = [
    () => rastro.get('/api/devices', { query: { limit: 10 } }),
    () => rastro.get('/api/lastLocations'),
    () => rastro.get('/api/alerts', { query: { limit: 10 } }),
    () => rastro.post('/api/groups', { body: { name: `Group ${calls}-${Math.random()}` } }),
  ].map(async (call) => {
    while (!end.signal.aborted) {
      await call().then(
        () => (calls += 1),
        (error) => failed.push(error),
      )
      await sleep(50)
    }
  })
  const listening = (async () => {
    for await (const event of rastro.stream({ kinds: ['location'] }, { signal: end.signal })) {
      if (event.type !== 'location') continue
      // In events of 0.2.0 the field is `device`.
      const { deviceId, device = deviceId } = event.data as typeof event.data & { device?: string }
      const key = `${device} ${event.data.data.dateTime}`
      if ((received.get(key) ?? event.data.id) !== event.data.id) otherIds += 1
      received.set(key, event.data.id)
    }
  })().catch((error) => failed.push(error))
  return {
    received,
    async stop() {
      end.abort()
      await Promise.all([...callers, listening])
      return { calls, failed, otherIds }
    },
  }
}
