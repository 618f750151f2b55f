import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { createFairness } from './fairness.ts'

let world: World
let busy: MadeAccount
let quiet: MadeAccount
beforeAll(async () => {
  world = await openWorld({ RASTRO_TRUSTED_PROXIES: '127.0.0.1' })
  busy = await world.make.account({ licenses: 100 })
  quiet = await world.make.account()
  for (let index = 0; index < 20; index += 1) await world.make.device(busy)
})
afterAll(() => world.close())

const read = (account: MadeAccount, path = '/api/devices?limit=100') =>
  world.call('GET', path, { token: account.token })

describe('many parallel requests of one account', () => {
  // How much of the flood is answered meanwhile also depends on what else the machine does.
  test('hardly delay those of another', { retry: 2 }, async () => {
    await read(quiet)
    let answered = 0
    const flood = Array.from({ length: 180 }, () => read(busy).finally(() => (answered += 1)))
    for (let time = 0; time < 3; time += 1) {
      const before = answered
      expect((await read(quiet)).status).toBe(200)
      expect(answered - before).toBeLessThan(25)
    }
    expect(answered).toBeLessThan(180)
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(statuses).toEqual(Array(180).fill(200))
  })

  test('are rejected beyond a number, with different times to retry', async () => {
    const answers = await Promise.all(Array.from({ length: 700 }, () => read(busy, '/api/account')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(700 - refused.length)
    expect(refused.length).toBeGreaterThan(100)
    expect(refused[0]?.body.code).toBe('rate.busy')
    const waits = new Set(refused.map(({ headers }) => Number(headers['retry-after'])))
    expect([...waits].sort()).toEqual([1, 2, 3, 4, 5])
    expect((await read(busy)).status).toBe(200)
  })

  test('on a heavy route are few', async () => {
    const preview = () =>
      world.call('POST', '/api/devices/import/preview', {
        token: busy.token,
        body: `name\n${'Boat\n'.repeat(50)}`,
        headers: { 'content-type': 'text/csv' },
      })
    const answers = await Promise.all(Array.from({ length: 30 }, preview))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(11)
    expect(statuses.filter((status) => status === 429)).toHaveLength(19)
  })
})

describe('slots', () => {
  test('are free again after errors and unfinished streams', async () => {
    const missing = await Promise.all(Array.from({ length: 30 }, () => read(busy, '/api/devices/dev_none')))
    expect(new Set(missing.map(({ status }) => status))).toEqual(new Set([404]))
    const streams = await Promise.all(Array.from({ length: 30 }, () => read(busy, '/api/devices')))
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await read(busy)).status).toBe(200)
  })
})

test('a stream that the client does not read occupies its slot for ten seconds', async () => {
  vi.useFakeTimers()
  try {
    const fairness = createFairness({ ...world.ctx.config.db, poolSize: 1 })
    const request = () => ({ caller: quiet, routeOptions: { config: {} } }) as unknown as FastifyRequest
    const reply = { raw: new EventEmitter() } as unknown as FastifyReply
    const unread = request()
    expect(fairness.enter(unread)).toBeUndefined()
    fairness.leave(unread, reply, new PassThrough())
    let isAdmitted = false
    const admitted = fairness.enter(request())?.then(() => (isAdmitted = true))
    await vi.advanceTimersByTimeAsync(9_000)
    expect(isAdmitted).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    await admitted
    reply.raw.emit('close')
    const third = fairness.enter(request())
    expect(third).toBeInstanceOf(Promise)
    third?.catch(() => {})
  } finally {
    vi.useRealTimers()
  }
})

test('many parallel sign-ins from one network do not delay those from another', async () => {
  const { userName, apiKey } = quiet
  const ask = (from: string) =>
    world.call('POST', '/api/Auth/Token', {
      body: { userName, apiKey },
      headers: { 'x-forwarded-for': from },
    })
  let answered = 0
  const flood = Array.from({ length: 200 }, (_, index) =>
    ask(`2001:db8::${index}`).finally(() => (answered += 1)),
  )
  expect((await ask('192.0.2.7')).status).toBe(200)
  expect(answered).toBeLessThan(25)
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]))
})
