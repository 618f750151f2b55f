// Whether reading costs the same when there is ten times as much, and what a location costs on disk.

import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { compact } from '../server/src/processes/compact.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import type { Figures } from './harness.ts'
import { median, percentile, report } from './harness.ts'
import { load } from './http-load.ts'
import type { Installation, Served } from './installation.ts'
import { getToken, install } from './installation.ts'

const bareProcess = fileURLToPath(new URL('./bare-track.ts', import.meta.url))
const rowsPerDay = 300
const dayMs = 86_400_000
const questions = 2_000
const rounds = 5

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '10000' },
      small: { type: 'string', default: '3000000' },
      large: { type: 'string', default: '30000000' },
    },
  })
  const devices = Number(values.devices)
  const daysOf = (rows: string) => Math.max(1, Math.round(Number(rows) / devices / rowsPerDay))
  const installation = await install(imeisOf('35630704', devices))
  const superuser = new pg.Client({
    connectionString: installation.engines.postgres.url('superuser', 'rastro'),
  })
  await superuser.connect()
  let api: Served | undefined
  let bare: ChildProcess | undefined
  try {
    const today = new Date(Math.floor(Date.now() / dayMs) * dayMs)
    api = await installation.serve('api')
    const token = await getToken(api, installation)
    const figures: Figures = {}
    const small = await grow(superuser, installation, today, 0, daysOf(values.small))
    const atSmall = await measureReads(api, token, installation, today)
    const large = await grow(superuser, installation, today, daysOf(values.small), daysOf(values.large))
    const atLarge = await measureReads(api, token, installation, today)
    figures['locations, small'] = small.rows
    figures['locations, large'] = large.rows
    figures['lastLocation p99, small, ms'] = atSmall.lastP99Ms
    figures['lastLocation p99, large, ms'] = atLarge.lastP99Ms
    figures['lastLocation p99, large to small'] = atLarge.lastP99Ms / atSmall.lastP99Ms
    figures['one-day track p99, small, ms'] = atSmall.trackP99Ms
    figures['one-day track p99, large, ms'] = atLarge.trackP99Ms
    figures['one-day track p99, large to small'] = atLarge.trackP99Ms / atSmall.trackP99Ms
    figures['bytes per location on disk, as written'] = large.bytesPerRow
    const { ownerUrl } = installation.open.ctx.config.db
    await compact(ownerUrl!, new Date(today.getTime() + 30 * dayMs), () => {})
    figures['bytes per location on disk, packed'] = (await sizeOf(superuser)).bytesPerRow

    bare = fork(bareProcess, { env: { ...process.env, BARE_DATABASE_URL: superuserUrl(installation) } })
    const [bareUrl] = (await once(bare, 'message')) as [string]
    const ratios = await compareTracks(api, token, bareUrl, installation, superuser, today)
    figures['one-day tracks/s, bare'] = ratios.bare
    figures['one-day tracks/s, ours'] = ratios.ours
    figures['one-day tracks, ours to bare'] = ratios.ratio
    report('growth', figures, [
      { figure: 'lastLocation p99, large to small', most: 1.3 },
      { figure: 'one-day track p99, large to small', most: 1.3 },
      { figure: 'bytes per location on disk, packed', most: 130 },
      { figure: 'one-day tracks, ours to bare', least: 0.7 },
    ])
  } finally {
    bare?.kill()
    await api?.stop()
    await superuser.end()
    await installation.remove()
  }
}

function superuserUrl({ engines }: Installation): string {
  return engines.postgres.url('superuser', 'rastro')
}

/** Days of history for every device, in the order in which a fleet reports: all devices, then all again. */
async function grow(
  superuser: pg.Client,
  { account }: Installation,
  today: Date,
  fromDay: number,
  toDay: number,
) {
  for (let day = fromDay; day < toDay; day += 1) {
    await superuser.query(
      `insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint,
         altitude_m, speed, course, accuracy_m, satellites, class)
       select at, at + interval '1 second', d.number, d.account_id, 404000000 + d.number % 100000 + step * 90,
         -37000000 + step * 120, d.number * 31 + step, 650, 400 + step % 300, step * 12 % 3600, 5, 9, 2
       from generate_series(0, $1 - 1) as step,
         lateral (select $2::timestamptz + make_interval(secs => step * 86400.0 / $1) as at) as time,
         devices d
       where d.account_id = $3
       order by step, d.number`,
      [rowsPerDay, new Date(today.getTime() - (day + 1) * dayMs), account.accountId],
    )
    process.stderr.write(
      `\r${((day + 1) * rowsPerDay * account.deviceIds.length).toLocaleString('en')} locations`,
    )
  }
  process.stderr.write('\n')
  await superuser.query(
    `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude)
     select account_id, number, $1, $1, $1, 404000000, -37000000 from devices where account_id = $2
     on conflict do nothing`,
    [today, account.accountId],
  )
  await superuser.query('vacuum analyze')
  return sizeOf(superuser)
}

/** What a location takes, indexes included. */
async function sizeOf(superuser: pg.Client): Promise<{ rows: number; bytesPerRow: number }> {
  const { rows } = await superuser.query(`
    select sum(pg_total_relation_size(c.oid))::float8 as bytes, (select count(*)::float8 from locations) as rows
    from pg_class c where c.relname ~ '^locations_.*\\d{8}$' and c.relkind = 'r' and pg_relation_size(c.oid) > 0`)
  return { rows: rows[0].rows as number, bytesPerRow: rows[0].bytes / rows[0].rows }
}

/** The newest whole day, of a device at random. */
function dayOf(today: Date): string {
  const from = new Date(today.getTime() - dayMs).toISOString()
  return `from=${from}&to=${today.toISOString()}`
}

async function measureReads(api: Served, token: string, { account }: Installation, today: Date) {
  const headers = { authorization: `Bearer ${token}` }
  const anyDevice = () => account.deviceIds[Math.floor(Math.random() * account.deviceIds.length)]!
  const last = () => ({ url: `${api.url}/api/devices/${anyDevice()}/lastLocation`, headers })
  const track = () => ({ url: `${api.url}/api/devices/${anyDevice()}/locations?${dayOf(today)}`, headers })
  await load(last, questions, 2)
  await load(track, questions, 2)
  const lasts: number[] = []
  const tracks: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    lasts.push(percentile((await load(last, questions, 2)).latenciesMs, 0.99))
    tracks.push(percentile((await load(track, questions, 2)).latenciesMs, 0.99))
  }
  return { lastP99Ms: median(lasts), trackP99Ms: median(tracks) }
}

async function compareTracks(
  api: Served,
  token: string,
  bareUrl: string,
  { account }: Installation,
  superuser: pg.Client,
  today: Date,
) {
  const headers = { authorization: `Bearer ${token}` }
  const { rows } = await superuser.query('select number from devices where account_id = $1 order by number', [
    account.accountId,
  ])
  const pick = (index: number) => (index * 7_919) % account.deviceIds.length
  const ourAsk = (index: number) => ({
    url: `${api.url}/api/devices/${account.deviceIds[pick(index)]}/locations?${dayOf(today)}`,
    headers,
  })
  const bareAsk = (index: number) => ({
    url: `${bareUrl}/track?number=${rows[pick(index)].number}&${dayOf(today)}`,
  })
  const ours: number[] = []
  const bares: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const bare = (await load(bareAsk, questions, 8)).perSecond
    const our = (await load(ourAsk, questions, 8)).perSecond
    // The first round warms both up.
    if (round === 0) continue
    bares.push(bare)
    ours.push(our)
  }
  return {
    ours: median(ours),
    bare: median(bares),
    ratio: median(ours.map((our, index) => our / bares[index]!)),
  }
}
