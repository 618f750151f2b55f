import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../../test/make.ts'
import { beginningAt, compute, twoTrips } from '../../../../test/trips/driven.ts'
import { along, secondMs } from '../../../../test/trips/short-track.ts'
import { knownDevice, store } from '../../../../test/trips/stored-track.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses of the API.
type Json = any

let world: World
let account: MadeAccount
const groups: { id: string }[] = []
const devices: string[] = []
const hourMs = 3_600_000
const nowMs = secondMs(3_060) + 50 * hourMs

/** Six devices in two groups, which began an hour after each other and drive again a day later. The last one still drives. */
beforeAll(async () => {
  world = await openWorld()
  world.clock.hold(new Date(nowMs))
  account = await world.make.account({ licenses: 100, timeZone: 'America/Sao_Paulo' })
  groups.push(await world.make.group(account), await world.make.group(account))
  for (let index = 0; index < 6; index += 1) {
    const { id } = await world.make.device(account, { groups: [groups[index % 2]!.id] })
    devices.push(id)
    const device = await knownDevice(world, account.accountId, id)
    const startMs = secondMs(0) + index * hourMs
    await store(world, device, beginningAt(twoTrips(), startMs))
    await store(world, device, beginningAt(along([0, 2_400], [20_000, 20_000]), startMs + 24 * hourMs))
    if (index === 5) {
      const away = [...along([0, 600], [20_000, 20_000]), ...along([630, 1_800], [20_500, 60_000])]
      await store(world, device, beginningAt(away, nowMs - 1_800_000))
    }
    await compute(world.ctx, account.accountId, device.deviceNumber)
  }
})
afterAll(() => world.close())

async function read(path: string, token = account.token): Promise<Json> {
  const answer = await world.call('GET', `/api/${path}`, { token })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body
}
const sum = (list: Json[], name: string) =>
  list.reduce((total, one) => total + Math.round((one[name] ?? 0) * 100), 0) / 100

async function ofDevices(kind: 'trips' | 'stops', ids: string[], query = ''): Promise<Json[]> {
  const lists = await Promise.all(ids.map(async (id) => (await read(`devices/${id}/${kind}${query}`))[kind]))
  const byStart = (a: Json, b: Json) => Date.parse(b.start.dateTime) - Date.parse(a.start.dateTime)
  return lists.flat().sort(byStart)
}
const byId = (list: Json[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1))

async function inPages(path: string, name: string, limit: number, token?: string): Promise<Json[]> {
  const found: Json[] = []
  let cursor = ''
  do {
    const page = await read(
      `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor && `&cursor=${cursor}`}`,
      token,
    )
    expect(page[name].length).toBeLessThanOrEqual(limit)
    found.push(...page[name])
    cursor = page.nextCursor ?? ''
  } while (cursor)
  return found
}

describe('trips and stops of all devices', () => {
  test.each(['trips', 'stops'] as const)('%s are those of each device, newest first', async (kind) => {
    const all = (await read(kind))[kind]
    const starts = all.map(({ start }: Json) => start.dateTime)
    expect(starts).toEqual(starts.toSorted().toReversed())
    expect(byId(all)).toEqual(byId(await ofDevices(kind, devices)))
    for (const limit of [1, 3, 100]) expect(await inPages(kind, kind, limit)).toEqual(all)
  })

  test.each([
    ['within a day', 26 * hourMs, 40 * hourMs],
    ['across the first trips', 1.2 * hourMs, 4.1 * hourMs],
    ['without an end', 3.2 * hourMs, undefined],
    ['without a beginning', undefined, 2.4 * hourMs],
  ])('%s are those that overlap the period', async (_, from, to) => {
    const at = (offset: number) => new Date(secondMs(0) + offset).toISOString()
    const query = new URLSearchParams({ ...(from && { from: at(from) }), ...(to && { to: at(to) }) })
    for (const kind of ['trips', 'stops'] as const) {
      const expected = byId(await ofDevices(kind, devices, `?${query}`))
      for (const limit of [1, 4, 500]) {
        expect(byId(await inPages(`${kind}?${query}`, kind, limit))).toEqual(expected)
      }
      const { token } = await world.make.user(account, { groupIds: [groups[1]!.id] })
      const ofGroup = byId(
        await ofDevices(
          kind,
          devices.filter((_id, index) => index % 2 === 1),
          `?${query}`,
        ),
      )
      expect(byId(await inPages(`${kind}?${query}`, kind, 2, token))).toEqual(ofGroup)
    }
  })

  test('are limited to the scope, and to a group within it', async () => {
    const odd = devices.filter((_, index) => index % 2 === 1)
    const expected = byId(await ofDevices('trips', odd))
    expect(byId((await read(`trips?group=${groups[1]!.id}`)).trips)).toEqual(expected)
    const { token } = await world.make.user(account, { groupIds: [groups[1]!.id] })
    expect(byId((await read('trips', token)).trips)).toEqual(expected)
    expect((await read(`trips?group=${groups[0]!.id}`, token)).trips).toEqual([])
    const one = await world.make.user(account, { groupIds: [], deviceId: devices[3] })
    expect(byId((await read('trips', one.token)).trips)).toEqual(
      byId(await ofDevices('trips', [devices[3]!])),
    )
    expect((await read('trips?group=grp_none')).trips).toEqual([])
  })

  test('can have a minimum distance, which counts what an open trip has driven so far', async () => {
    const all = (await read('trips')).trips
    const far = all.filter(({ distance }: Json) => distance >= 20_000)
    expect([far.length, far[0].state, all.length]).toEqual([1, 'open', 13])
    for (const limit of [1, 100])
      expect(await inPages('trips?minDistance=20000', 'trips', limit)).toEqual(far)
    const { distance } = far[0]
    expect((await read(`trips?minDistance=${distance}`)).trips).toHaveLength(1)
    expect((await read(`trips?minDistance=${distance + 0.01}`)).trips).toHaveLength(0)
  })

  test('of an open trip are silent after gapSeconds', async () => {
    world.clock.hold(new Date(nowMs + 901_000))
    const [trip] = (await read('trips?limit=1')).trips
    world.clock.hold(new Date(nowMs))
    expect(trip.state).toBe('silent')
    expect((await read('trips?limit=1')).trips[0].state).toBe('open')
  })

  test('have cursors of their own', async () => {
    const { nextCursor } = await read('trips?limit=1')
    const other = await world.make.account()
    for (const [path, token] of [
      [`trips?cursor=${nextCursor}`, other.token],
      [`devices?cursor=${nextCursor}`, account.token],
      [`devices/${devices[0]}/trips?cursor=${nextCursor}`, account.token],
    ] as const) {
      const { status } = await world.call('GET', `/api/${path}`, { token })
      expect([path, status]).toEqual([path, 400])
    }
  })
})

describe('summaries', () => {
  const range = 'from=2026-06-14&to=2026-06-18'
  const names = [
    ...['trips', 'stops', 'distance', 'tripDistance', 'bridgedDistance', 'tripSeconds', 'stopSeconds'],
    ...['gapSeconds', 'idleSeconds', 'idlings', 'locations'],
  ]
  const daysOf = async (id: string) => (await read(`devices/${id}/days?${range}`)).days as Json[]
  const expectSums = (summary: Json, days: Json[]) => {
    for (const name of names) expect([name, summary[name]]).toEqual([name, sum(days, name)])
  }

  test('by device are the sums of its days', async () => {
    const { summaries } = await read(`summaries?${range}&by=device`)
    expect(summaries.map(({ deviceId }: Json) => deviceId)).toEqual(devices)
    for (const summary of summaries) {
      expectSums(summary, await daysOf(summary.deviceId))
      expect(summary).toMatchObject({ from: '2026-06-14', to: '2026-06-18', devices: 1 })
    }
    expect(await inPages(`summaries?${range}&by=device`, 'summaries', 4)).toEqual(summaries)
  })

  test.each([
    ['day', ['2026-06-14', '2026-06-15', '2026-06-16', '2026-06-17', '2026-06-18']],
    ['week', ['2026-06-14', '2026-06-15']],
    ['month', ['2026-06-14']],
  ])('by %s are the sums of all devices', async (by, starts) => {
    const { summaries } = await read(`summaries?${range}&by=${by}`)
    expect(summaries.map(({ from }: Json) => from)).toEqual(starts)
    const days = (await Promise.all(devices.map(daysOf))).flat()
    for (const summary of summaries) {
      expectSums(
        summary,
        days.filter(({ day }) => day >= summary.from && day <= summary.to),
      )
    }
  })

  test('by group are the sums of its devices', async () => {
    const { summaries } = await read(`summaries?${range}&by=group`)
    expect(summaries.map(({ groupId }: Json) => groupId)).toEqual(groups.map(({ id }) => id))
    for (const [index, summary] of summaries.entries()) {
      const ids = devices.filter((_, at) => at % 2 === index)
      expectSums(summary, (await Promise.all(ids.map(daysOf))).flat())
      expect(summary.devices).toBe(3)
    }
  })

  test('are of the devices in the scope', async () => {
    const { token } = await world.make.user(account, { groupIds: [groups[1]!.id] })
    const odd = devices.filter((_, index) => index % 2 === 1)
    const { summaries } = await read(`summaries?${range}&by=device`, token)
    expect(summaries.map(({ deviceId }: Json) => deviceId)).toEqual(odd)
    const [all] = (await read(`summaries?${range}&by=month`, token)).summaries
    expectSums(all, (await Promise.all(odd.map(daysOf))).flat())
    const ofGroups = (await read(`summaries?${range}&by=group`, token)).summaries
    expect(ofGroups.map(({ groupId }: Json) => groupId)).toEqual([groups[1]!.id])
    const other = await read(`summaries?${range}&by=month&group=${groups[0]!.id}`, token)
    expect(other.summaries[0]).toMatchObject({ devices: 0, distance: 0 })
  })
})
