// Memory does not grow with the account. Measured on the command, which writes the archive in a process of its own.
// EXPORT_LOCATIONS=50000000 for the promised number.

import { readFileSync, rmSync, statSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runRastro } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

const small = 20_000
const large = Number(process.env.EXPORT_LOCATIONS ?? 5_000_000)
const rowsPerInsert = 500_000
const maxPeakMb = 200
const maxGrowthMb = 50
const sampleEveryMs = 25

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.close()
  rmSync(world.ctx.config.exports.dir, { recursive: true, force: true })
})

interface Measured {
  rows: number
  bytes: number
  peakMb: number
  /** The age of its oldest transaction. */
  oldestSeconds: number
}

async function measure(locations: number): Promise<Measured> {
  const account = await world.make.account()
  const { id } = await world.make.device(account)
  const { rows } = await world.superuser.query('select number from devices where id = $1', [id])
  for (let from = 0; from < locations; from += rowsPerInsert) {
    await world.superuser.query(
      `insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, speed,
         course, satellites, class, more)
       select now() - interval '1 day' - n * interval '500 milliseconds', now(), $2, $1, 413900000 + n % 100000, 21700000,
         n, n % 1000, n % 3600, 9, 2, jsonb_build_object('attributes', jsonb_build_object('odometer', n))
       from generate_series($3::int + 1, $4::int) as n`,
      [account.accountId, rows[0].number, from, Math.min(locations, from + rowsPerInsert)],
    )
  }
  const file = `${world.ctx.config.exports.dir}/${account.accountId}.tar`
  const run = runRastro(world.env, 'account', 'export', account.account, '--to', file, '--json')
  let peakMb = 0
  let oldestSeconds = 0
  const timer = setInterval(async () => {
    peakMb = Math.max(peakMb, peakOf(run.pid))
    const { rows: ages } = await world.superuser.query(
      `select coalesce(max(extract(epoch from now() - xact_start)), 0)::float8 as age from pg_stat_activity
       where application_name = 'rastro-operator' and datname = current_database()`,
    )
    oldestSeconds = Math.max(oldestSeconds, ages[0].age)
  }, sampleEveryMs)
  const { code, stdout, stderr } = await run.ended
  clearInterval(timer)
  expect([code, stderr]).toEqual([0, ''])
  const written = JSON.parse(stdout)
  expect(statSync(file).size).toBe(written.bytes)
  rmSync(file)
  return { rows: written.rows, bytes: written.bytes, peakMb, oldestSeconds }
}

/** The highest resident size so far. */
function peakOf(pid: number): number {
  try {
    const [, kb = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kb) / 1_024
  } catch {
    return 0
  }
}

test('stays below 200 MB, whatever the size of the account', { timeout: 3_600_000 }, async () => {
  const few = await measure(small)
  const many = await measure(large)
  const line = ({ rows, bytes, peakMb, oldestSeconds }: Measured) =>
    `${rows} rows, ${(bytes / 1e6).toFixed(1)} MB: peak ${peakMb.toFixed(0)} MB, oldest transaction ${oldestSeconds.toFixed(2)} s`
  process.stdout.write(`export of ${line(few)}\nexport of ${line(many)}\n`)
  expect(many.rows).toBeGreaterThan(large)
  expect(many.peakMb).toBeLessThan(maxPeakMb)
  expect(many.peakMb - few.peakMb).toBeLessThan(maxGrowthMb)
  expect(many.oldestSeconds).toBeLessThan(60)
})
