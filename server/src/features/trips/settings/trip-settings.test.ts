import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../../test/make.ts'
import { along, secondMs } from '../../../../test/trips/short-track.ts'
import { trackedDevice } from '../../../../test/trips/tracked-device.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { defaultSettings } from '../detection/settings.ts'
import type { ZonePeriod } from '../zoned-days.ts'
import { runTracks } from './dry-run-track.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  world.clock.hold(new Date(secondMs(0)))
  account = await world.make.account({ licenses: 100 })
})
afterAll(() => world.close())

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  world.call(method, path, { token: account.token, body, headers })
const ofAccount = '/api/account/tripSettings'
const ofGroup = (id: string) => `/api/groups/${id}/tripSettings`
const ofDevice = (id: string) => `/api/devices/${id}/tripSettings`

describe('settings', () => {
  test('are the defaults before any are set', async () => {
    const { status, body, headers } = await call('GET', ofAccount)
    expect([status, body.profile, body.modifiedAt, body.coarse]).toEqual([200, null, null, false])
    expect(headers.etag).toMatch(/^"0-/)
    const values = Object.entries<{ value: unknown; source: string }>(body.effective)
    expect(Object.fromEntries(values.map(([name, { value }]) => [name, value]))).toEqual(defaultSettings)
    expect(new Set(values.map(([, { source }]) => source))).toEqual(new Set(['default']))
  })

  test('are inherited from the account and from groups, with their origin', async () => {
    const group = await world.make.group(account)
    const device = await world.make.device(account, { groups: [group.id] })
    await call('PUT', ofAccount, { profile: 'vessel', idleSeconds: 90 })
    await call('PUT', ofGroup(group.id), { profile: 'machine', stopSeconds: 400 })
    await call('PATCH', ofDevice(device.id), { tripMetres: 500 })
    const { effective } = (await call('GET', ofDevice(device.id))).body
    expect(effective.tripMetres).toEqual({ value: 500, source: 'device' })
    expect(effective.stopSeconds).toEqual({ value: 400, source: 'group', groupId: group.id })
    expect(effective.gapSeconds).toEqual({
      value: 1_800,
      source: 'profile',
      profile: 'machine',
      level: 'group',
      groupId: group.id,
    })
    // The profile of the group counts more than what the account sets itself.
    expect(effective.idleSeconds).toMatchObject({ value: 300, profile: 'machine' })
    expect(effective.stayMetres).toEqual({
      value: 400,
      source: 'profile',
      profile: 'vessel',
      level: 'account',
    })
    expect(effective.odometerFactor).toEqual({ value: 1, source: 'default' })
    expect((await call('GET', ofGroup(group.id))).body.effective.stopSeconds).toMatchObject({
      source: 'group',
    })
  })

  test('of several groups are those of the one that was created first', async () => {
    const [first, second] = [await world.make.group(account), await world.make.group(account)]
    const device = await world.make.device(account, { groups: [second.id, first.id] })
    await call('PUT', ofGroup(second.id), { stopSeconds: 222, idleSeconds: 222 })
    await call('PUT', ofGroup(first.id), { stopSeconds: 111 })
    const { effective } = (await call('GET', ofDevice(device.id))).body
    expect([effective.stopSeconds.value, effective.idleSeconds.value]).toEqual([111, 222])
  })

  test('are removed by a merge patch with null, and by PUT without them', async () => {
    await call('PUT', ofAccount, { profile: 'person', stopSeconds: 60, expectedSeconds: 3_600 })
    const patched = await call('PATCH', ofAccount, { stopSeconds: null, profile: null })
    expect(patched.body).toMatchObject({ profile: null, expectedSeconds: 3_600, coarse: true })
    expect(patched.body.stopSeconds).toBeUndefined()
    expect((await call('PUT', ofAccount, {})).body.effective.expectedSeconds).toEqual({
      value: null,
      source: 'default',
    })
  })

  test('of a deleted group are gone', async () => {
    const group = await world.make.group(account)
    await call('PUT', ofGroup(group.id), { stopSeconds: 60 })
    await call('DELETE', `/api/groups/${group.id}`)
    const { rows } = await world.superuser.query('select from trip_settings where subject = $1', [group.id])
    expect(rows).toEqual([])
  })

  test.each([
    [{ stopSeconds: 29 }, 'stopSeconds'],
    [{ stopSeconds: 86_401 }, 'stopSeconds'],
    [{ stopSeconds: 60.5 }, 'stopSeconds'],
    [{ odometerFactor: 1.21 }, 'odometerFactor'],
    [{ detection: 'magic' }, 'detection'],
    [{ profile: 'boat' }, 'profile'],
    [{ stopMinutes: 5 }, 'stopMinutes'],
  ])('%j are refused', async (body, path) => {
    const put = await call('PUT', ofAccount, body)
    expect([put.status, put.body.details?.[0].path]).toEqual([400, path])
    const patch = await call('PATCH', ofAccount, body)
    expect([patch.status, patch.body.details?.[0].path]).toEqual([400, path])
  })

  test('are not changed on the basis of an old version', async () => {
    const { etag } = (await call('GET', ofAccount)).headers
    const match = { 'if-match': String(etag) }
    expect((await call('PUT', ofAccount, { stopSeconds: 60 }, match)).status).toBe(200)
    const stale = await call('PATCH', ofAccount, { stopSeconds: 90 }, match)
    expect([stale.status, stale.body.code]).toEqual([412, 'version.stale'])
  })

  test('that change are in the audit log, once', async () => {
    await call('PUT', ofAccount, { stopSeconds: 60 })
    await call('PUT', ofAccount, { stopSeconds: 60 })
    const { changes } = (await call('GET', '/api/audit?limit=10')).body
    const found = changes.filter(({ action }: { action: string }) => action === 'tripSettings.changed')
    expect(found).toMatchObject([
      { targetId: account.account, before: { profile: null }, after: { stopSeconds: 60 } },
    ])
  })

  test('require the privilege, and those of the account access to all devices', async () => {
    const [mine, other] = [await world.make.group(account), await world.make.group(account)]
    const device = await world.make.device(account, { groups: [mine.id, other.id] })
    const reader = await world.make.user(account, { groupIds: [mine.id] })
    const manager = await world.make.user(account, { groupIds: [mine.id], privileges: ['fleet.manage'] })
    const body = { stopSeconds: 60 }
    const put = async (token: string, path: string) => (await world.call('PUT', path, { token, body })).status
    expect(await put(reader.token, ofDevice(device.id))).toBe(403)
    expect(await put(manager.token, ofDevice(device.id))).toBe(200)
    expect(await put(manager.token, ofGroup(mine.id))).toBe(200)
    expect(await put(manager.token, ofGroup(other.id))).toBe(404)
    expect(await put(manager.token, ofAccount)).toBe(403)
    // Which other group a value comes from stays hidden.
    await call('PUT', ofGroup(other.id), { idleSeconds: 77 })
    const { body: shown } = await world.call('GET', ofDevice(device.id), { token: reader.token })
    expect(shown.effective.idleSeconds).toEqual({ value: 77, source: 'group' })
    expect(JSON.stringify(shown)).not.toContain(other.id)
  })
})

/** Drives of ten minutes with pauses of three between them. */
const pauses = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const [start, metres] = [index * 840, index * 10_000]
    return [
      ...along([start, start + 600], [metres, metres + 10_000]),
      ...along([start + 630, start + 810], [metres + 10_000, metres + 10_000]),
    ]
  }).flat()
const until = (seconds: number) => pauses(4).filter(({ fixedAtMs }) => fixedAtMs <= secondMs(seconds))
const from = (seconds: number) => pauses(4).filter(({ fixedAtMs }) => fixedAtMs > secondMs(seconds))

describe('a change', () => {
  test('counts from its instant on, also for a device that is processed later', async () => {
    const device = await trackedDevice(world, account)
    await device.report(until(820), 820)
    world.clock.hold(new Date(secondMs(1_460)))
    expect((await device.call('PUT', '/tripSettings', { stopSeconds: 120 })).status).toBe(200)
    await device.report(from(820), 3_400)
    // The first pause is no stop by the settings of its time.
    expect(await device.outline()).toBe(
      'trip 0-1470, stop 1470-1680, trip 1680-2310, stop 2310-2520, trip 2520-3150, stop 3150-',
    )
    expect(await device.causes()).toEqual([])
  })

  test('is applied to the past on request, as corrections', async () => {
    const device = await trackedDevice(world, account)
    await device.report(pauses(4), 3_400)
    expect(await device.outline()).toBe('trip 0-')
    await device.call('PUT', '/tripSettings', { stopSeconds: 120 })
    const applied = await device.call('POST', '/tripSettings/apply', {
      from: new Date(secondMs(1_400)).toISOString(),
    })
    expect([applied.status, applied.body.devices]).toEqual([202, 1])
    await device.process()
    expect(await device.outline()).toBe(
      'trip 0-1470, stop 1470-1680, trip 1680-2310, stop 2310-2520, trip 2520-3150, stop 3150-',
    )
    // It had not ended: nothing was reported that is wrong now.
    expect(await device.causes()).toEqual([])

    await device.call('PUT', '/tripSettings', {})
    await device.call('POST', '/tripSettings/apply', { from: new Date(secondMs(0)).toISOString() })
    await device.process()
    expect(await device.outline()).toBe('trip 0-')
    expect(await device.causes()).toEqual(['settings'])
    const { rows } = await world.superuser.query(
      'select redo_from, settings_from from trip_states where device_number = $1',
      [device.deviceNumber],
    )
    expect(rows).toEqual([{ redo_from: null, settings_from: null }])
  })

  test('of the account or a group is applied to the devices that it concerns', async () => {
    const group = await world.make.group(account)
    const inside = await trackedDevice(world, account, { groups: [group.id] })
    const outside = await trackedDevice(world, account)
    await inside.report(pauses(2), 1_700)
    await outside.report(pauses(2), 1_700)
    const body = { from: new Date(secondMs(0)).toISOString() }
    expect((await call('POST', `${ofGroup(group.id)}/apply`, body)).body.devices).toBe(1)
    expect((await call('POST', `${ofAccount}/apply`, body)).body.devices).toBe(2)
  })

  test('cannot be applied from the future on', async () => {
    const { status, body } = await call('POST', `${ofAccount}/apply`, { from: '2036-01-01T00:00:00Z' })
    expect([status, body.details[0].path]).toEqual([400, 'from'])
  })
})

describe('a dry run', () => {
  const period = { from: new Date(secondMs(0)).toISOString(), to: new Date(secondMs(3_400)).toISOString() }
  const settings = { stopSeconds: 120 }

  test('shows what other settings find, and changes nothing', async () => {
    const device = await trackedDevice(world, account)
    await device.report(pauses(4), 3_400)
    const { status, body } = await device.call('POST', '/tripSettings/dryRun', { settings, ...period })
    expect(status).toBe(200)
    expect(body.locations).toBe(pauses(4).length)
    expect(body.current.totals).toMatchObject({ trips: 1, stops: 0, tripSeconds: 3_400, stopSeconds: 0 })
    expect(body.proposed.totals).toMatchObject({ trips: 4, stops: 4 })
    const { tripSeconds, stopSeconds, distance } = body.proposed.totals
    expect(tripSeconds + stopSeconds).toBe(3_400)
    expect(distance).toBe(body.current.totals.distance)
    expect(body.proposed.segments.map(({ type }: { type: string }) => type)).toEqual([
      'trip',
      'stop',
      'trip',
      'stop',
      'trip',
      'stop',
      'trip',
      'stop',
    ])
    // One of the trips is the one that there is now.
    expect([body.added.length, body.removed.length, body.changed]).toEqual([7, 0, 1])
    expect(body.proposed.segments[0]).toMatchObject({
      start: { dateTime: new Date(secondMs(0)).toISOString() },
      end: { dateTime: new Date(secondMs(630)).toISOString() },
      duration: 630,
      endedBy: 'stayed',
    })
    expect(await device.outline()).toBe('trip 0-')
    expect((await device.call('GET', '/tripSettings')).body.modifiedAt).toBeNull()
  })

  test('finds the same with the settings in force', async () => {
    const device = await trackedDevice(world, account)
    await device.report(pauses(4), 3_400)
    await device.call('PUT', '/tripSettings', settings)
    await device.call('POST', '/tripSettings/apply', { from: period.from })
    await device.process()
    const { body } = await device.call('POST', '/tripSettings/dryRun', { settings, ...period })
    expect(body.current).toEqual(body.proposed)
    expect([body.added, body.removed, body.changed]).toEqual([[], [], 0])
  })

  test('of a group shows the totals of its devices, with what they set themselves', async () => {
    const group = await world.make.group(account)
    const [plain, own] = [
      await trackedDevice(world, account, { groups: [group.id] }),
      await trackedDevice(world, account, { groups: [group.id] }),
    ]
    for (const device of [plain, own]) await device.report(pauses(4), 3_400)
    await own.call('PUT', '/tripSettings', { stopSeconds: 300 })
    const { status, body } = await call('POST', `${ofGroup(group.id)}/dryRun`, { settings, ...period })
    expect([status, body.complete]).toEqual([200, true])
    expect(body.devices).toMatchObject([
      { deviceId: plain.id, current: { trips: 1 }, proposed: { trips: 4 }, added: 7 },
      { deviceId: own.id, current: { trips: 1 }, proposed: { trips: 1 }, added: 0 },
    ])
    const named = await call('POST', `${ofAccount}/dryRun`, { settings, ...period, deviceIds: [own.id] })
    expect(named.body.devices).toHaveLength(1)
    const unknown = await call('POST', `${ofAccount}/dryRun`, { settings, ...period, deviceIds: ['dev_x'] })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'devices.not_found'])
  })

  test('ends before the locations exceed their maximum', async () => {
    const device = await trackedDevice(world, account)
    await device.report(pauses(2), 1_700)
    const one = {
      ...device,
      periods: null,
      proposed: defaultSettings,
      marks: { cutsAtMs: [], joinsAtMs: [] },
      zones: [[null, 'UTC']] satisfies ZonePeriod[],
    }
    const job = { accountId: account.accountId, fromMs: secondMs(0), toMs: secondMs(1_700) }
    const rows = pauses(2).length
    const run = async (maxRows: number) => {
      const devices = [one, one].map(({ deviceNumber, periods, proposed, marks, zones }) => {
        return { deviceNumber, deviceId: device.id, periods, proposed, marks, zones }
      })
      return (await runTracks(world.ctx, { ...job, devices, maxRows })).devices.length
    }
    expect([await run(rows - 1), await run(rows), await run(2 * rows)]).toEqual([0, 1, 2])
  })

  test('has a period of at most 31 days', async () => {
    const device = await world.make.device(account)
    for (const to of ['2026-06-15T00:00:00Z', '2026-07-17T00:00:00Z', '2026-06-01T00:00:00Z']) {
      const body = { settings, from: '2026-06-15T00:00:00Z', to }
      const { status, body: answer } = await call('POST', `${ofDevice(device.id)}/dryRun`, body)
      expect([status, answer.details[0].path]).toEqual([400, 'to'])
    }
  })
})
