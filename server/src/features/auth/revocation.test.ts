import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { strike } from '../../../test/people.ts'
import type { ServerProcess } from '../../../test/processes.ts'
import { spawnServer } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { blockAccount } from '../accounts/status.api.ts'

// Changes in this process must take effect in the other one, which shares only the database.
let world: World
let other: ServerProcess
beforeAll(async () => {
  world = await openWorld()
  other = await spawnServer(world.env)
})
afterAll(async () => {
  await other.stop()
  await world.close()
})

const promisedMs = 5_000
const statusElsewhere = async (token: string) =>
  (await fetch(`${other.url}/api/account`, { headers: { authorization: `Bearer ${token}` } })).status

/** How long the token keeps working in the other process, where constant use keeps it cached. */
async function livesOnMs(token: string, end: () => Promise<unknown>): Promise<number> {
  expect(await statusElsewhere(token)).toBe(200)
  await end()
  const endedAt = performance.now()
  while ((await statusElsewhere(token)) === 200) {
    if (performance.now() - endedAt > 2 * promisedMs) break
    await sleep(20)
  }
  const ms = performance.now() - endedAt
  expect(await statusElsewhere(token)).toBe(401)
  return ms
}

async function signIn({ userName, password }: MadeAccount): Promise<{ token: string; cookie: string }> {
  const { body, headers } = await world.call('POST', '/session', { body: { userName, password } })
  return { token: body.token, cookie: String(headers['set-cookie']).split(';')[0]! }
}

const asOwner = (who: MadeAccount, method: string, path: string) => async () =>
  expect((await world.call(method, path, { token: who.token })).status).toBe(200)

describe.concurrent('a live token dies in another process within 5 s when', () => {
  test('its key is regenerated', async ({ expect }) => {
    const who = await world.make.account()
    const regenerate = asOwner(who, 'POST', `/api/apiKeys/${who.keyId}/regenerate`)
    expect(await livesOnMs(who.token, regenerate)).toBeLessThan(promisedMs)
  })

  test('its key is deleted', async ({ expect }) => {
    const who = await world.make.account()
    const remove = asOwner(who, 'DELETE', `/api/apiKeys/${who.keyId}`)
    expect(await livesOnMs(who.token, remove)).toBeLessThan(promisedMs)
  })

  test.for(['disabled', 'expired', 'not yet valid'] as const)(
    'its user is %s',
    async (misfortune, { expect }) => {
      const { token, ownerId } = await world.make.account()
      const ms = await livesOnMs(token, () => strike(world.superuser, ownerId, misfortune))
      expect(ms).toBeLessThan(promisedMs)
    },
  )

  test('its user is deleted', async ({ expect }) => {
    const { token, ownerId } = await world.make.account()
    const remove = () => world.superuser.query('delete from users where id = $1', [ownerId])
    expect(await livesOnMs(token, remove)).toBeLessThan(promisedMs)
  })

  test('its account is blocked', async ({ expect }) => {
    const account = await world.make.account()
    const session = await signIn(account)
    const block = () => blockAccount(world.ctx, account.accountId, { reason: 'Abuse.', author: 'Ana' })
    const [byKey, bySession] = await Promise.all([
      livesOnMs(account.token, block),
      livesOnMs(session.token, async () => {}),
    ])
    expect(Math.max(byKey, bySession)).toBeLessThan(promisedMs)
  })

  test('its session is signed out', async ({ expect }) => {
    const { token, cookie } = await signIn(await world.make.account())
    const signOut = () => world.call('DELETE', '/session', { headers: { cookie } })
    expect(await livesOnMs(token, signOut)).toBeLessThan(promisedMs)
  })
})

test('an expired user is rejected at that instant, not at the next recheck', async () => {
  const { token, ownerId } = await world.make.account()
  await world.superuser.query('update users set expires_at = $2 where id = $1', [
    ownerId,
    new Date(Date.now() + 1_500),
  ])
  expect(await statusElsewhere(token)).toBe(200)
  await sleep(1_550)
  expect(await statusElsewhere(token)).toBe(401)
})

test('other keys of the user and their tokens keep working', async () => {
  const who = await world.make.account()
  const made = await world.call('POST', '/api/apiKeys', { token: who.token, body: { name: 'second' } })
  const second = await world.make.token(who.userName, made.body.apiKey)
  await livesOnMs(who.token, asOwner(who, 'DELETE', `/api/apiKeys/${who.keyId}`))
  expect(await statusElsewhere(second)).toBe(200)
})

test('tokens of a regenerated key work in the other process immediately', async () => {
  const who = await world.make.account()
  expect(await statusElsewhere(who.token)).toBe(200)
  const path = `/api/apiKeys/${who.keyId}/regenerate`
  const { body } = await world.call('POST', path, { token: who.token })
  expect(await statusElsewhere(await world.make.token(who.userName, body.apiKey))).toBe(200)
})
