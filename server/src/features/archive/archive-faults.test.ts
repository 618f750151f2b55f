// A store that fails, truncates or changes what it stores, and processes that end anywhere: nothing is lost or doubled.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../scripts/lane.ts'
import { createRandom } from '../../../../simulator/src/random.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { ObjectStore } from '../../platform/objects/object-store.types.ts'
import { openArchiveStore } from './archive.api.ts'
import { archiveDueWeeks } from './archiver.api.ts'
import { openAttempts } from './attempts.ts'
import { keepArchive } from './upkeep.api.ts'

const weekMs = 7 * 86_400_000
const weeks = isFullLane ? 200 : 12

let dir: string
let world: World
let store: ObjectStore
let monday: Date

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rastro-archive-faults-'))
  world = await openWorld({
    RASTRO_ARCHIVE_KIND: 'local',
    RASTRO_ARCHIVE_DIRECTORY: dir,
    RASTRO_LOG_LEVEL: 'silent',
  })
  store = (await openArchiveStore(world.ctx.config.history))!
  const { rows } = await world.superuser.query("select date_trunc('week', now(), 'UTC') as monday")
  monday = rows[0].monday
  // Weeks without locations are out of the way.
  await archive(store)
  world.clock.offsetMs += 660_000
  await archive(store)
})
afterAll(async () => {
  await world.close()
  rmSync(dir, { recursive: true, force: true })
})

const context = () => ({ ...world.ctx, history: world.ctx.config.history })

/** Returns how much failed. What failed before is tried again at once. */
async function archive(to: ObjectStore): Promise<number> {
  await world.superuser.query('delete from archive_failures')
  const attempts = await openAttempts(world.ctx)
  await archiveDueWeeks(context(), to, attempts)
  return attempts.failed()
}

/** One operation of the store goes wrong, at random; all of them from then on if the process ends there. */
function faulty(random: ReturnType<typeof createRandom>): ObjectStore {
  let left = Math.floor(random.next() * 8)
  const kind = Math.floor(random.next() * 4)
  let hasEnded = false
  const isNow = () => {
    if (hasEnded) return true
    left -= 1
    hasEnded = left < 0 && kind === 0
    return left === -1
  }
  const fail = () => Promise.reject(new Error('the store failed'))
  return {
    ...store,
    put: async (key, file) => {
      if (!isNow()) return store.put(key, file)
      // It was stored, and nobody learned of it.
      if (kind === 1) await store.put(key, file)
      return fail()
    },
    read: async (key, offset, length) => {
      const bytes = await store.read(key, offset, length)
      if (!isNow()) return bytes
      if (kind === 2) return bytes.subarray(0, length - 1)
      if (kind === 3) return Buffer.from(bytes).fill(bytes[0]! ^ 1, 0, 1)
      return fail()
    },
    remove: (key) => (isNow() ? fail() : store.remove(key)),
    list: async function* (prefix) {
      if (isNow()) await fail()
      yield* store.list(prefix)
    },
  }
}

test(`of ${weeks} weeks with faults, each location is read once, at every moment`, async () => {
  const random = createRandom(laneSeed)
  let faults = 0
  for (let week = 0; week < weeks; week += 1) {
    // None that was archived before.
    const startMs = monday.getTime() + (1 + week) * weekMs
    world.clock.set(new Date(startMs + 3 * weekMs))
    await world.superuser.query('select ensure_location_partitions($1::timestamptz)', [new Date(startMs)])
    // Its key would expire within a year.
    const { token } = await world.make.account({ licenses: 1 })
    const { id } = await world.make.device({ token })
    await world.superuser.query(
      `insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, class)
       select to_timestamp($2::float8 / 1000 + n * 100), now(), d.number, d.account_id, n, n, n, 2
       from devices d, generate_series(0, 5999) n where d.id = $1`,
      [id, startMs],
    )
    const read = async () => {
      const path = `/api/devices/${id}/locations?from=${new Date(startMs).toISOString()}&to=${new Date(startMs + weekMs).toISOString()}`
      const { body } = await world.call('GET', path, { token })
      return body.locations?.map(({ latitude }: { latitude: number }) => Math.round(latitude * 1e7)) ?? body
    }
    const wanted = Array.from({ length: 6_000 }, (_, n) => n)
    for (let tries = 0; tries < 3; tries += 1) {
      faults += await archive(faulty(random))
      expect(await read()).toEqual(wanted)
    }
    await archive(store)
    expect(await read()).toEqual(wanted)
    world.clock.offsetMs += 660_000
    await archive(store)
    // What it removes is of interrupted runs only.
    await keepArchive(context(), store)
    expect(await read()).toEqual(wanted)
    const { rows } = await world.superuser.query('select count(*)::int as rows from locations')
    expect(rows[0].rows).toBe(0)
    await world.call('DELETE', `/api/devices/${id}`, { token })
  }
  expect(faults).toBeGreaterThan(weeks)
}, 900_000)
