import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeAccount } from '../../../../test/make.ts'
import { along, secondMs } from '../../../../test/trips/short-track.ts'
import type { TrackedDevice } from '../../../../test/trips/tracked-device.ts'
import { trackedDevice } from '../../../../test/trips/tracked-device.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'

let world: World
let account: MadeAccount
let device: TrackedDevice
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  world.clock.hold(new Date(secondMs(0)))
  account = await world.make.account({ licenses: 100 })
  device = await trackedDevice(world, account)
})
afterAll(() => world.close())

/** Two drives of ten minutes with ten minutes between them, and a stop. */
const errand = [
  ...along([0, 600], [0, 10_000]),
  ...along([630, 1_200], [10_000, 10_000]),
  ...along([1_230, 1_800], [10_500, 20_000]),
  ...along([1_830, 2_400], [20_000, 20_000]),
]
const plain = 'trip 0-630, stop 630-1200, trip 1200-1830, stop 1830-'
const mark = (kind: string, seconds: number) =>
  device.call('POST', '/trackMarks', { type: kind, dateTime: new Date(secondMs(seconds)).toISOString() })

test('a cut divides a trip, and outlives late locations', async () => {
  await device.report(errand, 2_410)
  expect(await device.outline()).toBe(plain)
  const { status, body, headers } = await mark('cut', 290)
  expect([status, headers.location]).toEqual([201, `${device.path}/trackMarks/${body.id}`])
  await device.process()
  const cut = 'trip 0-300, trip 300-630, stop 630-1200, trip 1200-1830, stop 1830-'
  expect(await device.outline()).toBe(cut)
  expect(await device.causes()).toEqual(['mark'])
  await device.report(along([15, 45], [250, 750]), 2_420)
  expect(await device.outline()).toBe(cut)

  expect((await device.call('DELETE', `/trackMarks/${body.id}`)).status).toBe(200)
  await device.process()
  expect(await device.outline()).toBe(plain)
})

test('a join unites two trips, and outlives late locations', async () => {
  await device.report(errand, 2_410)
  const { body } = await mark('join', 900)
  await device.process()
  expect(await device.outline()).toBe('trip 0-1830, stop 1830-')
  await device.report(along([645, 705], [10_000, 10_000]), 2_420)
  expect(await device.outline()).toBe('trip 0-1830, stop 1830-')
  await device.call('DELETE', `/trackMarks/${body.id}`)
  await device.process()
  expect(await device.outline()).toBe(plain)
})

test('a mark that is set before the device is processed counts at once', async () => {
  world.clock.hold(new Date(secondMs(2_410)))
  await device.store(errand)
  await mark('cut', 300)
  await device.process()
  expect(await device.outline()).toBe('trip 0-300, trip 300-630, stop 630-1200, trip 1200-1830, stop 1830-')
  expect(await device.causes()).toEqual([])
})

test('marks are listed, the newest first, and are in the audit log', async () => {
  world.clock.hold(new Date(secondMs(2_410)))
  await mark('cut', 300)
  await mark('join', 900)
  const { trackMarks } = (await device.call('GET', '/trackMarks')).body
  expect(trackMarks).toMatchObject([
    { type: 'join', dateTime: new Date(secondMs(900)).toISOString(), createdBy: account.ownerId },
    { type: 'cut' },
  ])
  const page = (await device.call('GET', '/trackMarks?limit=1')).body
  expect([page.trackMarks.length, typeof page.nextCursor]).toEqual([1, 'string'])
  const token = await world.make.token(account.userName, account.apiKey)
  const { changes } = (await world.call('GET', `/api/audit?targetId=${device.id}`, { token })).body
  expect(changes.slice(0, 2)).toMatchObject([
    { action: 'trackMarks.created', after: { type: 'join' } },
    { action: 'trackMarks.created', after: { type: 'cut' } },
  ])
})

test('a mark is refused twice, in the future, on a day without locations, and beyond the maximum', async () => {
  world.clock.hold(new Date(secondMs(2_410)))
  await mark('cut', 300)
  const again = await mark('cut', 300)
  expect([again.status, again.body.code]).toEqual([409, 'trackMarks.exists'])
  expect((await mark('join', 300)).status).toBe(201)
  for (const seconds of [2_411, -402 * 86_400]) {
    const refused = await mark('cut', seconds)
    expect([refused.status, refused.body.details[0].path]).toEqual([400, 'dateTime'])
  }
  expect(
    (await device.call('POST', '/trackMarks', { type: 'split', dateTime: '2026-06-15T08:00:00Z' })).status,
  ).toBe(400)
  await world.superuser.query(
    `insert into track_marks (account_id, device_number, id, at, kind, created_at, created_by)
     select $1, $2, 'mrk_' || lpad(n::text, 22, '0'), now() + n * interval '1 s', 'cut', now(), 'usr'
     from generate_series(1, 998) n`,
    [account.accountId, device.deviceNumber],
  )
  const full = await mark('cut', 600)
  expect([full.status, full.body.code]).toEqual([409, 'trackMarks.too_many'])
})

test('a mark requires the privilege, and belongs to its device', async () => {
  world.clock.hold(new Date(secondMs(2_410)))
  const { body } = await mark('cut', 300)
  const other = await trackedDevice(world, account)
  const foreign = await other.call('DELETE', `/trackMarks/${body.id}`)
  expect([foreign.status, foreign.body.code]).toEqual([404, 'trackMarks.not_found'])
  const group = await world.make.group(account, { devices: [device.id] })
  const reader = await world.make.user(account, { groupIds: [group.id] })
  const path = `${device.path}/trackMarks`
  const tried = await world.call('POST', path, {
    token: reader.token,
    body: { type: 'cut', dateTime: new Date(secondMs(400)).toISOString() },
  })
  expect([tried.status, tried.body.code]).toEqual([403, 'access.privilege_missing'])
  expect((await world.call('GET', path, { token: reader.token })).status).toBe(200)
})
