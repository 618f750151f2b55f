import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { removeServices } from './services/services.ts'

const dir = mkdtempSync(join(tmpdir(), 'rastro-cli-'))

function services(...args: string[]) {
  const env = { ...process.env, RASTRO_SERVICES_DIR: join(dir, 'services') }
  const script = join(import.meta.dirname, 'services.ts')
  return spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })
}

function readEnv(): Record<string, string | undefined> {
  return parseEnv(readFileSync(join(dir, 'services/env'), 'utf8'))
}

/** Creates a marker table; returns whether it already existed. */
async function isMarked(): Promise<boolean> {
  const client = new pg.Client({ connectionString: readEnv().RASTRO_DATABASE_OWNER_URL })
  await client.connect()
  const { rows } = await client.query("select to_regclass('mark') is not null as there")
  await client.query('create table if not exists mark ()')
  await client.end()
  return rows[0].there
}

afterAll(async () => {
  await removeServices(join(dir, 'services'))
  rmSync(dir, { recursive: true })
})

test('prints the usage and exits with 2 for an unknown verb', () => {
  const { status, stderr } = services('dance')
  expect(status).toBe(2)
  expect(stderr).toContain('reset')
})

test('reports services that were never started as stopped', () => {
  expect(services('status')).toMatchObject({ status: 3, stdout: expect.stringContaining('stopped') })
  expect(services('stop')).toMatchObject({ status: 0, stdout: 'Nothing was running.\n' })
})

test('start leaves both running in the background, with their addresses in a private file', async () => {
  expect(services('start')).toMatchObject({ status: 0, stderr: '' })
  expect(services('status')).toMatchObject({ status: 0, stdout: expect.not.stringContaining('stopped') })
  expect(statSync(join(dir, 'services/env')).mode & 0o777).toBe(0o600)
  expect(readEnv()).toMatchObject({
    RASTRO_DATABASE_URL: expect.stringContaining('rastro_app'),
    RASTRO_DATABASE_OWNER_URL: expect.stringContaining('rastro_owner'),
    RASTRO_DATABASE_BACKUP_URL: expect.stringContaining('rastro_backup'),
    RASTRO_DATABASE_ERASER_URL: expect.stringContaining('rastro_eraser'),
    RASTRO_NATS_URL: expect.stringContaining('rastro:'),
  })
  expect(await isMarked()).toBe(false)
})

test('a second start reports that they already run, and changes nothing', async () => {
  const before = readEnv()
  expect(services('start')).toMatchObject({ status: 0, stdout: expect.stringContaining('Already running') })
  expect(readEnv()).toEqual(before)
  expect(await isMarked()).toBe(true)
})

test('status reports a stop, and the next start keeps addresses and data', async () => {
  const before = readEnv()
  expect(services('stop')).toMatchObject({ status: 0, stdout: 'Stopped PostgreSQL and NATS.\n' })
  expect(services('status')).toMatchObject({ status: 3, stdout: expect.not.stringContaining('running') })
  services('start')
  expect(readEnv()).toEqual(before)
  expect(await isMarked()).toBe(true)
})

test('reset deletes everything', async () => {
  expect(services('reset').status).toBe(0)
  expect(await isMarked()).toBe(false)
})
