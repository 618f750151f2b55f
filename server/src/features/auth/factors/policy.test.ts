import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../../test/make.ts'
import {
  codeOf,
  cookieOf,
  enrol,
  finish,
  signInAs,
  signInTwice,
  stepCookieOf,
} from '../../../../test/second-factor.ts'
import type { Called, World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ RASTRO_SECOND_FACTOR_GRACE_DAYS: '14' })
})
afterAll(() => world.close())
afterEach(() => world.clock.release())

const password = 'a sled, a compass and 40 dogs'
const setPolicy = (token: string, secondFactor: string) =>
  world.call('PUT', '/api/account/signIn', { token, body: { secondFactor } })
const makeStandard = async (account: MadeAccount) => {
  const { userName } = await world.make.user(account, { role: 'standard', password })
  return { userName, password }
}
const refresh = async (signedIn: Called) =>
  (await world.call('POST', '/session/refresh', { headers: { cookie: cookieOf(signedIn) } })).status
/** A new app, as the sign-in page shows it. */
const startEnrolment = (cookie: string) => world.call('POST', '/session/second/totp', { headers: { cookie } })

describe('the policy of an account', () => {
  test('needs a proof, and a second factor of one’s own', async () => {
    const account = await world.make.account()
    expect((await setPolicy(account.token, 'all')).body.code).toBe('access.not_recent')
    const { token } = (await signInAs(world, account)).body
    expect((await setPolicy(token, 'all')).body.code).toBe('secondFactor.own_first')
    const enrolled = await enrol(world, account)
    expect((await setPolicy(enrolled.token, 'all')).body).toMatchObject({
      secondFactor: 'all',
      minimum: 'off',
    })
    const { body } = await world.call('GET', '/api/account/signIn', { token: enrolled.token })
    expect(body.secondFactor).toBe('all')
  })

  test('a standard user cannot change it', async () => {
    const account = await world.make.account()
    const { body } = await signInAs(world, await makeStandard(account))
    expect((await setPolicy(body.token, 'off')).status).toBe(403)
  })

  test('users without a factor are signed out, enrol at sign-in before anything else, and get recovery codes', async () => {
    const account = await world.make.account()
    const user = await makeStandard(account)
    const before = await signInAs(world, user)
    expect(before.status).toBe(200)
    const { token } = await enrol(world, account)
    expect((await setPolicy(token, 'all')).status).toBe(200)
    const headers = { cookie: cookieOf(before) }
    expect((await world.call('POST', '/session/refresh', { headers })).status).toBe(401)

    const first = await signInAs(world, user)
    expect([first.status, first.body.next, first.body.methods]).toEqual([202, 'enrolment', []])
    const step = stepCookieOf(first)
    expect((await finish(world, step, { code: '123456' })).body.code).toBe('totp.not_started')
    const { secret } = (await startEnrolment(step)).body
    expect((await finish(world, step, { code: codeOf(world, secret, 8) })).body.code).toBe(
      'session.code_wrong',
    )
    const entered = await finish(world, step, { code: codeOf(world, secret) })
    expect(entered.status).toBe(200)
    expect(entered.body.recoveryCodes).toHaveLength(10)
    expect((await signInAs(world, user)).body.next).toBe('secondFactor')
    const removed = await world.call('DELETE', '/api/me/totp', { token: entered.body.token })
    expect([removed.status, removed.body.code]).toEqual([409, 'secondFactor.required'])
  })

  test('a second enrolment with the same password finds the first one', async () => {
    const account = await world.make.account()
    const user = await makeStandard(account)
    const { token } = await enrol(world, account)
    await setPolicy(token, 'all')
    const [one, two] = [stepCookieOf(await signInAs(world, user)), stepCookieOf(await signInAs(world, user))]
    const { secret } = (await startEnrolment(one)).body
    expect((await finish(world, one, { code: codeOf(world, secret) })).status).toBe(200)
    // A new secret would wait for the confirmation by a stolen token.
    expect((await startEnrolment(two)).body.code).toBe('session.step_ended')
    expect((await finish(world, two, { code: codeOf(world, secret, 1) })).body.code).toBe(
      'session.step_ended',
    )
    const { rows } = await world.superuser.query(
      'select pending from totp t join users u on u.id = t.user_id where u.user_name = $1',
      [user.userName],
    )
    expect(rows).toEqual([{ pending: null }])
    expect((await signInTwice(world, { ...account, ...user }, secret)).status).toBe(200)
  })

  test('a new password ends an enrolment that the old one began', async () => {
    const account = await world.make.account()
    const { userName } = await makeStandard(account)
    const { token } = await enrol(world, account)
    await setPolicy(token, 'all')
    const step = stepCookieOf(await signInAs(world, { userName, password }))
    const { secret } = (await startEnrolment(step)).body
    const body = { userName, password, newPassword: 'mareas vivas de marzo' }
    expect((await world.call('PUT', '/session/password', { body })).status).toBe(202)
    expect((await startEnrolment(step)).body.code).toBe('session.step_ended')
    expect((await finish(world, step, { code: codeOf(world, secret) })).body.code).toBe('session.step_ended')
    const { rows } = await world.superuser.query(
      `select u.id from users u
       where user_name = $1 and (exists (select from sessions s where s.user_id = u.id)
         or exists (select from totp t where t.user_id = u.id and t.confirmed_at is not null))`,
      [userName],
    )
    expect(rows).toEqual([])
  })

  test('`administrators` leaves standard users alone', async () => {
    const account = await world.make.account()
    const user = await makeStandard(account)
    const { token } = await enrol(world, account)
    await setPolicy(token, 'administrators')
    expect((await signInAs(world, user)).status).toBe(200)
    const { userName } = await world.make.user(account, { role: 'administrator', password })
    expect((await signInAs(world, { userName, password })).body.next).toBe('enrolment')
  })

  test('without a decision, the account holder enrols after 14 days', async () => {
    const account = await world.make.account()
    const user = await makeStandard(account)
    world.clock.offsetMs = 14 * 86_400_000 - 60_000
    expect((await signInAs(world, account)).status).toBe(200)
    const open = [await signInAs(world, account), await signInAs(world, user)]
    world.clock.offsetMs = 14 * 86_400_000
    expect(await Promise.all(open.map(refresh))).toEqual([401, 200])
    expect((await signInAs(world, account)).body.next).toBe('enrolment')
    expect((await signInAs(world, user)).status).toBe(200)
  })

  test('ends open sessions of a user who becomes an administrator', async () => {
    const account = await world.make.account()
    const user = await makeStandard(account)
    const { token } = await enrol(world, account)
    await setPolicy(token, 'administrators')
    const signedIn = await signInAs(world, user)
    expect(await refresh(signedIn)).toBe(200)
    const { rows } = await world.superuser.query('select id from users where user_name = $1', [user.userName])
    const headers = { 'content-type': 'application/merge-patch+json' }
    const body = { role: 'administrator' }
    expect((await world.call('PATCH', `/api/users/${rows[0].id}`, { token, body, headers })).status).toBe(200)
    expect(await refresh(signedIn)).toBe(401)
    const { rowCount } = await world.superuser.query('select from sessions where user_id = $1', [rows[0].id])
    expect(rowCount).toBe(0)
  })
})

test('the operator can require more than the account', async () => {
  const strict = await openWorld({ RASTRO_SECOND_FACTOR: 'all' })
  try {
    const account = await strict.make.account()
    expect((await signInAs(strict, account)).body.next).toBe('enrolment')
  } finally {
    await strict.close()
  }
})
