import { expect, test } from 'vitest'
import { startProxy } from '../../../test/proxy.ts'
import { createTestDatabase, dropDatabase, openWorld } from '../../../test/world.ts'

test('a call gets 503 within 5 s when the database goes silent', async () => {
  const { env, database, superuser } = await createTestDatabase()
  const proxy = await startProxy(env.RASTRO_DATABASE_URL!)
  const world = await openWorld({ RASTRO_DATABASE_URL: proxy.url })
  const { token } = await world.make.account()
  expect((await world.call('GET', '/api/groups', { token })).status).toBe(200)
  // Longer than the status of a caller is cached.
  await expect.poll(() => performance.now(), { timeout: 5_000 }).toBeGreaterThan(performance.now() + 2_100)
  proxy.blackHole()
  const beganAt = performance.now()
  const answer = await world.call('GET', '/api/groups', { token })
  expect([answer.status, answer.body.code]).toEqual([503, 'service.unavailable'])
  expect(performance.now() - beganAt).toBeLessThan(5_000)
  proxy.heal()
  proxy.cut()
  await world.close()
  await proxy.close()
  await dropDatabase(superuser, database)
})
