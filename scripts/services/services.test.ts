import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engines } from './engines.ts'
import { listEngines, removeEngines, startEngines } from './engines.ts'
import { readState, writeState } from './files.ts'
import { startNats } from './nats.ts'
import { connectNats } from './nats-connect.ts'
import { areGone, identify } from './processes.ts'

const dir = mkdtempSync(join(tmpdir(), 'rastro-services-'))
let engines: Engines

beforeAll(async () => {
  engines = await startEngines({ dir: join(dir, 'first') })
  await engines.postgres.createDatabase('walk')
})

afterAll(async () => {
  for (const name of ['first', 'orphaned']) await removeEngines(join(dir, name))
  rmSync(dir, { recursive: true, force: true })
})

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

test('what was committed and what was acknowledged is still there after both are killed', async () => {
  const { postgres, nats } = engines
  await ask(postgres.url('owner', 'walk'), 'create table kept as select 7 as value')
  const before = await connectNats(nats.url)
  await (await jetstreamManager(before)).streams.add({ name: 'KEPT', subjects: ['kept'] })
  await jetstream(before).publish('kept', 'a location')
  await before.close()

  await Promise.all([postgres.kill(), nats.kill()])
  expect([postgres.pid(), nats.pid()]).toEqual([undefined, undefined])
  await Promise.all([postgres.start(), nats.start()])

  expect(await ask(postgres.url('owner', 'walk'), 'select value from kept')).toEqual([{ value: 7 }])
  const after = await connectNats(nats.url)
  const stream = await (await jetstreamManager(after)).streams.info('KEPT')
  await after.close()
  expect(stream.state.messages).toBe(1)
})

test('a backend that outlives its killed postmaster only delays the next start', async () => {
  const { postgres } = engines
  const busy = new pg.Client({ connectionString: postgres.url('owner', 'walk') })
  busy.on('error', () => {})
  await busy.connect()
  // Loops without looking whether the postmaster lives.
  const loop = `do $$ declare until timestamptz := clock_timestamp() + '2 s'; begin
    while clock_timestamp() < until loop null; end loop; end $$`
  const ended = busy.query(loop).catch(() => {})

  const postmaster = identify(postgres.pid()!)!
  process.kill(postmaster.pid, 'SIGKILL')
  await areGone([postmaster], 1_000)
  await postgres.start()

  expect(await ask(postgres.url('owner', 'walk'), 'select 1 as one')).toEqual([{ one: 1 }])
  await ended
})

test('a second set side by side has other ports, passwords and files', async () => {
  const second = await startEngines({ dir: join(dir, 'second') })
  try {
    const portsOf = ({ postgres, nats }: Engines) => [postgres.port, nats.port, nats.monitorUrl]
    expect(new Set([...portsOf(engines), ...portsOf(second)]).size).toBe(6)
    expect(
      await ask(
        second.postgres.url('superuser', 'postgres'),
        "select from pg_database where datname = 'walk'",
      ),
    ).toEqual([])
    const foreign = second.nats.url.replace(String(second.nats.port), String(engines.nats.port))
    await expect(connectNats(foreign)).rejects.toThrow(/authorization/i)
  } finally {
    await second.remove()
  }
})

test('the app role owns nothing and sees nothing past row-level security', async () => {
  const rows = await ask(
    engines.postgres.url('app', 'walk'),
    `select current_user as name, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole,
       exists (select from pg_database where datdba = pg_roles.oid) as is_owner,
       has_schema_privilege('public', 'create') as creates
     from pg_roles where rolname = current_user`,
  )
  const no = { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false }
  expect(rows).toEqual([{ name: 'rastro_app', ...no, is_owner: false, creates: false }])
})

test('the owner role owns the database, and is no superuser either', async () => {
  const rows = await ask(
    engines.postgres.url('owner', 'walk'),
    `select rolsuper, rolbypassrls, pg_get_userbyid(datdba) as owner
     from pg_roles, pg_database where rolname = current_user and datname = 'walk'`,
  )
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, owner: 'rastro_owner' }])
})

test('nothing acknowledged waits in memory: both engines write through', async () => {
  const settings = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']
  const sql = `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`
  const [values] = await ask<Record<string, string>>(engines.postgres.url('app', 'walk'), sql)
  expect(Object.values(values!)).toEqual(['on', 'on', 'on', 'on'])
  const answer = await fetch(`${engines.nats.monitorUrl}/jsz`)
  expect(await answer.json()).toMatchObject({ config: { sync_always: true } })
})

test('a database made from a template has what the template has, and is dropped while in use', async () => {
  const { postgres } = engines
  await ask(postgres.url('owner', 'walk'), 'create table places (at geography)')
  await postgres.createDatabase('copy', { template: 'walk' })
  const user = new pg.Client({ connectionString: postgres.url('app', 'copy') })
  user.on('error', () => {})
  await user.connect()

  expect(await ask(postgres.url('owner', 'copy'), 'select at from places')).toEqual([])
  await postgres.dropDatabase('copy')
  await expect(ask(postgres.url('app', 'copy'), 'select 1')).rejects.toThrow('does not exist')
})

test('a paused PostgreSQL keeps its callers waiting until it is resumed', async () => {
  const { postgres } = engines
  await postgres.pause()
  let isAnswered = false
  const answer = ask(postgres.url('app', 'walk'), 'select 1 as one').finally(() => {
    isAnswered = true
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(isAnswered).toBe(false)
  await postgres.resume()
  expect(await answer).toEqual([{ one: 1 }])
})

test('starting in the directory of a running engine finds that one', async () => {
  const again = await startEngines({ dir: join(dir, 'first') })
  expect(again.postgres.pid()).toBe(engines.postgres.pid())
  expect(again.nats.url).toBe(engines.nats.url)
})

test('an engine whose port was taken while it was stopped comes back on another', async () => {
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

test('a stranger who was given the pid of a dead engine is left alone', async () => {
  const stranger = spawn('sleep', ['60'])
  await once(stranger, 'spawn')
  const nats = await startNats({ dir: join(dir, 'reused') })
  await nats.kill()
  const { ports } = readState(nats.dir)
  writeState(nats.dir, { ports, process: { pid: stranger.pid!, born: 'an earlier day' } })

  expect(nats.pid()).toBeUndefined()
  await nats.kill()
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  stranger.kill()
})

test('engines end with the process that started them, even when that one is killed', async () => {
  const script = `const { startEngines } = await import(${JSON.stringify(join(import.meta.dirname, 'engines.ts'))})
    const { postgres, nats } = await startEngines({ dir: ${JSON.stringify(join(dir, 'orphaned'))} })
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
  expect(listEngines(join(dir, 'orphaned')).map((engine) => engine.pid())).toEqual([undefined, undefined])
})
