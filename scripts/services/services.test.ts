import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readState, writeState } from './files.ts'
import { startNats } from './nats.ts'
import { connectNats } from './nats-connect.ts'
import { areGone, identify } from './processes.ts'
import type { Services } from './services.ts'
import { listServices, removeServices, startServices } from './services.ts'

const dir = mkdtempSync(join(tmpdir(), 'rastro-services-'))
let services: Services

beforeAll(async () => {
  services = await startServices({ dir: join(dir, 'first') })
  await services.postgres.createDatabase('sample')
})

afterAll(async () => {
  for (const name of ['first', 'orphaned']) await removeServices(join(dir, name))
  rmSync(dir, { recursive: true, force: true })
})

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

test('keeps committed rows and acknowledged messages when both services are killed', async () => {
  const { postgres, nats } = services
  await query(postgres.url('owner', 'sample'), 'create table kept as select 7 as value')
  const before = await connectNats(nats.url)
  await (await jetstreamManager(before)).streams.add({ name: 'KEPT', subjects: ['kept'] })
  await jetstream(before).publish('kept', 'a location')
  await before.close()

  await Promise.all([postgres.kill(), nats.kill()])
  expect([postgres.pid(), nats.pid()]).toEqual([undefined, undefined])
  await Promise.all([postgres.start(), nats.start()])

  expect(await query(postgres.url('owner', 'sample'), 'select value from kept')).toEqual([{ value: 7 }])
  const after = await connectNats(nats.url)
  const stream = await (await jetstreamManager(after)).streams.info('KEPT')
  await after.close()
  expect(stream.state.messages).toBe(1)
})

test('starts again although a backend outlives its killed postmaster', async () => {
  const { postgres } = services
  const busy = new pg.Client({ connectionString: postgres.url('owner', 'sample') })
  busy.on('error', () => {})
  await busy.connect()
  // A loop that never checks whether the postmaster is alive.
  const loop = `do $$ declare until timestamptz := clock_timestamp() + '2 s'; begin
    while clock_timestamp() < until loop null; end loop; end $$`
  const ended = busy.query(loop).catch(() => {})

  const postmaster = identify(postgres.pid()!)!
  process.kill(postmaster.pid, 'SIGKILL')
  await areGone([postmaster], 1_000)
  await postgres.start()

  expect(await query(postgres.url('owner', 'sample'), 'select 1 as one')).toEqual([{ one: 1 }])
  await ended
})

test('gives a second set other ports, passwords and files', async () => {
  const second = await startServices({ dir: join(dir, 'second') })
  try {
    const portsOf = ({ postgres, nats }: Services) => [postgres.port, nats.port, nats.monitorUrl]
    expect(new Set([...portsOf(services), ...portsOf(second)]).size).toBe(6)
    expect(
      await query(
        second.postgres.url('superuser', 'postgres'),
        "select from pg_database where datname = 'sample'",
      ),
    ).toEqual([])
    const foreign = second.nats.url.replace(String(second.nats.port), String(services.nats.port))
    await expect(connectNats(foreign)).rejects.toThrow(/authorization/i)
  } finally {
    await second.remove()
  }
})

test('the app role owns nothing and cannot bypass row-level security', async () => {
  const rows = await query(
    services.postgres.url('app', 'sample'),
    `select current_user as name, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole,
       exists (select from pg_database where datdba = pg_roles.oid) as is_owner,
       has_schema_privilege('public', 'create') as creates
     from pg_roles where rolname = current_user`,
  )
  const no = { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false }
  expect(rows).toEqual([{ name: 'rastro_app', ...no, is_owner: false, creates: false }])
})

test('the owner role owns the database and is not a superuser', async () => {
  const rows = await query(
    services.postgres.url('owner', 'sample'),
    `select rolsuper, rolbypassrls, pg_get_userbyid(datdba) as owner
     from pg_roles, pg_database where rolname = current_user and datname = 'sample'`,
  )
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, owner: 'rastro_owner' }])
})

test('both services write acknowledged data through to disk', async () => {
  const settings = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']
  const sql = `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`
  const [values] = await query<Record<string, string>>(services.postgres.url('app', 'sample'), sql)
  expect(Object.values(values!)).toEqual(['on', 'on', 'on', 'on'])
  const answer = await fetch(`${services.nats.monitorUrl}/jsz`)
  expect(await answer.json()).toMatchObject({ config: { sync_always: true } })
})

test('creates a database from a template, and drops it while it is in use', async () => {
  const { postgres } = services
  await query(postgres.url('owner', 'sample'), 'create table points (at geography)')
  await postgres.createDatabase('copy', { template: 'sample' })
  const user = new pg.Client({ connectionString: postgres.url('app', 'copy') })
  user.on('error', () => {})
  await user.connect()

  expect(await query(postgres.url('owner', 'copy'), 'select at from points')).toEqual([])
  await postgres.dropDatabase('copy')
  await expect(query(postgres.url('app', 'copy'), 'select 1')).rejects.toThrow('does not exist')
})

test('a paused PostgreSQL keeps its clients waiting until it is resumed', async () => {
  const { postgres } = services
  await postgres.pause()
  let isAnswered = false
  const answer = query(postgres.url('app', 'sample'), 'select 1 as one').finally(() => {
    isAnswered = true
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(isAnswered).toBe(false)
  await postgres.resume()
  expect(await answer).toEqual([{ one: 1 }])
})

test('finds a service that already runs in the directory', async () => {
  const again = await startServices({ dir: join(dir, 'first') })
  expect(again.postgres.pid()).toBe(services.postgres.pid())
  expect(again.nats.url).toBe(services.nats.url)
})

test('starts on another port if its own was taken while it was stopped', async () => {
  const options = { dir: join(dir, 'moved') }
  const before = await startNats(options)
  await before.stop()
  const squatter = createServer().listen(before.port, '127.0.0.1')
  await once(squatter, 'listening')
  await expect(before.start()).rejects.toThrow(String(before.port))
  const after = await startNats(options)
  expect(after.port).not.toBe(before.port)
  squatter.close()
  await after.remove()
})

test('never signals another program that was given the pid of a dead service', async () => {
  const other = spawn('sleep', ['60'])
  await once(other, 'spawn')
  const nats = await startNats({ dir: join(dir, 'reused') })
  await nats.kill()
  const { ports } = readState(nats.dir)
  writeState(nats.dir, { ports, process: { pid: other.pid!, born: 'an earlier day' } })

  expect(nats.pid()).toBeUndefined()
  await nats.kill()
  expect(other.exitCode ?? other.signalCode).toBeNull()
  other.kill()
})

test('services end with the process that started them, even if it is killed', async () => {
  const script = `const { startServices } = await import(${JSON.stringify(join(import.meta.dirname, 'services.ts'))})
    const { postgres, nats } = await startServices({ dir: ${JSON.stringify(join(dir, 'orphaned'))} })
    console.log(JSON.stringify([postgres.pid(), nats.pid()]))
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = await once(parent.stdout, 'data')
  const started = (JSON.parse(String(printed)) as number[]).flatMap((pid) => identify(pid) ?? [])
  expect(started).toHaveLength(2)

  parent.kill('SIGKILL')
  expect(await areGone(started, 10_000)).toBe(true)
  expect(listServices(join(dir, 'orphaned')).map((service) => service.pid())).toEqual([undefined, undefined])
})
