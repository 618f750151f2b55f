// Erases an account with a marker in every text, JSON and binary column, and kills the process with SIGKILL at every
// step: after the work of the step, before it is recorded. Then every table, stream and file is searched for the
// marker, and other accounts are compared byte by byte.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Report } from '../scripts/proof/report.ts'
import { readConfig } from '../server/src/config/config.ts'
import { steps } from '../server/src/features/erasure/erasure.types.ts'
import { findMarker, fingerprintOthers, markAccount } from '../server/test/marked-account.ts'
import { findInStreams } from '../server/test/streams.ts'
import type { Installation } from './installation/installation.ts'
import { install } from './installation/installation.ts'

export interface EraseOptions {
  seed: number
  /** Of the erased account. */
  locations: number
}

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const marker = 'zqmarkqzchaos'
const otherAccounts = 50
const pauseWithinMs = 60_000
const finishWithinMs = 120_000
const maxTries = 3
const run = promisify(execFile)

export async function erase({ seed, locations }: EraseOptions, log: (line: string) => void): Promise<Report> {
  const began = performance.now()
  // Without a mail server the statement is kept, and not sent.
  const installation = await install({ processes: { notifier: 'notifier' } })
  try {
    const superuser = new pg.Client({ connectionString: installation.postgres.url('superuser', 'rastro') })
    // If a step fails, the database is stopped under it; the error of the step is what matters.
    superuser.on('error', () => {})
    await superuser.connect()
    const { accountId } = installation
    await fill(installation, superuser, locations)
    for (let index = 0; index < otherAccounts; index += 1) {
      const other = await installation.addAccount(`other-${index}@example.com`)
      if (index < 5) await other.register([`35630704${String(index).padStart(7, '0')}`])
    }
    await drain(superuser)
    // It must not erase beside the killed processes; it comes back to send e-mails.
    await installation.roles.get('notifier')!.stop()
    await markAccount(superuser, { accountId, deviceNumber: await firstDevice(superuser, accountId), marker })
    // Marked too, and found by this name.
    const { rows } = await superuser.query('select public_id from directory_accounts where account_id = $1', [
      accountId,
    ])
    const account = rows[0].public_id
    const exported = join(installation.env.RASTRO_EXPORT_DIR!, String(accountId))
    mkdirSync(exported, { recursive: true })
    writeFileSync(join(exported, 'exp_x.tar'), marker)
    const markedTables = await findMarker(superuser, marker)
    log(`the marker is in ${markedTables.length} tables; ${otherAccounts} other accounts`)
    await rastro(installation, 'account', 'close', account, '--reason', 'chaos', '--json')
    await superuser.query(`update erasures set due_at = now() - interval '1 minute'`)
    const before = await fingerprintOthers(superuser, accountId)

    const kills: Record<string, number> = {}
    await pauseBetweenSteps(superuser)
    for (const step of steps.slice(1)) {
      kills[step] = (await killAt(installation, superuser, step)) ? 1 : 0
      // The wait for processes that remember the account is over.
      await superuser.query(`update erasures set revoked_at = now() - interval '20 minutes', next_at = null`)
      log(`killed before "${step}" was recorded: ${kills[step] ? 'yes' : 'NO'}`)
    }
    await superuser.query('drop trigger pause_between_steps on erasures')
    await finish(installation, superuser, accountId)

    const left = await findMarker(superuser, marker)
    const streams = await findInStreams({ config: readConfig(installation.env) }, marker)
    const files = countFiles(installation.env.RASTRO_EXPORT_DIR!)
    const after = await fingerprintOthers(superuser, accountId)
    const changed = Object.keys(before).filter((table) => before[table] !== after[table])
    for (const one of [...left, ...streams, ...changed]) log(`  ${one}`)
    const { rows: tombstones } = await superuser.query(
      'select statement::text from erased where number = $1',
      [accountId],
    )
    const statement = join(installation.env.RASTRO_EXPORT_DIR!, 'statement.json')
    writeFileSync(statement, tombstones[0]?.statement ?? '')
    const verified = await rastro(installation, 'account', 'statement', statement, '--json')
    await superuser.end()
    return {
      figures: {
        seed,
        tablesWithMarker: markedTables.length,
        steps: steps.length,
        kills: Object.values(kills).reduce((sum, count) => sum + count, 0),
        tablesLeft: left.length,
        streamsLeft: streams.length,
        filesLeft: files,
        otherAccounts,
        otherTablesChanged: changed.length,
        tombstones: tombstones.length,
        isStatementValid: verified.isValid ? 1 : 0,
        rowsInStatement: Object.values(verified.statement.rows as Record<string, number>).reduce(
          (sum, n) => sum + n,
          0,
        ),
        seconds: Math.round((performance.now() - began) / 1_000),
      },
      targets: {
        tablesWithMarker: { atLeast: 40 },
        kills: { is: steps.length - 1 },
        tablesLeft: { is: 0 },
        streamsLeft: { is: 0 },
        filesLeft: { is: 0 },
        otherTablesChanged: { is: 0 },
        tombstones: { is: 1 },
        isStatementValid: { is: 1 },
        rowsInStatement: { atLeast: locations },
      },
    }
  } finally {
    await installation.remove()
  }
}

async function fill({ register }: Installation, superuser: pg.Client, locations: number): Promise<void> {
  await register(['356307042441013', '356307042441021'])
  await superuser.query(
    `insert into locations (fixed_at, received_at, device_number, account_id, fingerprint, class, more)
     select now() - n * interval '1 minute', now(), d.number, d.account_id, n, 2, $2::jsonb
     from devices d, generate_series(1, $1 / 2) as n`,
    [locations, JSON.stringify({ attributes: { m: marker } })],
  )
}

/** Waits until the notifier has nothing left to do: it would change queues of other accounts when it comes back. */
async function drain(superuser: pg.Client): Promise<void> {
  const deadline = performance.now() + finishWithinMs
  for (;;) {
    const { rows } = await superuser.query(`
      select (select count(*) from outbox) + (select count(*) from rulebook_changes where not timers_set) as waiting`)
    if (Number(rows[0].waiting) === 0) return
    if (performance.now() > deadline) throw new Error('the notifier did not finish its work')
    await sleep(200)
  }
}

async function firstDevice(superuser: pg.Client, accountId: number): Promise<number> {
  const { rows } = await superuser.query('select min(number) as number from devices where account_id = $1', [
    accountId,
  ])
  return rows[0].number
}

/** The process that records the step named in rastro.pause_at waits there, and can be killed. */
async function pauseBetweenSteps(superuser: pg.Client): Promise<void> {
  await superuser.query(`
    create table pause_at (step text not null);
    grant select on pause_at to rastro_eraser;
    create function pause_between_steps() returns trigger language plpgsql as $$
    begin
      if new.step <> old.step and exists (select from pause_at p where p.step = new.step) then
        perform pg_sleep(120);
      end if;
      return new;
    end $$;
    create trigger pause_between_steps before update on erasures
      for each row execute function pause_between_steps()`)
}

/** The e-mail is not sent by this process: the step after it is reached once it counts as failed. */
async function killAt(installation: Installation, superuser: pg.Client, step: string): Promise<boolean> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (await killBefore(installation, superuser, step)) return true
    await superuser.query(`update identity_mails set state = 'failed' where account_id = $1`, [
      installation.accountId,
    ])
  }
  return false
}

/** Returns whether the process was killed there. Its connection ends with it, so nothing of it is committed. */
async function killBefore(
  { env, accountId }: Installation,
  superuser: pg.Client,
  step: string,
): Promise<boolean> {
  await superuser.query('delete from pause_at')
  await superuser.query('insert into pause_at values ($1)', [step])
  const child = spawn(process.execPath, [main, 'account', 'erase', String(accountId), '--json'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const deadline = performance.now() + pauseWithinMs
  for (;;) {
    const { rows } = await superuser.query(
      `select pid from pg_stat_activity where application_name = 'rastro-eraser' and wait_event = 'PgSleep'`,
    )
    if (rows.length > 0) {
      child.kill('SIGKILL')
      await ended
      await superuser.query('select pg_terminate_backend($1)', [rows[0].pid])
      return true
    }
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      return false
    }
    await sleep(20)
  }
}

/** With a notifier: it fails the e-mail, because there is no mail server, and erases the rest. */
async function finish({ roles }: Installation, superuser: pg.Client, accountId: number): Promise<void> {
  await roles.get('notifier')!.start()
  const deadline = performance.now() + finishWithinMs
  for (;;) {
    const { rowCount } = await superuser.query('select from erasures where account_id = $1', [accountId])
    if (rowCount === 0) break
    if (performance.now() > deadline) throw new Error('the erasure was not finished')
    await sleep(200)
  }
  await roles.get('notifier')!.stop()
}

// biome-ignore lint/suspicious/noExplicitAny: every command prints something else.
async function rastro({ env }: Installation, ...args: string[]): Promise<any> {
  const { stdout } = await run(process.execPath, [main, ...args], { env: { ...process.env, ...env } })
  return JSON.parse(stdout)
}

function countFiles(dir: string): number {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name))
  return files.filter((file) => statSync(file).isFile() && readFileSync(file).includes(marker)).length
}
