// An installation for planted faults: it may be broken in any way; the doctor runs as a command, and its advice is
// followed literally.

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type pg from 'pg'
import type { Postgres } from '../../scripts/services/postgres.ts'
import { readConfigWithFaults } from '../src/config/config.ts'
import type { Advice } from '../src/operations/doctor/doctor.types.ts'
import type { Examination } from '../src/operations/doctor/examine.ts'
import { examine } from '../src/operations/doctor/examine.ts'
import { migrate } from '../src/operations/migrate/migrate.ts'
import { withClient } from './client.ts'
import type { Mailbox } from './mailbox.ts'
import { openMailbox } from './mailbox.ts'
import type { OwnNats } from './own-nats.ts'
import { startOwnNats } from './own-nats.ts'
import { startOwnPostgres } from './own-services.ts'
import type { ServerProcess } from './processes.ts'
import { spawnServer } from './processes.ts'

export interface Ward {
  postgres: Postgres
  nats: OwnNats
  mailbox: Mailbox
  /** The environment of every Rastro process. */
  env: Record<string, string>
  /** Runs SQL as a superuser, in the database. */
  sql(...lines: string[]): Promise<void>
  /** Runs the command and returns its output. */
  rastro(...args: string[]): Promise<string>
  callDoctor(...options: string[]): Promise<{ code: number; stdout: string }>
  /** The result of the command, without the start time of a process. */
  examine(): Promise<Examination>
  follow(advice: Advice): Promise<void>
  /** Stops what the advice started. */
  rest(): Promise<void>
  remove(): Promise<void>
}

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const run = promisify(execFile)
const openFiles = 8_192
/** Settings that PostgreSQL reads from its files, where ALTER SYSTEM writes too. */
const leftToFiles = {
  fsync: undefined,
  full_page_writes: undefined,
  synchronous_commit: undefined,
  max_connections: undefined,
  wal_level: undefined,
}

export async function openWard(): Promise<Ward> {
  const dir = mkdtempSync(join(tmpdir(), 'rastro-ward-'))
  const [postgres, nats, mailbox] = await Promise.all([
    startOwnPostgres(leftToFiles),
    startOwnNats(),
    openMailbox(),
  ])
  await postgres.createDatabase('rastro')
  await migrate(postgres.url('owner', 'rastro'), () => {})
  const rastro = join(dir, 'rastro')
  writeFileSync(rastro, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`, { mode: 0o755 })
  const running: ServerProcess[] = []

  const ward: Ward = {
    postgres,
    nats,
    mailbox,
    env: healthyEnv(postgres, nats, mailbox),
    sql: (...lines) => inDatabase('superuser', lines),
    rastro: async (...args) => (await run(rastro, args, { env: inShell() })).stdout,
    async callDoctor(...options) {
      const args = [`--nofile=${openFiles}:${openFiles}`, rastro, 'doctor', ...options]
      return run('prlimit', args, { env: inShell() }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        ({ code, stdout }) => ({ code, stdout }),
      )
    },
    examine: () => examine(readConfigWithFaults(ward.env)),
    follow,
    async rest() {
      await Promise.all(running.splice(0).map((server) => server.stop()))
    },
    async remove() {
      await ward.rest()
      await Promise.all([postgres.remove(), nats.remove(), mailbox.close()])
      rmSync(dir, { recursive: true, force: true })
    },
  }

  function inShell(): Record<string, string> {
    return {
      PATH: `${dir}:${process.env.PATH}`,
      NODE_COMPILE_CACHE: join(tmpdir(), 'rastro-compile-cache'),
      ...ward.env,
    }
  }

  async function inDatabase(role: 'superuser' | 'owner', lines: string[]): Promise<void> {
    // Before the database exists, connect to another.
    const isThere = await withClient(postgres.url('superuser', 'postgres'), async (client) => {
      const { rowCount } = await client.query(`select from pg_database where datname = 'rastro'`)
      return rowCount === 1
    })
    await withClient(postgres.url(role, isThere ? 'rastro' : 'postgres'), async (client: pg.Client) => {
      for (const line of lines) await client.query(line)
    })
  }

  async function follow({ where, lines }: Advice): Promise<void> {
    if (where === 'superuser' || where === 'owner') return inDatabase(where, lines)
    for (const line of lines) {
      if (where === 'shell') await doInShell(line)
      else if (where === 'environment') ward.env = await evaluate(line)
      else if (where === 'nats.conf') nats.config = withLine(nats.config, line)
      else if (where === 'jetstream')
        nats.config = nats.config.replace('jetstream {', `jetstream {\n  ${line}`)
      // There is no systemd here; the services are private.
      else if (where === 'restart') await restart(line)
    }
  }

  async function doInShell(line: string): Promise<void> {
    const [, roles] = /^rastro serve(.*)$/.exec(line) ?? []
    if (roles === undefined) await run('bash', ['-euc', line], { env: inShell() })
    else running.push(await spawnServer(ward.env, roles.split(' ').filter(Boolean)))
  }

  /** The environment after the shell has evaluated the line. */
  async function evaluate(line: string): Promise<Record<string, string>> {
    const { stdout } = await run('bash', ['-euc', `${line}\nenv -0`], {
      env: { PATH: process.env.PATH, ...ward.env },
    })
    const pairs = stdout.split('\0').map((pair) => pair.split(/=(.*)/s).slice(0, 2))
    return Object.fromEntries(pairs.filter(([name = '']) => /^(RASTRO_|TMPDIR)/.test(name)))
  }

  async function restart(line: string): Promise<void> {
    if (line === 'sudo systemctl restart nats-server') return nats.restart()
    if (line !== 'sudo systemctl restart postgresql') throw new Error(`unknown restart: ${line}`)
    await postgres.stop()
    await postgres.start()
  }
  return ward
}

export function healthyEnv(postgres: Postgres, nats: OwnNats, mailbox: Mailbox): Record<string, string> {
  return {
    RASTRO_MODE: 'production',
    RASTRO_PUBLIC_URL: 'https://rastro.example',
    RASTRO_TRUSTED_PROXIES: '127.0.0.1',
    RASTRO_SECRET: 'k3yV9qLw7TzB1mXr5HdN8sJc2PfG6aUe',
    RASTRO_DATABASE_URL: postgres.url('app', 'rastro'),
    RASTRO_DATABASE_OWNER_URL: postgres.url('owner', 'rastro'),
    RASTRO_DATABASE_ERASER_URL: postgres.url('eraser', 'rastro'),
    RASTRO_NATS_URL: nats.url,
    RASTRO_NATS_MONITOR_URL: nats.monitorUrl,
    RASTRO_HTTP_PORT: '0',
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: '0',
    RASTRO_GATEWAY_MAX_CONNECTIONS: '1000',
    RASTRO_LOCATION_LOG_MAX_MB: '16',
    RASTRO_EVENT_LOG_MAX_MB: '16',
    RASTRO_FRAME_LOG_MAX_MB: '16',
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_MAIL_FROM: 'Rastro <alerts@rastro.example>',
  }
}

/** A line replaces the one with the same name. */
function withLine(config: string, line: string): string {
  const name = line.split(/[\s:{]/)[0]
  const others = config.split('\n').filter((one) => !one.startsWith(`${name}:`))
  return [...others, line, ''].join('\n')
}
