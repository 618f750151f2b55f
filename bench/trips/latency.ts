// From the reception of the location that decides a departure to the event `trip.started` in the log, while a fleet
// reports in real time.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { unpack } from '../../server/src/features/events/event-encoding.api.ts'
import { createLocationWriter } from '../../server/src/features/recorder/location-log.api.ts'
import type { LocationRow } from '../../server/src/features/recorder/location-row.types.ts'
import { fromSegmentId } from '../../server/src/features/trips/segment-id.ts'
import type { TruthLocation } from '../../simulator/src/truth/truth.types.ts'
import type { Figures } from '../harness.ts'
import { percentile } from '../harness.ts'
import type { Installation, Served } from '../installation.ts'
import { install } from '../installation.ts'
import { driveVehicles } from '../load/known-tracks.ts'
import { difference, meterOf } from '../meters.ts'

export interface LatencyOptions {
  locationsPerSecond: number
  warmUpSeconds: number
  seconds: number
}

const intervalSeconds = 30
const vehicles = 200
const hourMs = 3_600_000
/** Vehicles drive between these hours of their day. */
const [firstHour, lastHour] = [8, 16]

export async function measureLatency(options: LatencyOptions): Promise<Figures> {
  const devices = options.locationsPerSecond * intervalSeconds
  const installation = await install(Array.from({ length: devices }, () => null))
  const superuser = new pg.Client({
    connectionString: installation.services.postgres.url('superuser', 'rastro'),
  })
  const served: Record<string, Served> = {}
  try {
    await superuser.connect()
    for (const role of ['recorder', 'notifier', 'trips']) served[role] = await installation.serve(role)
    const started = await followStarts(installation)
    const live = startLive(installation)
    await sleep(options.warmUpSeconds * 1_000)
    const meter = meterOf(installation, served)
    const [before, fromMs] = [meter(), Date.now()]
    await sleep(options.seconds * 1_000)
    const untilMs = Date.now()
    const after = meter()
    const rate = live.written() / ((Date.now() - live.startedAtMs) / 1_000)
    live.stop()
    // What was decided last is still processed and published.
    await sleep(30_000)
    const delays = await delaysOf(superuser, started, fromMs, untilMs)
    const cpuOf = (name: string) =>
      difference(after[name]!, before[name]!).cpuSeconds / ((untilMs - fromMs) / 1_000)
    return {
      'live, devices': devices,
      'live, locations/s': rate,
      'live, trips started': delays.length,
      'live, trip.started p50, s': percentile(delays, 0.5) / 1_000,
      'live, trip.started p95, s': percentile(delays, 0.95) / 1_000,
      'live, trip.started max, s': percentile(delays, 1) / 1_000,
      'live, processing lag p99, s': await lagOf(superuser),
      'live, trips, share of a core': cpuOf('trips'),
      'live, recorder, share of a core': cpuOf('recorder'),
      'live, postgres, share of a core': cpuOf('postgres'),
    }
  } finally {
    for (const one of Object.values(served)) await one.stop()
    await superuser.end()
    await installation.remove()
  }
}

/** By the id of the trip: when its event was in the log. */
async function followStarts({ open, account }: Installation): Promise<Map<string, number>> {
  const started = new Map<string, number>()
  await open.ctx.bus.events.follow(account.accountId, {
    receive(message) {
      if (message.kind !== 'trip') return
      for (const { json, loggedAt } of unpack(message)) {
        const { type, data } = JSON.parse(json) as { type: string; data: { id: string } }
        if (type === 'trip.started') started.set(fromSegmentId(data.id)!, loggedAt.getTime())
      }
    },
    missed: () => {
      throw new Error('events were missed')
    },
  })
  return started
}

/** Every device drives what a vehicle drives on a workday, from another moment on. */
function startLive({ open, account }: Installation) {
  const startedAtMs = Date.now()
  const writer = createLocationWriter(open.ctx)
  const tracks = driveVehicles({ vehicles, startMs: 0, days: 2, seed: 7 })
  const cursors = account.deviceIds.map((deviceId, index) => {
    const track = tracks[index % vehicles]!
    const hours = firstHour + ((index * 7_919) % 1_000) * ((lastHour - firstHour) / 1_000)
    const next = track.findIndex(({ atMs }) => atMs >= hours * hourMs)
    return { deviceId, track, next, shiftMs: startedAtMs - hours * hourMs }
  })
  let written = 0
  const timer = setInterval(() => {
    const nowMs = Date.now()
    for (const cursor of cursors) {
      for (;;) {
        const location = cursor.track[cursor.next]
        if (!location || location.atMs + cursor.shiftMs > nowMs) break
        writer.write([rowOf(account.accountId, cursor.deviceId, location, cursor.shiftMs)]).catch(() => {})
        cursor.next += 1
        written += 1
      }
    }
  }, 200)
  return { startedAtMs, written: () => written, stop: () => clearInterval(timer) }
}

export function rowOf(
  accountId: number,
  deviceId: string,
  location: TruthLocation,
  shiftMs: number,
): LocationRow {
  const { atMs, latitude, longitude, speedKmh, accuracyM, ignition } = location
  const e7 = (degrees: number | null) => (degrees === null ? null : Math.round(degrees * 1e7))
  const fixedAtMs = atMs + shiftMs
  return [
    [accountId, deviceId],
    fixedAtMs,
    Math.max(fixedAtMs, Date.now()),
    e7(latitude),
    e7(longitude),
    atMs | 0,
    600,
    speedKmh === null ? null : Math.round(speedKmh * 10),
    null,
    accuracyM,
    9,
    ignition === null ? null : { ignition },
    'api',
  ]
}

async function delaysOf(
  superuser: pg.Client,
  started: Map<string, number>,
  fromMs: number,
  untilMs: number,
): Promise<number[]> {
  const { rows } = await superuser.query(
    `select s.id, extract(epoch from l.received_at)::float8 * 1000 as received_ms
     from segments s join locations l on l.device_number = s.device_number
       and l.fixed_at = to_timestamp(split_part(s.began, ' ', 2)::float8 / 1000)
     where s.kind = 'trip' and l.received_at between to_timestamp($1) and to_timestamp($2)`,
    [fromMs / 1_000, untilMs / 1_000],
  )
  // A trip without an event took for ever.
  return rows.map(({ id, received_ms }) => (started.get(id) ?? Number.POSITIVE_INFINITY) - received_ms)
}

/** How old the oldest location is that was not processed, of 99 of 100 devices. */
async function lagOf(superuser: pg.Client): Promise<number> {
  const { rows } = await superuser.query(`
    select percentile_cont(0.99) within group (order by greatest(0, extract(epoch from n.latest_at - s.read_until)))::float8 as lag
    from newest_locations n left join trip_states s using (account_id, device_number)`)
  return rows[0].lag
}
