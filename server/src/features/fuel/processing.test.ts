// Fills and drains as the worker stores them, whatever is received when.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../scripts/lane.ts'
import type { FuelLocation, FuelledDevice } from '../../../test/fuel/fuelled-device.ts'
import { fuelledDevice, litresOf } from '../../../test/fuel/fuelled-device.ts'
import { driveAndStand, repeated, startMs, trackOf } from '../../../test/fuel/fuelled-track.ts'
import { simulateTank } from '../../../test/fuel/tanks.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { AccountDb, Pool } from '../../platform/db/db.ts'
import { processSensor } from './processing.ts'
import { processDueFuel } from './processor.api.ts'

let world: World
let account: MadeAccount
let device: FuelledDevice
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  world.clock.hold(new Date(startMs))
  account = await world.make.account({ licenses: 100 })
  device = await fuelledDevice(world, account)
})
afterAll(() => world.close())

/** 80 litres at first; 30 before the pump, 90 after it; 60 in the evening, 40 in the morning. */
function aDay(): FuelLocation[] {
  const first = driveAndStand({ metres: 0, atMs: startMs }, repeated(80, 30))
  const pump = driveAndStand(first, [...repeated(30, 10), 50, 70, ...repeated(90, 15)])
  const night = driveAndStand(pump, [...repeated(60, 60), 50, ...repeated(40, 60)])
  return [...first.locations, ...pump.locations, ...night.locations]
}
const kinds = async () => (await device.stored()).events.map(({ kind, ml }) => `${kind} ${ml / 1_000}`)

test('finds a fill and a drain, and publishes each once', async () => {
  await device.report(aDay())
  expect(await kinds()).toEqual(['fill 60', 'drain 20'])
  const { stops } = await device.stored()
  expect(stops.map(({ first_ml, last_ml }) => [first_ml / 1_000, last_ml / 1_000])).toEqual([
    [80, 80],
    [30, 90],
    [60, 40],
  ])
  await device.process()
  const published = await device.published()
  expect(published.map(({ type, data }) => [type, data.litres])).toEqual([
    ['fuel.filled', 60],
    ['fuel.drained', 20],
  ])
})

test('location by location comes to the same, and publishes nothing twice', async () => {
  for (const location of aDay()) await device.report([location])
  const published = await device.published()
  expect(published.map(({ type }) => type)).toEqual(['fuel.filled', 'fuel.drained'])
  const whole = await fuelledDevice(world, account)
  await whole.report(aDay())
  expect(await device.stored()).toEqual(await whole.stored())
})

test('what is received late corrects a fill, without another event', async () => {
  const all = aDay()
  const isAtPump = ({ atMs }: FuelLocation) => atMs > startMs + 58 * 60_000 && atMs < startMs + 68 * 60_000
  await device.report(all.filter((location) => !isAtPump(location)))
  const [before] = await device.published()
  await device.report(all.filter(isAtPump))
  const { body } = await device.call('GET', `/api/fuelEvents?deviceId=${device.id}&type=fill`)
  expect(body.fuelEvents).toHaveLength(1)
  expect(body.fuelEvents[0]).toMatchObject({ id: before!.data.id, litres: 60 })
  expect(body.fuelEvents[0].version).toBeGreaterThan(1)
  expect((await device.published()).filter(({ type }) => type === 'fuel.filled')).toHaveLength(1)
})

test('a confirmation outlives what is computed again', async () => {
  await device.report(aDay())
  const path = '/api/fuelEvents'
  const [{ id }] = (await device.call('GET', `${path}?type=fill`)).body.fuelEvents
  await device.call('PATCH', `${path}/${id}`, { confirmed: true, litres: 61.5, note: 'Receipt 7' })
  await device.call('PATCH', `${device.path}/fuelSensors/${device.sensorId}`, { minFillLitres: 10 })
  await device.processFuel()
  const shown = (await device.call('GET', `${path}/${id}`)).body.fuelEvent
  expect(shown).toMatchObject({ litres: 60, confirmed: true, confirmedLitres: 61.5, note: 'Receipt 7' })
  // It is no longer found, but a user has confirmed it.
  await device.call('PATCH', `${device.path}/fuelSensors/${device.sensorId}`, { minFillLitres: 99 })
  await device.processFuel()
  expect((await device.call('GET', `${path}/${id}`)).status).toBe(200)
  expect(await kinds()).toEqual(['fill 60', 'drain 20'])
  await device.call('PATCH', `${path}/${id}`, { confirmed: false, litres: null })
  await device.call('PATCH', `${device.path}/fuelSensors/${device.sensorId}`, { minFillLitres: 98 })
  await device.processFuel()
  expect(await kinds()).toEqual(['drain 20'])
})

test('a sensor that is created later knows the last month', async () => {
  await device.report(aDay())
  const token = await world.make.token(account.userName, account.apiKey)
  const sensor = await world.make.fuelSensor({ token }, device.id, { ...litresOf, name: 'Again' })
  expect(await processDueFuel(world.ctx)).toBe(false)
  const { body } = await device.call('GET', '/api/fuelEvents')
  const ofSensor = body.fuelEvents.filter((one: { sensorId: string }) => one.sensorId === sensor.id)
  expect(ofSensor.map(({ type }: { type: string }) => type)).toEqual(['drain', 'fill'])
})

test('a vehicle that stands for weeks is read in parts', async () => {
  const weekMinutes = 7 * 24 * 60
  const drive = driveAndStand({ metres: 0, atMs: startMs }, repeated(70, 3 * weekMinutes))
  world.clock.hold(new Date(drive.atMs))
  for (let index = 0; index < drive.locations.length; index += 1_000) {
    await device.store(drive.locations.slice(index, index + 1_000))
  }
  await device.process()
  const { stops } = await device.stored()
  expect(stops.length).toBe(Math.ceil((3 * weekMinutes) / 360))
  expect(new Set(stops.map(({ last_ml }) => last_ml))).toEqual(new Set([70_000]))
  await device.store([{ ...drive.locations.at(-1)!, atMs: drive.atMs + 60_000 }])
  world.clock.hold(new Date(drive.atMs + 11 * 60_000))
  await device.processTrips()
  expect(await device.processFuel()).toBeLessThanOrEqual(2 * 360 + 10)
})

/** Statements after which the connection is lost. */
function failingAfter(count: number): Pick<World['ctx'], 'db' | 'now' | 'log'> {
  let run = 0
  const begin: Pool['begin'] = (scope, work, options) =>
    world.ctx.db.begin(
      scope,
      (db) => {
        const failing = (...given: Parameters<AccountDb>) => {
          run += 1
          if (run > count) throw new Error('killed')
          return db(...given)
        }
        return work(Object.assign(failing, db) as AccountDb)
      },
      options,
    )
  return { ...world.ctx, db: { ...world.ctx.db, begin } }
}

test('a worker that is killed after any statement leaves nothing half, and publishes once', async () => {
  world.clock.hold(new Date(startMs + 5 * 3_600_000))
  await device.store(aDay())
  await device.processTrips()
  for (let count = 0; ; count += 1) {
    try {
      await processSensor(failingAfter(count), account.accountId, device.sensorNumber)
      break
    } catch (error) {
      expect((error as Error).message).toBe('killed')
      expect(await device.stored()).toEqual({ stops: [], events: [] })
      expect(await device.published()).toEqual([])
    }
    expect(count).toBeLessThan(50)
  }
  expect(await kinds()).toEqual(['fill 60', 'drain 20'])
  expect(await device.published()).toHaveLength(2)
})

test('several workers find and publish once', async () => {
  world.clock.hold(new Date(startMs + 5 * 3_600_000))
  await device.store(aDay())
  await device.processTrips()
  const work = () => processSensor(world.ctx, account.accountId, device.sensorNumber)
  await Promise.all([work(), work(), work(), work()])
  expect(await kinds()).toEqual(['fill 60', 'drain 20'])
  expect(await device.published()).toHaveLength(2)
})

test('a change while the worker computes is not lost', async () => {
  await device.report(aDay())
  const mark = `update fuel_states set changed_from = now() - interval '20 years', changed_until = 'infinity', marks = marks + 1
    where sensor_number = ${device.sensorNumber} returning changed_from`
  await world.superuser.query(mark)
  const { log, now } = world.ctx
  let isMarked = false
  const begin: Pool['begin'] = (scope, work, options) =>
    world.ctx.db.begin(
      scope,
      (db) => {
        const marking = async (...given: Parameters<AccountDb>) => {
          const result = await db(...given)
          if (!isMarked && given[0].join('').includes('from fuel_stops')) {
            isMarked = true
            await world.superuser.query(mark)
          }
          return result
        }
        return work(Object.assign(marking, db) as AccountDb)
      },
      options,
    )
  await processSensor({ log, now, db: { ...world.ctx.db, begin } }, account.accountId, device.sensorNumber)
  const { rows } = await world.superuser.query(
    'select changed_from from fuel_states where sensor_number = $1',
    [device.sensorNumber],
  )
  expect([isMarked, rows[0].changed_from !== null]).toEqual([true, true])
})

test('any order of reception comes to what all at once does', { timeout: 600_000 }, async () => {
  let events = 0
  for (let run = 0; run < (isFullLane ? 40 : 4); run += 1) {
    const seed = laneSeed * 1_000 + run
    const tank = simulateTank(seed, 3)
    const locations = trackOf(tank)
    const beganAtMs = locations[0]!.atMs
    world.clock.hold(new Date(beganAtMs))
    const fields = { ...litresOf, tankLitres: tank.tankMl / 1_000 }
    const [whole, inBlocks] = [
      await fuelledDevice(world, account, fields),
      await fuelledDevice(world, account, fields),
    ]
    for (const block of shuffledBlocks(locations, seed)) await inBlocks.report(block)
    await whole.report(locations)
    const [expected, found] = [await whole.stored(), await inBlocks.stored()]
    expect({ seed, ...found }).toEqual({ seed, ...expected })
    events += expected.events.length
  }
  // Some tanks are neither filled nor drained in three days.
  expect(events).toBeGreaterThan(0)
})

/** Blocks of some hours, some of them received after later ones. */
function shuffledBlocks(locations: FuelLocation[], seed: number): FuelLocation[][] {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 2 ** 32
  }
  const blocks: FuelLocation[][] = []
  for (let index = 0; index < locations.length; ) {
    const length = 1 + Math.floor(random() * (locations.length / 8))
    blocks.push(locations.slice(index, index + length))
    index += length
  }
  return blocks
    .map((block, index) => ({ block, turn: index + (random() < 0.4 ? random() * 6 : 0) }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ block }) => block)
}
