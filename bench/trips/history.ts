// Stores weeks of known tracks, and computes their trips: for the first time, and again. And once more as a fleet reports
// them, a few hours at a time, for the size of the result.

import pg from 'pg'
import { storeLocations } from '../../server/src/features/recorder/recorder.queries.ts'
import type { StorableRow } from '../../server/src/features/recorder/storable-row.types.ts'
import { processDue } from '../../server/src/features/trips/processor.api.ts'
import type { Figures } from '../harness.ts'
import { cpuSeconds } from '../harness.ts'
import type { Installation } from '../installation.ts'
import { install } from '../installation.ts'
import { driveVehicles } from '../load/known-tracks.ts'
import { rowOf } from './latency.ts'
import { makeDue } from './turns.ts'

export interface HistoryOptions {
  devices: number
  weeks: number
}

const dayMs = 86_400_000
const rowsPerStatement = 2_000
const vehicles = 50
const tables = ['segments', 'segment_days', 'device_days', 'segment_corrections'] as const

export async function measureHistory(options: HistoryOptions): Promise<Figures> {
  return { ...(await measureBackfill(options)), ...(await measureStorage(options)) }
}

async function withFleet(
  devices: number,
  measure: (installation: Installation, superuser: pg.Client) => Promise<Figures>,
): Promise<Figures> {
  const installation = await install(Array.from({ length: devices }, () => null))
  const superuser = new pg.Client({
    connectionString: installation.services.postgres.url('superuser', 'rastro'),
  })
  try {
    await superuser.connect()
    return await measure(installation, superuser)
  } finally {
    await superuser.end()
    await installation.remove()
  }
}

function measureBackfill({ devices, weeks }: HistoryOptions): Promise<Figures> {
  return withFleet(devices, async (installation, superuser) => {
    const rows = await fill(installation, superuser, devices, weeks * 7)
    const first = await measureProcessing(installation)
    await superuser.query(`update trip_states set redo_from = '-infinity', redo_cause = 'recomputed'`)
    const again = await measureProcessing(installation)
    const perSecond = (spent: Spent) => rows / (spent.own + spent.postgres)
    return {
      'backfill, locations': rows,
      'backfill, locations/s and core': perSecond(first),
      'backfill, processor, CPU µs per location': (first.own * 1e6) / rows,
      'backfill, postgres, CPU µs per location': (first.postgres * 1e6) / rows,
      'backfill again, locations/s and core': perSecond(again),
    }
  })
}

/** Rows are updated while a day lasts: what vacuum makes free in between is used again. */
function measureStorage({ devices, weeks }: HistoryOptions): Promise<Figures> {
  return withFleet(devices, async (installation, superuser) => {
    const days = weeks * 7
    await fill(installation, superuser, devices, days, async () => {
      await makeDue(superuser)
      while (await processDue(installation.open.ctx));
      await superuser.query(`vacuum (analyze) ${tables.join(', ')}, trip_states`)
    })
    const size = await sizeOf(superuser)
    const deviceYears = (devices * days) / 365
    return {
      'storage, segments per device and day': size.segments / (devices * days),
      'storage, MB per device-year': size.bytes / 1e6 / deviceYears + size.stateBytes / 1e6 / devices,
      ...Object.fromEntries(
        tables.map((table) => [
          `storage, ${table}, MB per device-year`,
          size.byTable[table]! / 1e6 / deviceYears,
        ]),
      ),
      'storage, state, kB per device': size.stateBytes / 1e3 / devices,
    }
  })
}

/** In the order in which a fleet reports: a stretch of each device in turn. */
async function fill(
  { open, account }: Installation,
  superuser: pg.Client,
  devices: number,
  days: number,
  afterTurn?: () => Promise<void>,
): Promise<number> {
  const startMs = Math.floor(Date.now() / dayMs - days - 1) * dayMs
  const tracks = driveVehicles({ vehicles: Math.min(vehicles, devices), startMs, days, seed: 9 })
  const { rows: numbers } = await superuser.query<{ id: string; number: number }>(
    'select id, number from devices where account_id = $1',
    [account.accountId],
  )
  const numberOf = new Map(numbers.map(({ id, number }) => [id, number]))
  let stored = 0
  const perTurn = 400
  const longest = Math.max(...tracks.map((track) => track.length))
  for (let from = 0; from < longest; from += perTurn) {
    let batch: StorableRow[] = []
    for (const [index, deviceId] of account.deviceIds.entries()) {
      const { accountId } = account
      const device = {
        deviceNumber: numberOf.get(deviceId)!,
        deviceId,
        accountId,
        class: 2,
        isElsewhere: false,
      }
      for (const location of tracks[index % tracks.length]!.slice(from, from + perTurn)) {
        batch.push({ device, row: rowOf(accountId, deviceId, location, 0) })
      }
      if (batch.length < rowsPerStatement) continue
      stored += (await storeLocations(open.ctx.db.recorder, batch)).length
      batch = []
    }
    if (batch.length > 0) stored += (await storeLocations(open.ctx.db.recorder, batch)).length
    await afterTurn?.()
    process.stderr.write(`\r${stored.toLocaleString('en')} locations`)
  }
  process.stderr.write('\n')
  await superuser.query('vacuum (analyze) locations, newest_locations')
  await superuser.query('checkpoint')
  return stored
}

interface Spent {
  own: number
  postgres: number
}

/** CPU seconds of this process and of PostgreSQL. */
async function measureProcessing({ open, services }: Installation): Promise<Spent> {
  const pid = services.postgres.pid()!
  const [before, own] = [cpuSeconds(pid), process.cpuUsage()]
  while (await processDue(open.ctx));
  const { user, system } = process.cpuUsage(own)
  return { own: (user + system) / 1e6, postgres: cpuSeconds(pid) - before }
}

async function sizeOf(superuser: pg.Client) {
  await superuser.query(`vacuum (analyze) ${tables.join(', ')}, trip_states`)
  const byTable: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await superuser.query(
      `select coalesce(sum(pg_total_relation_size(relid)), 0)::float8 as bytes from pg_partition_tree($1) where isleaf
         and pg_relation_size(relid) > 0`,
      [table],
    )
    byTable[table] = rows[0].bytes
  }
  const { rows } = await superuser.query(`
    select pg_total_relation_size('trip_states')::float8 as bytes, (select count(*)::float8 from segments) as segments`)
  const bytes = Object.values(byTable).reduce((sum, one) => sum + one, 0)
  return { byTable, bytes, stateBytes: rows[0].bytes as number, segments: rows[0].segments as number }
}
