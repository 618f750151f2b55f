import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../../test/make.ts'
import { compute, merging, twoTrips } from '../../../../test/trips/driven.ts'
import { at, secondMs } from '../../../../test/trips/short-track.ts'
import { knownDevice, store } from '../../../../test/trips/stored-track.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  world.clock.hold(new Date(secondMs(3_060)))
  account = await world.make.account({ licenses: 100 })
})
afterAll(() => world.close())

const call = (path: string, headers: Record<string, string> = {}) =>
  world.call('GET', path, { token: account.token, headers })
const iso = (seconds: number) => new Date(secondMs(seconds)).toISOString()

/** Two trips of a new device, oldest first. */
async function makeTrips(rows = twoTrips()) {
  const { id } = await world.make.device(account)
  const device = await knownDevice(world, account.accountId, id)
  const computeAll = () => compute(world.ctx, account.accountId, device.deviceNumber)
  await store(world, device, rows)
  await computeAll()
  const { body } = await call(`/api/devices/${id}/trips`)
  return { device, computeAll, trips: body.trips.toReversed() }
}

describe('a trip', () => {
  test('is read by its identifier, and not again while it is the same', async () => {
    const { trips, device, computeAll } = await makeTrips()
    const { status, body, headers } = await call(`/api/trips/${trips[0].id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject(trips[0])
    const etag = String(headers.etag)
    expect(etag).toMatch(/^"1-/)
    expect((await call(`/api/trips/${trips[0].id}`, { 'if-none-match': etag })).status).toBe(304)
    await store(world, device, merging())
    await computeAll()
    const again = await call(`/api/trips/${trips[0].id}`, { 'if-none-match': etag })
    expect([again.status, String(again.headers.etag).slice(0, 3)]).toEqual([200, '"2-'])
  })

  test('is found before it is stored, like every segment that is listed', async () => {
    const { id } = await world.make.device(account)
    const device = await knownDevice(world, account.accountId, id)
    await store(world, device, twoTrips())
    const { timeline } = (await call(`/api/devices/${id}/timeline`)).body
    expect(timeline.map(({ type }: { type: string }) => type)).toEqual([
      'stop',
      'trip',
      'stop',
      'trip',
      'stop',
    ])
    for (const segment of timeline) {
      expect((await call(`/api/trips/${segment.id}`)).body).toMatchObject(segment)
    }
    const path = `/api/trips/${timeline[1].id}`
    expect((await call(`${path}/explanation`)).body.explanation.began.by).toBe('moved')
    expect((await call(`${path}/corrections`)).body.corrections).toEqual([])
    const group = await world.make.group(account)
    const { token } = await world.make.user(account, { groupIds: [group.id] })
    expect((await world.call('GET', path, { token })).status).toBe(404)
    await compute(world.ctx, account.accountId, device.deviceNumber)
    expect((await call(path)).body).toMatchObject(timeline[1])
  })

  test('is explained: what decided, what was measured, what was left out', async () => {
    const rows = [
      ...twoTrips(),
      at(905, 90_000, { kmh: 60 }),
      at(965, null),
      at(995, 6_000, { accuracyM: 1_000 }),
      at(1_025, 6_500, { receivedAtMs: secondMs(0) }),
    ].sort((a, b) => a.fixedAtMs - b.fixedAtMs)
    const { trips } = await makeTrips(rows)
    const { body } = await call(`/api/trips/${trips[0].id}/explanation`)
    const { began, ended, settings, origins, settingsSince, leftOut, leftOutIsComplete } = body.explanation
    expect(began).toMatchObject({
      by: 'moved',
      decidedAt: iso(660),
      location: { latitude: 0, speed: expect.any(Number), accuracy: null, ignition: null },
      measured: { seconds: 60 },
      threshold: { metres: 150, seconds: 60 },
    })
    expect(began.measured.metres).toBeGreaterThan(900)
    expect(ended).toMatchObject({
      by: 'stayed',
      decidedAt: iso(1_530),
      measured: { metres: 0, seconds: 300 },
      threshold: { metres: 80, seconds: 300 },
    })
    expect(settings).toMatchObject({ stopSeconds: 300, detection: 'auto' })
    expect([origins, settingsSince, leftOutIsComplete]).toEqual([{}, null, true])
    expect(
      leftOut.map(({ dateTime, reason }: { dateTime: string; reason: string }) => [dateTime, reason]),
    ).toEqual([
      [iso(905), 'jump'],
      [iso(965), 'coordinates'],
      [iso(995), 'accuracy'],
      [iso(1_025), 'ahead'],
    ])
    const stops = (await call(`/api/devices/${trips[0].deviceId}/stops`)).body.stops
    const open = (await call(`/api/trips/${stops[0].id}/explanation`)).body.explanation
    expect([open.began.by, open.ended]).toEqual(['stayed', null])
  })

  test('names whose settings it was found with', async () => {
    const { id } = await world.make.device(account)
    await world.superuser.query(
      `insert into trip_settings (account_id, subject, settings, modified_at) values
         ($1, 'account', '{"stopSeconds": 240, "idleSeconds": 60}', $3), ($1, $2, '{"stopSeconds": 200}', $3)`,
      [account.accountId, id, world.ctx.now()],
    )
    const device = await knownDevice(world, account.accountId, id)
    await store(world, device, twoTrips())
    await compute(world.ctx, account.accountId, device.deviceNumber)
    const [trip] = (await call(`/api/devices/${id}/trips`)).body.trips
    const explain = async () => (await call(`/api/trips/${trip.id}/explanation`)).body.explanation
    expect((await explain()).settings).toMatchObject({ stopSeconds: 200, idleSeconds: 60 })
    expect((await explain()).origins).toEqual({ stopSeconds: id, idleSeconds: 'account' })
    await world.superuser.query('delete from trip_settings where account_id = $1', [account.accountId])
    expect((await explain()).origins).toEqual({ stopSeconds: 'earlier', idleSeconds: 'earlier' })
  })

  test('lists its corrections, also if it was withdrawn', async () => {
    const { trips, device, computeAll } = await makeTrips()
    expect((await call(`/api/trips/${trips[0].id}/corrections`)).body.corrections).toEqual([])
    await store(world, device, merging())
    await computeAll()
    const { body: corrected } = await call(`/api/trips/${trips[0].id}`)
    expect(corrected).toMatchObject({
      version: 2,
      corrections: 1,
      correctedAt: iso(3_060),
      end: { dateTime: iso(2_430) },
    })
    const { corrections } = (await call(`/api/trips/${trips[0].id}/corrections`)).body
    expect(corrections).toEqual([
      {
        correctedAt: iso(3_060),
        cause: 'late',
        version: 2,
        before: { startedAt: iso(600), endedAt: iso(1_230), distance: trips[0].distance },
        after: { startedAt: iso(600), endedAt: iso(2_430), distance: corrected.distance },
      },
    ])
    const gone = await call(`/api/trips/${trips[1].id}`)
    expect([gone.status, gone.body.code]).toEqual([404, 'trips.not_found'])
    const { body } = await call(`/api/trips/${trips[1].id}/corrections?limit=1`)
    expect(body.corrections).toMatchObject([{ cause: 'late', after: null }])
    const group = await world.make.group(account)
    const { token } = await world.make.user(account, { groupIds: [group.id] })
    expect((await world.call('GET', `/api/trips/${trips[1].id}/corrections`, { token })).status).toBe(404)
  })

  test('has the locations from its start to its end', async () => {
    const { trips } = await makeTrips()
    const { body } = await call(`/api/trips/${trips[0].id}/locations`)
    const times = body.locations.map(({ dateTime }: { dateTime: string }) => dateTime)
    expect([times[0], times.at(-1), times.length]).toEqual([iso(600), iso(1_230), 22])
    const page = await call(`/api/trips/${trips[0].id}/locations?limit=5`)
    expect([page.body.locations.length, typeof page.body.nextCursor]).toEqual([5, 'string'])
    const gpx = await call(`/api/trips/${trips[0].id}/locations?format=gpx`)
    expect(gpx.headers['content-disposition']).toContain(`${trips[0].id}.gpx`)
    expect(gpx.text.match(/<trkpt/g)).toHaveLength(22)
  })
})
