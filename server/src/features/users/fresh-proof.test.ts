import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { cookieOf, signInAs } from '../../../test/second-factor.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

const password = 'a sled, a compass and 40 dogs'
const newPassword = 'mareas vivas de marzo'
const person = { name: 'Ana', country: 'ES', timeZone: 'UTC' }

let world: World
let account: MadeAccount
let colleague: { id: string }
beforeAll(async () => {
  world = await openWorld({ RASTRO_SMTP_URL: 'smtp://127.0.0.1:9' })
  account = await world.make.account()
  colleague = await world.make.user(account, { password })
})
afterAll(() => world.close())

/** What opens the access of a user: with a password, or with a link to the address. */
const dangerous = (): [string, string, object | undefined][] => [
  ['PATCH', `/api/users/${colleague.id}`, { email: 'moved@example.com' }],
  ['PATCH', `/api/users/${colleague.id}`, { password: newPassword }],
  ['PUT', `/api/users/${colleague.id}`, { ...person, email: 'put@example.com', password: newPassword }],
  ['POST', `/api/users/${colleague.id}/invitation`, undefined],
  ['POST', '/api/users', { ...person, email: 'new@example.com', password: newPassword }],
  ['PATCH', `/api/users/${account.ownerId}`, { email: 'own@example.com' }],
  // The last one, because it ends the session.
  ['PATCH', `/api/users/${account.ownerId}`, { password: newPassword }],
]
const perform = (token: string, [method, path, body]: [string, string, object | undefined]) => {
  const headers = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {}
  return world.call(method, path, { token, body, headers })
}
const usersOf = async ({ accountId }: MadeAccount) =>
  (await world.superuser.query('select * from users where account_id = $1 order by id', [accountId])).rows

test('a session sets passwords and addresses and invites only with a recent proof', async () => {
  const signedIn = await signInAs(world, account)
  world.clock.offsetMs = 6 * 60_000
  const before = await usersOf(account)
  for (const action of dangerous()) {
    const refused = await perform(signedIn.body.token, action)
    expect([...action, refused.body.code]).toEqual([...action, 'access.not_recent'])
  }
  expect(await usersOf(account)).toEqual(before)
  const headers = { cookie: cookieOf(signedIn) }
  const proof = { password: account.password }
  const { token } = (await world.call('POST', '/session/proof', { body: proof, headers })).body
  for (const action of dangerous()) {
    const done = await perform(token, action)
    expect([...action, done.status < 300, done.body.code]).toEqual([...action, true, undefined])
  }
  world.clock.release()
})

test('an API key manages others, and changes neither password nor address of its own user', async () => {
  const keyed = await world.make.account()
  const path = `/api/users/${keyed.ownerId}`
  for (const body of [{ password: newPassword }, { email: 'own@example.com' }]) {
    const refused = await perform(keyed.token, ['PATCH', path, body])
    expect([body, refused.body.code]).toEqual([body, 'access.not_recent'])
  }
  expect((await perform(keyed.token, ['PATCH', path, { name: 'Olga O.' }])).status).toBe(200)
  const user = await world.make.user(keyed)
  const change = { email: 'moved@example.com', password: newPassword }
  expect((await perform(keyed.token, ['PATCH', `/api/users/${user.id}`, change])).status).toBe(200)
})
