import type { Location } from '@rastro/protocols'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { createDeviceCache } from '../recorder/device-cache.api.ts'
import { toRow } from '../recorder/location-row.api.ts'
import { recordRows } from '../recorder/recorder.ts'
import { createJudge } from './judge.api.ts'
import { startDelayedJudging } from './judge-delayed.ts'

let world: World
let account: MadeAccount
const imeis = imeisOf('35630710', 20)
const baseMs = Date.now() - 3_600_000

beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 100 })
})
afterAll(() => world.close())

interface Report extends Partial<Location> {
  second: number
}

async function boat(rule: object) {
  const imei = imeis.pop()!
  const { id } = await world.make.device(account, { identifier: imei })
  // Tests report as if the tracker had been registered for long.
  await world.superuser.query(`update directory_identifiers set since = '-infinity' where identifier = $1`, [
    imei,
  ])
  await world.make.rule(account, { devices: [id], ...rule })
  return { id, imei }
}
type Boat = Awaited<ReturnType<typeof boat>>

/** Each in a batch of its own. Locations of a track that was sent late are received late. */
async function record({ imei }: Boat, reports: Report[], receivedAt = new Date()): Promise<void> {
  const judge = createJudge(world.ctx)
  const deviceCache = createDeviceCache(world.ctx)
  for (const { second, ...location } of reports) {
    const fixedAt = new Date(baseMs + second * 1_000)
    const whole = {
      fixedAt,
      latitude: 41,
      longitude: 2,
      valid: true,
      alarms: [],
      attributes: {},
      ...location,
    }
    const row = toRow(whole, { deviceRef: imei, protocol: 'teltonika', receivedAt, datesRollOver: false })
    await recordRows({ ...world.ctx, judging: { judge, partition: 0 } }, deviceCache, [row])
  }
  deviceCache.stop()
  judge.stop()
}

const isDelayed = async () => {
  const { rows } = await world.superuser.query('select from judging_delays')
  return rows.length > 0
}

/** Everything that is recorded meanwhile is judged later. */
async function whileDelayed(work: () => Promise<void>): Promise<void> {
  await world.superuser.query('insert into judging_delays (account_id, reason) values ($1, $2)', [
    account.accountId,
    'a test',
  ])
  await work()
}

async function catchUp(): Promise<void> {
  const judging = startDelayedJudging(world.ctx, () => {})
  await expect.poll(isDelayed, { timeout: 10_000 }).toBe(false)
  await judging.stop()
}

async function inbox({ id }: Boat) {
  const { body } = await world.call('GET', `/api/alerts?deviceId=${id}`, { token: account.token })
  return (body.alerts as { dateTime: string; state: string; delayedSeconds: number | null; late: boolean }[])
    .map(({ dateTime, ...rest }) => ({ second: (Date.parse(dateTime) - baseMs) / 1_000, ...rest }))
    .filter(({ state }) => state !== 'withdrawn')
    .reverse()
}
const seconds = async (boat: Boat) => (await inbox(boat)).map(({ second }) => second)

const speeding = { type: 'speed', settings: { above: 100, forSeconds: 30 } }
/** Fast twice. The late location shows that it was slow in between. */
const track: Report[] = [
  ...[0, 20, 40].map((second) => ({ second, speedKmh: 120 })),
  ...[60, 80].map((second) => ({ second, speedKmh: 50 })),
  ...[100, 140].map((second) => ({ second, speedKmh: 120 })),
  { second: 120, speedKmh: 50 },
  { second: 1_500, speedKmh: 120 },
  { second: 1_540, speedKmh: 120 },
]

test('delayed judging gives the alerts that judging at once gives', async () => {
  const [direct, delayed, partly] = [await boat(speeding), await boat(speeding), await boat(speeding)]
  await record(direct, track)
  await record(partly, track.slice(0, 4))
  await whileDelayed(async () => {
    await record(delayed, track)
    await record(partly, track.slice(4))
    expect(await seconds(delayed)).toEqual([])
  })
  await catchUp()
  expect(await seconds(direct)).toEqual([30, 170])
  expect(await seconds(delayed)).toEqual(await seconds(direct))
  expect(await seconds(partly)).toEqual(await seconds(direct))
  // A recorder continues with the memory of delayed judging.
  await record(delayed, [{ second: 1_560, speedKmh: 130 }])
  expect(await seconds(delayed)).toEqual([30, 170])
})

test('an alert shows how long its judging was delayed', async () => {
  const ship = await boat({ type: 'sos' })
  const receivedAt = new Date(baseMs + 11_000)
  await whileDelayed(() => record(ship, [{ second: 10, alarms: ['sos'] }], receivedAt))
  await catchUp()
  const [alert] = await inbox(ship)
  expect(alert!.delayedSeconds).toBeGreaterThan(3_500)
  expect(alert!.late).toBe(true)
})

test('a location that the database refuses alerts for is stored, and judged once that is mended', async () => {
  const ship = await boat(speeding)
  await world.superuser.query(
    `alter table alerts add constraint broken check (name <> 'speed.above') not valid`,
  )
  await record(ship, track.slice(0, 3))
  await world.superuser.query('alter table alerts drop constraint broken')
  const { rows: letters } = await world.superuser.query('select from dead_letters')
  expect(letters).toHaveLength(0)
  expect(await isDelayed()).toBe(true)
  await catchUp()
  expect(await seconds(ship)).toEqual([30])
})
