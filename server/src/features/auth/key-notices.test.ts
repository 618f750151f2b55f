import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { sendKeyNotices } from './key-notices.api.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
  await world.superuser.query('update users set email_verified_at = now()')
})
afterAll(() => world.close())
afterEach(() => {
  world.clock.offsetMs = 0
})

const dayMs = 86_400_000
const create = async (days: number) => {
  const expiresAt = new Date(world.ctx.now().getTime() + days * dayMs).toISOString()
  const body = { name: `key of ${days} days`, expiresAt }
  return (await world.call('POST', '/api/apiKeys', { token: account.token, body })).body.key.id as string
}
/** Kinds of the e-mails since the last call, without other keys'. */
let seen = 0
async function mails(): Promise<string[]> {
  const { rows } = await world.superuser.query(
    'select number, kind from identity_mails where number > $1 order by number',
    [seen],
  )
  seen = Number(rows.at(-1)?.number ?? seen)
  return rows.map(({ kind }) => kind)
}
const at = async (days: number) => {
  world.clock.offsetMs = days * dayMs
  await sendKeyNotices(world.ctx)
  return mails()
}

test('e-mails are queued when a key is created, 14 and 3 days before it expires, and when it has', async () => {
  await mails()
  await create(30)
  expect(await mails()).toEqual(['api-key-created'])
  expect(await at(15.9)).toEqual([])
  expect(await at(16.1)).toEqual(['api-key-expiring'])
  expect(await at(16.2)).toEqual([])
  expect(await at(26.9)).toEqual([])
  expect(await at(27.1)).toEqual(['api-key-expiring'])
  expect(await at(29.9)).toEqual([])
  expect(await at(30.1)).toEqual(['api-key-expired'])
  expect(await at(60)).toEqual([])
})

test('e-mails are queued for a new secret and for changed limits, not for another name', async () => {
  const id = await create(30)
  await mails()
  const { token } = account
  await world.call('PATCH', `/api/apiKeys/${id}`, { token, body: { name: 'Renamed' } })
  expect(await mails()).toEqual([])
  await world.call('PATCH', `/api/apiKeys/${id}`, { token, body: { networks: ['192.0.2.0/24'] } })
  expect(await mails()).toEqual(['api-key-changed'])
  await world.call('POST', `/api/apiKeys/${id}/regenerate`, { token })
  expect(await mails()).toEqual(['api-key-changed'])
  await world.superuser.query('delete from api_keys where id = $1', [id])
})

test('each is queued once, however many processes run', async () => {
  const id = await create(30)
  await mails()
  world.clock.offsetMs = 16.1 * dayMs
  await Promise.all(Array.from({ length: 8 }, () => sendKeyNotices(world.ctx)))
  expect(await mails()).toEqual(['api-key-expiring'])
  await world.superuser.query('delete from api_keys where id = $1', [id])
})

test('a later end postpones them, and a deleted key gets none', async () => {
  const [later, deleted] = [await create(20), await create(20)]
  await mails()
  const expiresAt = new Date(Date.now() + 100 * dayMs).toISOString()
  await world.call('PATCH', `/api/apiKeys/${later}`, { token: account.token, body: { expiresAt } })
  await world.call('DELETE', `/api/apiKeys/${deleted}`, { token: account.token })
  expect(await mails()).toEqual(['api-key-changed'])
  expect(await at(21)).toEqual([])
  expect(await at(86.1)).toEqual(['api-key-expiring'])
})
