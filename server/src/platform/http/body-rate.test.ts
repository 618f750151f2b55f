import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { createBodyRate } from './body-rate.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ RASTRO_ACCOUNT_BODY_KB_PER_SECOND: '10' })
})
afterAll(() => world.close())

/** Not a report, but it is read and parsed before that is known. */
const body = { text: 'x'.repeat(1_900_000) }
const send = ({ token }: MadeAccount) =>
  world.call('POST', '/api/devices/dev_none/locations', { token, body })

test('an account that sends too many bytes is refused, and no other', async () => {
  const [flooder, other] = [await world.make.account(), await world.make.account()]
  for (let sent = 0; sent < 4; sent += 1) expect((await send(flooder)).status).toBe(400)
  const refused = await send(flooder)
  expect([refused.status, refused.body.code]).toEqual([429, 'rate.exceeded'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await world.call('GET', '/api/account', { token: flooder.token })).status).toBe(200)
  expect((await send(other)).status).toBe(400)
})

test('a body of unknown length counts as the largest possible', () => {
  const rate = createBodyRate(world.ctx.config.http)
  const request = (headers: object) =>
    ({
      caller: { accountId: 1 },
      headers,
      routeOptions: { bodyLimit: 5 * 1024 ** 2 },
    }) as unknown as FastifyRequest
  rate.require(request({ 'transfer-encoding': 'chunked' }))
  rate.require(request({ 'content-length': '1000' }))
  expect(() => rate.require(request({ 'transfer-encoding': 'chunked' }))).toThrow('Retry in')
})
