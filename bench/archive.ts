// npm run bench -- archive: a week of a fleet in the archive, on a disk and in S3 (s3rver, on loopback), beside the same week in
// PostgreSQL: size, speed of archiving, and reads of a device's day through the API.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { report } from '../scripts/proof/report.ts'
import { openS3rver } from '../server/src/platform/objects/testing/s3rver.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import type { Random } from '../simulator/src/random.ts'
import { createRandom } from '../simulator/src/random.ts'
import type { Figures } from './harness.ts'
import { cpuSeconds, percentile } from './harness.ts'
import type { Installation, Served } from './installation.ts'
import { getToken, install } from './installation.ts'

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const dayMs = 86_400_000
const rowsPerDay = 2_880
const daysAcross = 31
const reads = 300
const warmUpReads = 30

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { devices: { type: 'string', default: '100' } } })
  const dir = await mkdtemp(join(tmpdir(), 'rastro-bench-archive-'))
  const s3 = await openS3rver(join(dir, 's3'))
  try {
    const local = join(dir, 'local')
    await mkdir(local)
    const onDisk = { RASTRO_ARCHIVE_KIND: 'local', RASTRO_ARCHIVE_DIRECTORY: local }
    const inS3 = {
      RASTRO_ARCHIVE_KIND: 's3',
      RASTRO_ARCHIVE_S3_URL: s3.settings.endpoint,
      RASTRO_ARCHIVE_S3_BUCKET: s3.settings.bucket,
      RASTRO_ARCHIVE_S3_ACCESS_KEY: s3.settings.accessKeyId,
      RASTRO_ARCHIVE_S3_SECRET: s3.settings.secretAccessKey,
    }
    const devices = Number(values.devices)
    report(
      'archive',
      { ...(await measure('disk', onDisk, devices)), ...(await measure('S3', inS3, devices)) },
      {
        'disk: bytes per location': { atMost: 25 },
        'disk: locations archived per CPU second': { atLeast: 200_000 },
        'disk: memory of archiving, MB': { atMost: 300 },
        "disk: a device's day, p99 to PostgreSQL's": { atMost: 3 },
        "S3: a device's day, p99 ms": { atMost: 100 },
        'disk: tracks of 31 days that differ': { is: 0 },
        'S3: tracks of 31 days that differ': { is: 0 },
      },
    )
  } finally {
    await s3.close()
    await rm(dir, { recursive: true, force: true })
  }
}

async function measure(name: string, settings: Record<string, string>, devices: number): Promise<Figures> {
  const installation = await install(imeisOf('35630705', devices), settings, {
    postgresSettings: { shared_buffers: '1GB' },
  })
  const superuser = new pg.Client({
    connectionString: installation.services.postgres.url('superuser', 'rastro'),
  })
  try {
    await superuser.connect()
    const mondayMs = await fill(superuser)
    const before = await measureReads(installation, mondayMs)
    const archiving = await measureArchiving(installation)
    const { rows } = await superuser.query(
      'select sum(bytes)::float8 as bytes, sum(locations)::float8 as locations from archive_objects',
    )
    // In ten minutes, when the reads that began before have ended.
    await superuser.query("update archive_weeks set archived_at = archived_at - interval '1 hour'")
    await measureArchiving(installation)
    const after = await measureReads(installation, mondayMs)
    const differing = before.tracks.filter((track, index) => track !== after.tracks[index]).length
    const [{ bytes, locations }] = rows
    return prefixed(name, {
      locations,
      'bytes per location': bytes / locations,
      'locations archived per second': locations / archiving.seconds,
      'locations archived per CPU second': locations / archiving.cpuSeconds,
      'CPU seconds of PostgreSQL meanwhile': archiving.postgresSeconds,
      'memory of archiving, MB': archiving.peakMb,
      "a device's day in PostgreSQL, p50 ms": percentile(before.ms, 0.5),
      "a device's day in PostgreSQL, p99 ms": percentile(before.ms, 0.99),
      "a device's day, p50 ms": percentile(after.ms, 0.5),
      "a device's day, p99 ms": percentile(after.ms, 0.99),
      "a device's day, p99 to PostgreSQL's": percentile(after.ms, 0.99) / percentile(before.ms, 0.99),
      'tracks of 31 days': before.tracks.length,
      'tracks of 31 days that differ': differing,
    })
  } finally {
    await superuser.end()
    await installation.remove()
  }
}

function prefixed(name: string, figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([key, value]) => [`${name}: ${key}`, value]))
}

/** A location every 30 s for a week three weeks ago, and every 5 minutes from then on. Returns the Monday of that week. */
async function fill(superuser: pg.Client): Promise<number> {
  await superuser.query('set synchronous_commit = off')
  const { rows } = await superuser.query(
    "select date_trunc('week', now(), 'UTC') - interval '21 days' as monday",
  )
  const [{ monday }] = rows
  for (const [from, seconds, count] of [
    [monday, 30, 7 * rowsPerDay],
    [new Date(monday.getTime() + 7 * dayMs), 300, 14 * 288],
  ] as const) {
    await superuser.query(
      `insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, altitude_m,
         speed, course, accuracy_m, satellites, class, more)
       select at, at + (1000 + random() * 4000)::int * interval '1 millisecond', d.number, d.account_id,
         (404000000 + d.number * 1000 + sin(n / 500.0) * 2000000 + is_moving * random() * 200)::int,
         (-37000000 + cos(n / 500.0) * 2000000 + is_moving * random() * 200)::int,
         (random() * 4000000000 - 2000000000)::int, (650 + sin(n / 90.0) * 80 + random() * 2)::int,
         (is_moving * (400 + random() * 300))::int, (is_moving * ((n * 7) % 3600))::int, (3 + random() * 6)::int,
         (7 + random() * 5)::int, 2,
         case n % 5 when 0 then null else jsonb_build_object('battery', 80 + n / 300 % 20, 'attributes', jsonb_build_object(
           'ignition', is_moving = 1, 'odometer', n * 13, 'rssi', (random() * 31)::int)) end
       from devices d, generate_series(0, $3::int - 1) n,
         lateral (select $1::timestamptz + n * make_interval(secs => $2::int) as at, (n / 960 % 3 = 1)::int as is_moving) as step`,
      [from, seconds, count],
    )
  }
  await superuser.query('vacuum (analyze) locations')
  return monday.getTime()
}

/** Days of devices at random, one after the other, and whole months of a few. */
async function measureReads(
  installation: Installation,
  mondayMs: number,
): Promise<{ ms: number[]; tracks: string[] }> {
  const api = await installation.serve('api', 'warn')
  try {
    const read = await openReader(installation, api)
    const random = createRandom(1)
    const ms: number[] = []
    for (let turn = -warmUpReads; turn < reads; turn += 1) {
      const { deviceId, fromMs } = pickDay(installation, random, mondayMs)
      const beganMs = performance.now()
      await read(deviceId, fromMs, fromMs + dayMs)
      if (turn >= 0) ms.push(performance.now() - beganMs)
    }
    const tracks: string[] = []
    for (const deviceId of installation.account.deviceIds.slice(0, 5)) {
      const text = await read(deviceId, mondayMs, mondayMs + daysAcross * dayMs)
      tracks.push(createHash('sha256').update(locationsIn(text)).digest('hex'))
    }
    return { ms, tracks }
  } finally {
    await api.stop()
  }
}

function pickDay({ account }: Installation, random: Random, mondayMs: number) {
  const fromMs = mondayMs + Math.floor(random.next() * 7) * dayMs
  return { deviceId: random.pick(account.deviceIds), fromMs }
}

async function openReader(installation: Installation, api: Served) {
  const headers = { authorization: `Bearer ${await getToken(api, installation)}` }
  return async (deviceId: string, fromMs: number, toMs: number): Promise<string> => {
    const period = `from=${new Date(fromMs).toISOString()}&to=${new Date(toMs).toISOString()}`
    const response = await fetch(`${api.url}/api/devices/${deviceId}/locations?${period}`, { headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status}: ${text}`)
    return text
  }
}

/** Without what differs between requests. */
function locationsIn(text: string): string {
  return text.slice(text.indexOf('['), text.lastIndexOf(']') + 1)
}

async function measureArchiving({ env, services }: Installation) {
  const postgresPid = services.postgres.pid()!
  const postgresBefore = cpuSeconds(postgresPid)
  const beganMs = performance.now()
  const child = spawn(process.execPath, [main, 'archive', 'run'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exited = once(child, 'exit')
  let peakMb = 0
  let seconds = 0
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
    seconds = Math.max(seconds, cpuSeconds(child.pid!))
  }, 50)
  const [code] = await exited
  clearInterval(timer)
  if (code !== 0) throw new Error(`archiving ended with ${code}`)
  return {
    seconds: (performance.now() - beganMs) / 1_000,
    cpuSeconds: seconds,
    postgresSeconds: cpuSeconds(postgresPid) - postgresBefore,
    peakMb,
  }
}
