// One account's expensive or broken rules never delay the locations and alerts of another account on its partition.

import type { Location } from '@rastro/protocols'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFullLane } from '../../../../scripts/lane.ts'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { LocationWriter } from './location-log.api.ts'
import { createLocationWriter } from './location-log.api.ts'
import { toRow } from './location-row.api.ts'
import { recordLocations } from './recorder.consumer.ts'

/** Creating them takes most of the test. */
const corridors = isFullLane ? 25 : 6
/** The promise to every other account. */
const storedWithinMs = 5_000
const maxBlockedMs = 250
const imeis = imeisOf('35630709', 20)

let world: World
let recorder: { stop(): void }
let writer: LocationWriter

interface Tracked {
  account: MadeAccount
  deviceId: string
  imei: string
}

async function tracked(): Promise<Tracked> {
  const account = await world.make.account()
  const imei = imeis.pop()!
  const { id } = await world.make.device(account, { identifier: imei })
  return { account, deviceId: id, imei }
}

beforeAll(async () => {
  world = await openWorld({ RASTRO_LOCATION_LOG_PARTITIONS: '1' })
  writer = createLocationWriter(world.ctx)
  recorder = await recordLocations(world.ctx)
})
afterAll(async () => {
  recorder.stop()
  await world.close()
})

let state = 11
function random(): number {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}
const somewhere = (): [longitude: number, latitude: number] => [2 + random() / 2, 41 + random() / 2]

function reported({ imei }: Tracked, ageMs: number, location: Partial<Location> = {}) {
  const [longitude, latitude] = somewhere()
  const fixedAt = new Date(Date.now() - ageMs)
  const whole = { fixedAt, latitude, longitude, valid: true, alarms: [], attributes: {}, ...location }
  const receivedAt = new Date()
  return toRow(whole, { deviceRef: imei, protocol: 'teltonika', receivedAt, datesRollOver: false })
}
const sos: Partial<Location> = { alarms: ['sos'] }

async function alertsOf({ account, deviceId }: Tracked): Promise<{ name: string }[]> {
  const { body } = await world.call('GET', `/api/alerts?deviceId=${deviceId}`, { token: account.token })
  return body.alerts
}

async function countStored({ deviceId }: Tracked): Promise<number> {
  const { rows } = await world.superuser.query(
    'select count(*)::int from locations l join devices d on d.number = l.device_number where d.id = $1',
    [deviceId],
  )
  return rows[0].count
}

async function countDelayed({ account }: Tracked): Promise<number> {
  const { rows } = await world.superuser.query(
    'select count(*)::int from judging_delays where account_id = $1',
    [account.accountId],
  )
  return rows[0].count
}

/** Milliseconds until an SOS of another account is stored and raised. */
async function otherWaitsMs(quiet: Tracked): Promise<number> {
  const beganAt = performance.now()
  await writer.write([reported(quiet, 10), reported(quiet, 0, sos)])
  await expect.poll(async () => (await alertsOf(quiet)).length, { timeout: 50_000 }).toBe(1)
  return performance.now() - beganAt
}

/** An account with an SOS rule and one device. */
async function trackedWithRule(): Promise<Tracked> {
  const quiet = await tracked()
  await world.make.rule(quiet.account)
  return quiet
}

/** The most computing time between two turns of the event loop: a busy machine does not count. */
function watchEventLoop(): () => number {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let longestMs = 0
  let beforeMs = cpuMs()
  const timer = setInterval(() => {
    const nowMs = cpuMs()
    longestMs = Math.max(longestMs, nowMs - beforeMs)
    beforeMs = nowMs
  }, 1)
  return () => {
    clearInterval(timer)
    return longestMs
  }
}

test('geofences with very many positions', { timeout: 120_000 }, async () => {
  const [greedy, quiet] = [await tracked(), await trackedWithRule()]
  for (let count = 0; count < corridors; count += 1) {
    const coordinates = Array.from({ length: 9_000 }, somewhere)
    await world.make.geofence(greedy.account, { geometry: { type: 'LineString', coordinates }, radius: 1 })
  }
  const { id: contact } = await world.make.contact(greedy.account)
  const settings = { on: 'entered' }
  await world.make.rule(greedy.account, { type: 'geofence', settings, contacts: [contact] })
  await world.make.rule(greedy.account, { type: 'forbiddenZone', settings: {} })
  const locations = 1_000
  const batch = (offsetMs: number) =>
    Array.from({ length: locations }, (_, index) => reported(greedy, (locations - index) * 10_000 - offsetMs))
  const stopWatching = watchEventLoop()
  await Promise.all([writer.write(batch(0)), writer.write(batch(5_000))])
  const waitedMs = await otherWaitsMs(quiet)
  await expect.poll(() => countStored(greedy), { timeout: storedWithinMs }).toBe(2 * locations)
  const blockedMs = stopWatching()
  process.stdout.write(
    `alerted after ${Math.round(waitedMs)} ms; the event loop was blocked for up to ${Math.round(blockedMs)} ms\n`,
  )
  expect(waitedMs).toBeLessThan(storedWithinMs)
  expect(blockedMs).toBeLessThan(maxBlockedMs)
  expect(await countDelayed(greedy)).toBe(1)
  await world.superuser.query('delete from alert_rules where account_id = $1', [greedy.account.accountId])
  // Without rules nothing is left to do.
  await expect.poll(() => countDelayed(greedy), { timeout: 60_000 }).toBe(0)
})

test('rules that need more computing time than a batch may take', { timeout: 60_000 }, async () => {
  const [greedy, quiet] = [await tracked(), await trackedWithRule()]
  const coordinates = Array.from({ length: 9_000 }, somewhere)
  await world.make.geofence(greedy.account, { geometry: { type: 'LineString', coordinates }, radius: 1 })
  await world.make.rule(greedy.account, { type: 'geofence', settings: { on: 'entered' } })
  await world.make.rule(greedy.account)
  const rows = Array.from({ length: 100 }, (_, index) => reported(greedy, (100 - index) * 10_000))
  await writer.write([...rows, reported(greedy, 5_000, sos), reported(greedy, 4_000)])
  expect(await otherWaitsMs(quiet)).toBeLessThan(storedWithinMs)
  // Judged a little later, with the same result.
  const sosAlerts = async () => (await alertsOf(greedy)).filter(({ name }) => name === 'sos').length
  await expect.poll(sosAlerts, { timeout: 50_000 }).toBe(1)
  await expect.poll(() => countDelayed(greedy), { timeout: 10_000 }).toBe(0)
})

test('rules that cannot be evaluated', { timeout: 60_000 }, async () => {
  const [broken, quiet] = [await tracked(), await trackedWithRule()]
  const { id } = await world.make.rule(broken.account)
  // As after a downgrade: this version does not know the kind.
  await world.superuser.query(`update alert_rules set kind = 'unheard-of' where id = $1`, [id])
  await writer.write([reported(broken, 20), reported(broken, 10, sos)])
  expect(await otherWaitsMs(quiet)).toBeLessThan(storedWithinMs)
  await expect.poll(() => countStored(broken), { timeout: storedWithinMs }).toBe(2)
  await expect.poll(() => countDelayed(broken), { timeout: storedWithinMs }).toBe(1)
  await world.superuser.query(`update alert_rules set kind = 'sos' where id = $1`, [id])
  await expect.poll(() => alertsOf(broken), { timeout: 30_000 }).toMatchObject([{ name: 'sos' }])
  await expect.poll(() => countDelayed(broken), { timeout: 10_000 }).toBe(0)
})
