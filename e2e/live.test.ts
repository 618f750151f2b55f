// The live map: locations appear without a reload.

import { createFleet } from '@rastro/simulator'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { devicesOn, lineOf } from './map.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { driveTracker } from './trackers.ts'

let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account()
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

async function storedCoordinates(deviceId: string): Promise<[number, number][]> {
  const [from, to] = [-3_600_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString())
  const path = `/api/devices/${deviceId}/locations?from=${from}&to=${to}&limit=1000`
  const { body } = await stage.call('GET', path, account)
  return body.locations.map(({ longitude, latitude }: { longitude: number; latitude: number }) => [
    longitude,
    latitude,
  ])
}

test('a tracker connects and moves, and the list and the map follow without a reload', async () => {
  const device = await stage.make.device(account, { name: 'Gaviota', identifier: '356307040000017' })
  const { page, signIn } = await stage.visit()
  await signIn(account)
  const row = page.getByRole('option', { name: /Gaviota/ })
  await row.waitFor()
  expect(await row.textContent()).toContain('Never seen')
  expect(await devicesOn(page)).toEqual([])

  const fleet = createFleet({
    identifiers: ['356307040000017'],
    variants: ['teltonika'],
    locationsPerSecond: 1,
    host: '127.0.0.1',
    port: stage.world.gatewayPort,
    home: { latitude: 43.36, longitude: -8.41 },
    seed: 3,
  })
  fleet.start()
  try {
    await expect.poll(() => row.textContent()).toMatch(/Moving.*km\/h/)
    const first = await row.textContent()
    await expect.poll(() => row.textContent()).not.toBe(first)
  } finally {
    fleet.stopReporting()
    await fleet.drained(5_000)
    fleet.stop()
  }
  await expect
    .poll(async () => {
      const [shown] = await devicesOn(page)
      const [longitude = 0, latitude = 0] = (await storedCoordinates(device.id)).at(-1) ?? []
      return shown && Math.hypot(shown.longitude - longitude, shown.latitude - latitude) < 0.05
    })
    .toBe(true)
})

test('a connection lost for 20 seconds leaves no gap: rows and trail match what the server stored', async () => {
  const device = await stage.make.device(account, { name: 'Albatros', identifier: '356307040000025' })
  const tracker = await driveTracker(stage.world.gatewayPort, '356307040000025')
  let step = 0
  const drive = async () => {
    step += 1
    await tracker.report({ latitude: 42.2 + step / 500, longitude: -8.8, speedKmh: 20 + step })
  }
  await drive()
  const { page, signIn, expectsOutage } = await stage.visit()
  expectsOutage()
  await signIn(account, `/live?device=${device.id}`)
  const row = page.getByRole('option', { name: /Albatros/ })
  const connection = page.locator('[role=status][data-state]')
  await expect.poll(() => connection.textContent()).toBe('Live')
  await drive()
  await expect.poll(() => row.textContent()).toContain(`${20 + step} km/h`)

  await expect.poll(() => lineOf(page, 'selected-trail')).not.toEqual([])

  stage.proxy.blackHole()
  stage.proxy.cut()
  await expect.poll(() => connection.textContent()).toMatch(/Reconnecting|Offline/)
  const before = await row.textContent()
  for (let second = 0; second < 20; second += 1) {
    await drive()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  expect(await row.textContent()).toContain(before?.match(/\d+ km\/h/)?.[0])
  stage.proxy.heal()
  stage.proxy.cut()

  await expect.poll(() => connection.textContent(), { timeout: 40_000 }).toBe('Live')
  await expect.poll(() => row.textContent()).toContain(`${20 + step} km/h`)
  await drive()
  await expect.poll(() => row.textContent()).toContain(`${20 + step} km/h`)
  const stored = (await storedCoordinates(device.id)).map(String)
  expect(stored).toHaveLength(step)
  await expect
    .poll(async () => [...new Set((await lineOf(page, 'selected-trail')).map(String))])
    .toEqual(stored)
  tracker.close()
})
