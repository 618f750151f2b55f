import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Postgres } from '../../../../scripts/services/postgres.ts'
import { startOwnPostgres } from '../../../test/own-services.ts'
import { isUnavailable } from '../http/errors.ts'
import { openConnection } from './db.ts'
import { connectionOptionsOf, findPrimaryUrl } from './primary.ts'

const password = 'the same on all of them'
let one: Postgres
let two: Postgres
/** Accepts connections and never responds, like a frozen server. */
let silent: Server

beforeAll(async () => {
  ;[one, two] = await Promise.all([startOwnPostgres(), startOwnPostgres()])
  for (const server of [one, two]) {
    await server.createDatabase('rastro')
    await asSuperuser(server, `alter role rastro_app password '${password}'`)
  }
  await becomeStandby(two)
  silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
})
afterAll(async () => {
  silent.close()
  await Promise.all([one.remove(), two.remove()])
})

/** A standby without a primary waits and serves reads. */
async function becomeStandby(server: Postgres): Promise<void> {
  await server.stop()
  writeFileSync(join(server.dir, 'cluster/standby.signal'), '')
  await server.start()
}

async function asSuperuser(server: Postgres, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('superuser', 'postgres') })
  await client.connect()
  await client.query(sql)
  await client.end()
}

const silentPort = () => (silent.address() as AddressInfo).port

function urlOf(...ports: number[]): string {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
  return `postgres://rastro_app:${encodeURIComponent(password)}@${hosts}/rastro`
}

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptionsOf(url),
    max: 2,
    connectionTimeoutMillis: 3_000,
    query_timeout: 2_000,
  })
  pool.on('error', () => {})
  return pool
}

async function portOf(pool: pg.Pool): Promise<number> {
  return (await pool.query('select inet_server_port() as port')).rows[0].port
}

async function portAfterFailover(pool: pg.Pool): Promise<number> {
  const untilMs = performance.now() + 20_000
  for (;;) {
    try {
      return await portOf(pool)
    } catch (error) {
      expect(isUnavailable(error)).toBe(true)
      if (performance.now() > untilMs) throw error
      await sleep(100)
    }
  }
}

test('connects to the primary, wherever it is in the list', async () => {
  for (const url of [urlOf(one.port, two.port), urlOf(two.port, one.port)]) {
    expect(await findPrimaryUrl(url)).toBe(urlOf(one.port))
    const connection = await openConnection(url, 'test')
    expect(await connection.db`select inet_server_port() as port`).toEqual([{ port: one.port }])
    await connection.end()
  }
})

test('uses a single server without checking it', async () => {
  expect(await findPrimaryUrl(urlOf(two.port))).toBe(urlOf(two.port))
  expect(connectionOptionsOf(urlOf(two.port))).toEqual({
    connectionString: urlOf(two.port),
    Client: pg.Client,
  })
})

// The connect timeout is 1.5 s, and a busy machine can take as long, so the best of three attempts counts.
test('an unresponsive server causes no delay', { retry: 2 }, async () => {
  const beganAtMs = performance.now()
  expect(await findPrimaryUrl(urlOf(silentPort(), two.port, one.port))).toBe(urlOf(one.port))
  expect(performance.now() - beganAtMs).toBeLessThan(1_400)
})

test('the database is unavailable when no server accepts writes', async () => {
  const error = await findPrimaryUrl(urlOf(two.port, silentPort())).catch((thrown) => thrown)
  expect(error.message).toContain('none of the 2 database servers accepts writes')
  expect(error.message).toContain(`127.0.0.1:${two.port} is read-only`)
  expect(isUnavailable(error)).toBe(true)
})

test('a pool follows the primary through failover and back', async () => {
  const pool = openPool(urlOf(one.port, two.port))
  expect(await portOf(pool)).toBe(one.port)

  await one.kill()
  expect(isUnavailable(await portOf(pool).catch((thrown) => thrown))).toBe(true)
  await asSuperuser(two, 'select pg_promote()')
  expect(await portAfterFailover(pool)).toBe(two.port)

  // The old primary returns and still accepts writes, but it was not promoted last.
  await one.start()
  expect(await findPrimaryUrl(urlOf(one.port, two.port))).toBe(urlOf(two.port))

  // The cached primary returns as a standby: it accepts the connection, which must not be used.
  await asSuperuser(two, 'select pg_switch_wal()')
  await becomeStandby(two)
  expect(await portAfterFailover(pool)).toBe(one.port)
  await pool.end()
  rmSync(join(two.dir, 'cluster/standby.signal'), { force: true })
})
