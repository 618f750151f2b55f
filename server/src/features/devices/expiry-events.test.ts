import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertFleet } from '../../../test/fleet.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { spawnServer } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { done } from '../../platform/bus/event-log.ts'
import { unpack } from '../events/event-encoding.api.ts'
import { deviceExpired, deviceReactivated } from './device.events.ts'
import { sweepExpiries } from './expiry.api.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.hold('2026-11-19T12:00:00.000Z')
  account = await world.make.account({ timeZone: 'UTC', licenses: 10 })
})
afterEach(() => world.clock.release())

const expires = (expirationDate: string) => ({ limits: { expires: true, expirationDate } })
const call = async (method: string, path: string, body?: unknown) => {
  const token = await world.make.token(account.userName, account.apiKey)
  const answer = await world.call(method, path, { token, body })
  expect(answer.status).toBeLessThan(300)
  return answer
}
/** Three concurrent sweeps, like three processes. */
const sweep = () => Promise.all([1, 2, 3].map(() => sweepExpiries(world.ctx)))

/** Expiry events in the outbox. */
async function events(): Promise<string[]> {
  const { rows } = await world.superuser.query(
    'select id, type, at from outbox where account_id = $1 and type = any($2) order by number',
    [account.accountId, [deviceExpired, deviceReactivated]],
  )
  const ids = rows.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const events = rows.map(({ type, at }) => ({ kind: type.replace('device.', ''), at: at.toISOString() }))
  return events.sort((left, right) => left.at.localeCompare(right.at)).map(({ kind, at }) => `${kind} ${at}`)
}

describe('a device that expires', () => {
  test('emits one event at the instant of its date, with several sweeps', async () => {
    await world.make.device(account, expires('2026-11-20'))
    await sweep()
    expect(await events()).toEqual([])
    world.clock.hold('2026-11-20T00:00:00.000Z')
    await sweep()
    world.clock.hold('2026-11-20T08:00:00.000Z')
    await sweep()
    expect(await events()).toEqual(['expired 2026-11-20T00:00:00.000Z'])
  })

  test('and is reactivated before the sweep emits both events', async () => {
    const { id } = await world.make.device(account, expires('2026-11-20'))
    world.clock.hold('2026-11-20T00:00:05.000Z')
    await call('POST', `/api/devices/${id}/reactivate`, {})
    await sweep()
    expect(await events()).toEqual([
      'expired 2026-11-20T00:00:00.000Z',
      'reactivated 2026-11-20T00:00:05.000Z',
    ])
  })

  test('and expires again on the same date emits each time', async () => {
    const { id } = await world.make.device(account, expires('2026-11-20'))
    world.clock.hold('2026-11-20T00:00:00.000Z')
    await sweep()
    for (const second of ['10', '20']) {
      world.clock.hold(`2026-11-20T00:00:${second}.000Z`)
      await call('POST', `/api/devices/${id}/reactivate`, {})
      await call('PUT', `/api/devices/${id}/limits`, { expires: true, expirationDate: '2026-11-20' })
      await sweep()
    }
    expect(await events()).toEqual([
      'expired 2026-11-20T00:00:00.000Z',
      'reactivated 2026-11-20T00:00:10.000Z',
      'expired 2026-11-20T00:00:10.000Z',
      'reactivated 2026-11-20T00:00:20.000Z',
      'expired 2026-11-20T00:00:20.000Z',
    ])
  })

  test('by an edit into the past emits one event at the time of the edit', async () => {
    const { id } = await world.make.device(account)
    await call('PUT', `/api/devices/${id}/limits`, { expires: true, expirationDate: '2026-01-01' })
    await call('PUT', `/api/devices/${id}/limits`, { expires: true, expirationDate: '2025-01-01' })
    await sweep()
    await call('PUT', `/api/devices/${id}/limits`, { expires: true, expirationDate: '2024-01-01' })
    await sweep()
    expect(await events()).toEqual(['expired 2026-11-19T12:00:00.000Z'])
  })

  test('at creation emits an event then', async () => {
    await world.make.device(account, expires('2020-01-01'))
    await sweep()
    expect(await events()).toEqual(['expired 2026-11-19T12:00:00.000Z'])
  })

  test('by a new time zone, and is reactivated by the next, emits both events', async () => {
    await world.make.device(account, expires('2026-11-20'))
    await call('PATCH', '/api/account', { timeZone: 'Pacific/Kiritimati' })
    await sweep()
    world.clock.hold('2026-11-19T12:00:01.000Z')
    await call('PATCH', '/api/account', { timeZone: 'UTC' })
    await sweep()
    expect(await events()).toEqual([
      'expired 2026-11-19T12:00:00.000Z',
      'reactivated 2026-11-19T12:00:01.000Z',
    ])
  })
})

describe('no expiry is emitted if', () => {
  test.each([
    ['its flag is switched off', 'PUT', '/limits', { expires: false }],
    ['its date is moved', 'PUT', '/limits', { expires: true, expirationDate: '2026-12-01' }],
    ['it is deleted', 'DELETE', '', undefined],
  ])('%s', async (_name, method, more, body) => {
    const { id } = await world.make.device(account, expires('2026-11-20'))
    await call(method, `/api/devices/${id}${more}`, body)
    world.clock.hold('2026-11-21T00:00:00.000Z')
    await sweep()
    expect(await events()).toEqual([])
  })
})

test('three processes publish each expiry and reactivation exactly once', async () => {
  // The token of an account made at a held instant is only valid around that instant.
  world.clock.release()
  account = await world.make.account({ timeZone: 'UTC', licenses: 10 })
  const count = 60
  const [active, returning] = [
    await insertFleet(world.superuser, { accountId: account.accountId, active: count }),
    (await world.make.device(account, expires('2020-01-01'))).id,
  ]
  await world.superuser.query('update accounts set licenses = 1000 where account_id = $1', [
    account.accountId,
  ])
  const ours = new Set([...active, returning])
  const published: { id: string; deviceId: string }[] = []
  await world.ctx.bus.events.work('device', 'test-expiries', async (message) => {
    for (const { type, json } of unpack(message)) {
      const event = JSON.parse(json)
      if (type !== 'device.changed' && type !== 'device.created' && ours.has(event.deviceId))
        published.push(event)
    }
    return done
  })
  const servers = await Promise.all([1, 2, 3].map(() => spawnServer(world.env, ['notifier'])))
  try {
    // All at one instant, a moment from now.
    await world.superuser.query(
      `with due as (
         update devices set expires = true, expiration_date = current_date, expires_at = now() + interval '1 second'
         where account_id = $1 and id = any($2) returning *)
       insert into expiry_timers (account_id, device_number, due_at) select account_id, number, expires_at from due`,
      [account.accountId, active],
    )
    await call('POST', `/api/devices/${returning}/reactivate`, {})
    await expect.poll(() => published.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count + 2)
    await sleep(3_000)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
  const expired = published.filter(({ id }) => id.includes(':expired:'))
  expect(expired.map(({ deviceId }) => deviceId).sort()).toEqual([...ours].sort())
  expect(published.filter(({ id }) => id.includes(':reactivated:')).map(({ deviceId }) => deviceId)).toEqual([
    returning,
  ])
  // Nothing is left to publish.
  expect(await events()).toEqual([])
})
