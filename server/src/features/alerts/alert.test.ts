import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

let world: World
let account: MadeAccount
let recorder: { stop(): void }
beforeAll(async () => {
  world = await openWorld()
  recorder = await recordLocations(world.ctx)
  account = await world.make.account({ licenses: 50 })
})
afterAll(async () => {
  recorder.stop()
  await world.close()
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const raise = (deviceId: string, alert: object) =>
  world.call('POST', `/api/devices/${deviceId}/alerts`, { token: account.token, body: { alert } })
const locate = async (deviceId: string, minutes: number, latitude: number) => {
  const body = { dateTime: minutesAgo(minutes), latitude, longitude: 2 }
  const { status } = await world.call('POST', `/api/devices/${deviceId}/locations`, {
    token: account.token,
    body,
  })
  expect(status).toBe(201)
  return body.dateTime
}

describe('an alert reported by another system', () => {
  test.each([
    ['2999-01-01T00:00:00Z', 'is more than an hour ahead'],
    ['1990-01-01T00:00:00Z', 'is more than a year ago'],
    [minutesAgo(-90), 'is more than an hour ahead'],
  ])('of %s is rejected', async (dateTime, message) => {
    const { id } = await world.make.device(account)
    const { status, body } = await raise(id, { name: 'sos', dateTime })
    expect([status, body.code, body.details]).toEqual([
      400,
      'body.invalid',
      [{ path: 'alert.dateTime', message }],
    ])
  })

  test.each([minutesAgo(-30), minutesAgo(100_000)])('of %s is accepted', async (dateTime) => {
    const { id } = await world.make.device(account)
    expect((await raise(id, { name: 'sos', dateTime })).status).toBe(201)
  })

  test('has the location it was reported with', async () => {
    const { id } = await world.make.device(account)
    await locate(id, 1, 41)
    const { body } = await raise(id, { name: 'sos', location: { latitude: 7, longitude: 8 } })
    expect([body.latitude, body.longitude]).toEqual([7, 8])
  })

  test('without a location has the last known one of its time', async () => {
    const { id } = await world.make.device(account)
    const located = await locate(id, 30, 41)
    await locate(id, 10, 42)
    const { body: now } = await raise(id, { name: 'sos' })
    expect([now.latitude, now.longitude]).toEqual([42, 2])
    const { body: before } = await raise(id, { name: 'sos', dateTime: minutesAgo(20) })
    expect([before.latitude, before.longitude]).toEqual([41, 2])
    const path = `/api/alerts/${before.id}/explanation`
    const { explanation } = (await world.call('GET', path, { token: account.token })).body
    expect(explanation.locatedAt).toBe(located)
    const { body: first } = await raise(id, { name: 'sos', dateTime: minutesAgo(60) })
    expect([first.latitude, first.longitude]).toEqual([null, null])
  })

  test('of a device that never reported has no location', async () => {
    const { id } = await world.make.device(account)
    const { body } = await raise(id, { name: 'sos' })
    expect([body.latitude, body.longitude]).toEqual([null, null])
  })

  test('is acknowledged and resolved without a body', async () => {
    const { id } = await world.make.device(account)
    const alert = (await raise(id, { name: 'sos' })).body
    for (const action of ['acknowledge', 'resolve']) {
      const path = `/api/alerts/${alert.id}/${action}`
      expect((await world.call('POST', path, { token: account.token })).status).toBe(200)
    }
  })
})

test('a period that ends before it begins is a fault of the query', async () => {
  const path = `/api/alerts?from=${minutesAgo(1)}&to=${minutesAgo(2)}`
  const { status, body } = await world.call('GET', path, { token: account.token })
  expect([status, body.code]).toEqual([400, 'query.invalid'])
})
