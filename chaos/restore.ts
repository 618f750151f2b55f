// Trackers report all the time. A backup is taken, and some time later the database's machine is lost. On a new one
// the backup is restored and the log replayed: the data must be complete, first up to the backup, then entirely.

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Report } from '../scripts/proof/report.ts'
import type { Postgres } from '../scripts/services/postgres.ts'
import { startPostgres } from '../scripts/services/postgres.ts'
import { makeEnterable } from '../scripts/services/postgres-home.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { checkAcknowledged, checkFleets, countAside } from './books/books.ts'
import { alertFiguresOf, figuresOf, wrongAlertsOf } from './books/figures.ts'
import { checkRules, makeRules } from './books/rules.ts'
import type { Installation } from './installation/installation.ts'
import { install } from './installation/installation.ts'
import { createRoleProcess } from './installation/role-process.ts'
import { createTrackers } from './installation/trackers.ts'

export interface RestoreOptions {
  /** Before the backup, between it and the loss, and after the return. */
  seconds: number
  seed: number
  devices: number
  locationsPerSecond: number
}

const processes = { gateway: 'gateway', recorder: 'recorder', api: 'api' }
const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const drainWithinMs = 30_000
const database = 'rastro'

export async function restore(options: RestoreOptions, log: (line: string) => void): Promise<Report> {
  const began = performance.now()
  const dir = mkdtempSync(join(tmpdir(), 'rastro-chaos-restore-'))
  makeEnterable(dir)
  const undo: (() => Promise<unknown>)[] = [async () => rmSync(dir, { recursive: true, force: true })]
  try {
    const { devices, locationsPerSecond, seed, seconds } = options
    log(`seed ${seed}: ${devices} trackers, ${locationsPerSecond} locations/s`)
    const old = await install({ processes })
    undo.push(old.remove)
    const identifiers = imeisOf('35630704', devices)
    await old.register(identifiers)
    await makeRules(old)
    const fleet = createTrackers(old, { identifiers, locationsPerSecond, seed, sosEvery: 10 })
    undo.push(async () => fleet.stop())
    fleet.start()
    await sleep(seconds * 1_000)

    const before = copyOf(fleet.acknowledged())
    const directory = join(dir, 'backup')
    const backup = await rastro(old.env, 'backup', directory)
    log(`backup while they report: ${backup.rows} rows, ${backup.bytes} bytes, ${backup.seconds} s`)
    await sleep(seconds * 1_000)
    await old.roles.get('recorder')!.stop()
    await old.postgres.kill()
    log('the database is lost; trackers keep reporting to the log')

    const fresh = await startPostgres({ dir: join(dir, 'postgres'), settings: { shared_buffers: '128MB' } })
    undo.push(fresh.remove)
    await fresh.createDatabase(database)
    const moved = moveTo(old, fresh)
    const restored = await rastro(moved.env, 'restore', directory)
    const upToBackup = await checkAcknowledged(moved, before)
    log(`restored in ${restored.seconds.load} s, verified in ${restored.seconds.verify} s`)
    const replayed = await rastro(moved.env, 'recover', 'log', '--from-manifest', directory)
    const again = await rastro(moved.env, 'recover', 'log', '--from-manifest', directory)
    log(`replayed ${replayed.messages} messages: ${replayed.stored} locations stored, again ${again.stored}`)

    for (const role of old.roles.values()) await role.stop()
    const roles = Object.entries(processes).map(([name, role]) =>
      createRoleProcess(name, role, moved.env, join(dir, `${name}.log`)),
    )
    undo.push(() => Promise.all(roles.map((role) => role.kill())))
    await Promise.all(roles.map((role) => role.start()))
    await sleep(seconds * 1_000)
    fleet.stopReporting()
    const isSent = await fleet.drained(drainWithinMs)
    const isStored = await moved.isDrained(drainWithinMs)
    const findings = await checkFleets(moved, [fleet])
    const alerts = await checkRules(moved)
    for (const line of wrongAlertsOf(alerts)) log(line)
    return {
      figures: {
        seed,
        trackers: devices,
        acknowledgedBeforeBackup: upToBackup.acknowledged,
        lostUpToBackup: upToBackup.lost.length,
        duplicatesUpToBackup: upToBackup.duplicated.length,
        backupRows: backup.rows,
        backupBytes: backup.bytes,
        backupSeconds: backup.seconds,
        restoreSeconds: restored.seconds.load,
        verifySeconds: restored.seconds.verify,
        verifyFaults: restored.faults.length,
        replayed: replayed.stored,
        replayedTwice: again.stored,
        ...figuresOf(findings),
        ...alertFiguresOf(alerts),
        unsent: isSent ? 0 : fleet.statistics().unacknowledged,
        unstoredMessages: isStored ? 0 : await moved.pending(),
        ...(await countAside(moved)),
        seconds: Math.round((performance.now() - began) / 1_000),
      },
      targets: {
        acknowledgedBeforeBackup: { atLeast: 1 },
        lostUpToBackup: { is: 0 },
        duplicatesUpToBackup: { is: 0 },
        verifyFaults: { is: 0 },
        replayed: { atLeast: 1 },
        replayedTwice: { is: 0 },
        lost: { is: 0 },
        duplicates: { is: 0 },
        staleNewest: { is: 0 },
        alertsExpected: { atLeast: 1 },
        alertsMissing: { is: 0 },
        alertsExtra: { is: 0 },
        unsent: { is: 0 },
        unstoredMessages: { is: 0 },
        deadLetters: { is: 0 },
        unknownDevices: { is: 0 },
      },
    }
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

/** The same installation on another database. */
function moveTo(old: Installation, fresh: Postgres): Installation {
  return {
    ...old,
    postgres: fresh,
    env: {
      ...old.env,
      RASTRO_DATABASE_URL: fresh.url('app', database),
      RASTRO_DATABASE_OWNER_URL: fresh.url('owner', database),
      RASTRO_DATABASE_BACKUP_URL: fresh.url('backup', database),
      RASTRO_DATABASE_ERASER_URL: fresh.url('eraser', database),
    },
    async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
      const client = new pg.Client({ connectionString: fresh.url('superuser', database) })
      await client.connect()
      try {
        return (await client.query<Row>(sql, values)).rows
      } finally {
        await client.end()
      }
    },
  }
}

function copyOf(books: ReadonlyMap<string, ReadonlySet<number>>): Map<string, Set<number>> {
  return new Map([...books].map(([identifier, times]) => [identifier, new Set(times)]))
}

// biome-ignore lint/suspicious/noExplicitAny: each command prints different JSON.
async function rastro(env: Record<string, string>, ...args: string[]): Promise<any> {
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args, '--json'], {
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  return JSON.parse(stdout)
}
