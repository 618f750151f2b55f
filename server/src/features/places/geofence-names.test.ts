// However many and however complex the geofences of an account are, they do not delay other accounts.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { metricValue } from '../../../test/metric-value.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { loadGeofenceNames } from './geofence-names.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const geofences = 40
const positionsOfEach = 1_000
const centre = [2.2, 41.4] as const

async function makeLargeAccount(): Promise<MadeAccount> {
  const account = await world.make.account()
  for (let index = 0; index < geofences; index += 1) {
    const ring = Array.from({ length: positionsOfEach - 1 }, (_, step) => {
      const angle = (step / (positionsOfEach - 1)) * 2 * Math.PI
      return [centre[0] + 0.1 * Math.cos(angle), centre[1] + 0.1 * Math.sin(angle) + index]
    })
    const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]!]] }
    await world.make.geofence(account, { name: `Large ${index}`, geometry, radius: undefined })
  }
  return account
}

/** The statements of an account, as they are made. */
function watched({ accountId }: MadeAccount): { db: AccountDb; parts: () => number } {
  const db = world.ctx.db.forAccount(accountId)
  let parts = 0
  const watching = Object.assign(async (pieces: TemplateStringsArray, ...values: unknown[]) => {
    if (pieces.join('').includes('geometry')) parts += 1
    return db(pieces, ...values)
  }, db)
  return { db: watching as unknown as AccountDb, parts: () => parts }
}

test('a small account waits for one part of a large one, not for all of them', async () => {
  const [large, small] = [watched(await makeLargeAccount()), watched(await world.make.account())]
  const loadingLarge = loadGeofenceNames(world.ctx.db, large.db)
  await expect.poll(large.parts, { interval: 1 }).toBe(1)
  await loadGeofenceNames(world.ctx.db, small.db)
  const partsBefore = large.parts()
  await loadingLarge
  // Eight parts, and one to see that there are no more.
  expect(large.parts()).toBe((geofences * positionsOfEach) / 5_000 + 1)
  expect(partsBefore).toBeLessThanOrEqual(3)
})

test('many points in geofences that take long to search leave the process to others', async () => {
  const account = await world.make.account()
  for (let index = 0; index < 12; index += 1) {
    const coordinates = Array.from({ length: 9_000 }, (_, step) => [
      10 + (((step + index * 7_919) * 0.618_034) % 0.5),
      10 + (((step + index * 7_919) * 0.414_214) % 0.5),
    ])
    const geometry = { type: 'LineString', coordinates }
    await world.make.geofence(account, { name: `Thin ${index}`, geometry, radius: 1 })
  }
  const points = Array.from({ length: 200 }, (_, index) => ({
    latitude: 10.02 + ((index * 0.0023) % 0.45),
    longitude: 10.02 + ((index * 0.0017) % 0.45),
  }))
  const ask = () => world.call('POST', '/api/places/reverse', { token: account.token, body: { points } })
  await ask()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const { status, body } = await ask()
  // A delay is noticed after it.
  await sleep(20)
  delay.disable()
  expect([status, body.places.length]).toEqual([200, 200])
  expect(delay.max / 1e6).toBeLessThan(250)
  expect(await metricValue('rastro_places_over_budget_total')).toBeGreaterThan(0)
})

test('a changed name is used some seconds later, and nobody waits for it', async () => {
  const account = await world.make.account()
  const geometry = { type: 'Point', coordinates: centre }
  const { id } = await world.make.geofence(account, { name: 'Old name', geometry, radius: 100 })
  const [longitude, latitude] = centre
  const name = async () => {
    const path = `/api/places/reverse?latitude=${latitude}&longitude=${longitude}`
    return (await world.call('GET', path, { token: account.token })).body.place.geofence?.name
  }
  expect(await name()).toBe('Old name')
  const renamed = await world.call('PATCH', `/api/geofences/${id}`, {
    token: account.token,
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { name: 'New name' },
  })
  expect(renamed.status).toBe(200)
  await expect.poll(name, { timeout: 15_000, interval: 250 }).toBe('New name')
})
