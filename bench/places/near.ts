// The devices near a point, in an account of 100,000 devices in one city: alone, and beside two more accounts like it.

import pg from 'pg'
import { listNearDevices } from '../../server/src/features/locations/near/near.api.ts'
import { createRandom } from '../../simulator/src/random.ts'
import type { Figures } from '../harness.ts'
import { median, percentile } from '../harness.ts'
import type { Installation } from '../installation.ts'
import { createFleetAccount, install } from '../installation.ts'

const devices = 100_000
const searches = 1_000
const warmUp = 100
const radiusM = 50_000
const limit = 20
const city = { latitude: 40.4168, longitude: -3.7038 }

export async function measureNear(): Promise<Figures> {
  const noIdentifiers = Array.from({ length: devices }, () => null)
  const installation = await install(noIdentifiers)
  const superuser = new pg.Client({
    connectionString: installation.services.postgres.url('superuser', 'rastro'),
  })
  await superuser.connect()
  try {
    await placeInCity(superuser)
    const alone = await measureSearches(installation)
    for (const userName of ['second@example.com', 'third@example.com']) {
      await createFleetAccount(installation.open, noIdentifiers, userName)
    }
    await placeInCity(superuser)
    const beside = await measureSearches(installation)
    return {
      'near: devices of the account': devices,
      'near, ms p50': median(beside),
      'near, ms p99': percentile(beside, 0.99),
      'near, beside other accounts : alone, p50': median(beside) / median(alone),
    }
  } finally {
    await superuser.end()
    await installation.remove()
  }
}

/** Denser towards the middle: a quarter of them within some 5 km. */
async function placeInCity(superuser: pg.Client): Promise<void> {
  await superuser.query(
    `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude)
     select account_id, number, now(), now(), now(),
       (($1 + 0.2 * r * sin(a)) * 1e7)::int, (($2 + 0.26 * r * cos(a)) * 1e7)::int
     from devices, lateral (
       select (hashint4(number) & 1048575) / 1048576.0 as r,
         (hashint4(number + 1000000000) & 1048575) / 1048576.0 * 6.283 as a) as random
     on conflict do nothing`,
    [city.latitude, city.longitude],
  )
  await superuser.query('vacuum (analyze) newest_locations, devices')
}

async function measureSearches({ open, account }: Installation): Promise<number[]> {
  const { next } = createRandom(23)
  const times: number[] = []
  for (let turn = 0; turn < warmUp + searches; turn += 1) {
    const around = {
      latitude: city.latitude + (next() - 0.5) * 0.3,
      longitude: city.longitude + (next() - 0.5) * 0.4,
      radiusM,
      limit,
    }
    const startedAt = performance.now()
    await listNearDevices(open.ctx, { accountId: account.accountId, scope: { kind: 'all' } }, around)
    if (turn >= warmUp) times.push(performance.now() - startedAt)
  }
  return times
}
