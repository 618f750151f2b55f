// npm run bench -- history: one day of one device, compared with a bare server that runs the same query.

import { parseArgs } from 'node:util'
import pg from 'pg'
import { report } from '../scripts/proof/report.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import type { Figures } from './harness.ts'
import { median } from './harness.ts'
import type { Installation, Served } from './installation.ts'
import { getToken, install } from './installation.ts'
import { getRequest } from './load/generate.ts'
import type { Bare, Pair, Rounds } from './load/side-by-side.ts'
import {
  capacityFigures,
  latencyFigures,
  measureAtHalf,
  measureByTurns,
  startBare,
} from './load/side-by-side.ts'

const rowsPerDay = 300
const days = 7
const dayMs = 86_400_000

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '500' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      'log-level': { type: 'string', default: 'warn' },
    },
  })
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
  const installation = await install(imeisOf('35630704', Number(values.devices)))
  const numbers = await driveDays(installation)
  const api = await installation.serve('api', values['log-level'])
  const bare = await startBare(installation, 'track')
  try {
    const pair = await trackPair(installation, api, bare, numbers)
    const results = await measureByTurns(pair, rounds, seconds)
    const rowsPerSecond = (who: keyof Rounds) =>
      median(results[who].map(({ perSecond }) => perSecond * rowsPerDay))
    const capacity = median(results.ours.map(({ perSecond }) => perSecond))
    const figures: Figures = {
      'locations stored': numbers.length * days * rowsPerDay,
      'rows/s, bare': rowsPerSecond('bare'),
      'rows/s, ours': rowsPerSecond('ours'),
      ...capacityFigures('one-day track', results),
      ...latencyFigures('one-day track', await measureAtHalf(pair, capacity, rounds, seconds)),
    }
    report('history', figures, { 'one-day track, ours to bare': { atLeast: 0.8 } })
  } finally {
    bare.stop()
    await api.stop()
    await installation.remove()
  }
}

export async function trackPair(
  installation: Installation,
  api: Served,
  bare: Bare,
  numbers: number[],
): Promise<Pair> {
  const { account, services } = installation
  const headers = { authorization: `Bearer ${await getToken(api, installation)}` }
  const postgres = services.postgres.pid()!
  // Device and day change with every request.
  const questions = Array.from({ length: numbers.length * days }, (_, index) => {
    const device = (index * 7_919) % numbers.length
    const to = today() - (index % days) * dayMs
    const period = `from=${new Date(to - dayMs).toISOString()}&to=${new Date(to).toISOString()}`
    return { id: account.deviceIds[device], number: numbers[device], period }
  })
  return {
    bare: {
      url: bare.url,
      pids: { server: bare.pid, postgres },
      requests: questions.map(({ number, period }) => getRequest(`/track?number=${number}&${period}`)),
    },
    ours: {
      url: api.url!,
      pids: { server: api.pid, postgres },
      requests: questions.map(({ id, period }) =>
        getRequest(`/api/devices/${id}/locations?${period}`, headers),
      ),
    },
  }
}

function today(): number {
  return Math.floor(Date.now() / dayMs) * dayMs
}

/** Days of every device, in the order in which a fleet reports. Returns device numbers in the order of their ids. */
export async function driveDays({ services, account }: Installation): Promise<number[]> {
  const superuser = new pg.Client({ connectionString: services.postgres.url('superuser', 'rastro') })
  await superuser.connect()
  await superuser.query(
    `insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint,
       altitude_m, speed, course, accuracy_m, satellites, class)
     select at, at + interval '1 second', d.number, d.account_id, 404000000 + d.number % 100000 + step * 90,
       -37000000 + step * 120, d.number * 31 + step, 650, 400 + step % 300, step * 12 % 3600, 5, 9, 2
     from generate_series(0, $1::int * $2::int - 1) as step,
       lateral (select $3::timestamptz + make_interval(secs => step * 86400.0 / $1) as at) as time, devices d
     where d.account_id = $4
     order by step, d.number`,
    [rowsPerDay, days, new Date(today() - days * dayMs), account.accountId],
  )
  await superuser.query('vacuum analyze')
  const { rows } = await superuser.query<{ id: string; number: number }>(
    'select id, number from devices where account_id = $1',
    [account.accountId],
  )
  await superuser.end()
  const numbers = new Map(rows.map(({ id, number }) => [id, number]))
  return account.deviceIds.map((id) => numbers.get(id)!)
}
