import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  secretIn,
  settleIdentity,
  startIdentityWorkers,
  textOf,
  verifyEmailOf,
} from '../../../test/identity.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import { cookieOf } from '../../../test/second-factor.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { writeRefusals } from './sign-in-log.api.ts'

const newPassword = 'a sled, a compass and 40 dogs'

let world: World
let mailbox: Mailbox
let worker: { stop(): Promise<void> }
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_SMTP_URL: mailbox.url })
  worker = startIdentityWorkers(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await mailbox.close()
})

const signIn = async (userName: string, password: string) =>
  (await world.call('POST', '/session', { body: { userName, password } })).status
const fail = async (userName: string, times: number) => {
  for (let time = 0; time < times; time += 1) expect(await signIn(userName, 'wrong')).toBe(401)
}

/** It happens after the answer, whose time is the same for all names. */
const locked = ({ ownerId }: { ownerId: string }) =>
  expect
    .poll(async () => {
      const { rows } = await world.superuser.query('select password_locked_at from users where id = $1', [
        ownerId,
      ])
      return rows[0].password_locked_at
    })
    .not.toBeNull()

test('100 wrong passwords in a row end password sign-in until a reset', { timeout: 300_000 }, async () => {
  const account = await world.make.account()
  await verifyEmailOf(world, account.ownerId)
  await fail(account.userName, 99)
  expect(await signIn(account.userName, account.password)).toBe(200)
  await fail(account.userName, 100)
  await locked(account)
  expect(await signIn(account.userName, account.password)).toBe(401)
  // API keys are another credential.
  const body = { userName: account.userName, apiKey: account.apiKey }
  expect((await world.call('POST', '/api/Auth/Token', { body })).status).toBe(200)

  await settleIdentity(world)
  const texts = mailbox.messages.map(({ raw }) => textOf(raw))
  // In the language of the country. After 20 failures, twice, and when it was locked.
  expect(texts.filter((text) => text.includes('20 veces seguidas')).length).toBe(2)
  expect(texts.filter((text) => text.includes('100 veces seguidas')).length).toBe(1)

  await world.call('POST', '/session/reset', { body: { userName: account.userName } })
  const secret = await secretIn(mailbox, account.userName, 'reset')
  const choice = { secret, newPassword }
  expect((await world.call('POST', '/session/reset/confirm', { body: choice })).status).toBe(200)
  expect(await signIn(account.userName, 'wrong')).toBe(401)
  expect(await signIn(account.userName, newPassword)).toBe(200)
})

test('wrong API keys do not lock the password', async () => {
  const account = await world.make.account()
  const apiKey = account.apiKey.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (let time = 0; time < 100; time += 1) {
    await world.call('POST', '/api/Auth/Token', { body: { userName: account.userName, apiKey } })
  }
  expect(await signIn(account.userName, account.password)).toBe(200)
})

test('wrong passwords of a proof count and are listed; a locked or expired password proves nothing', async () => {
  const account = await world.make.account()
  const { userName, password, ownerId } = account
  const signedIn = await world.call('POST', '/session', { body: { userName, password } })
  const headers = { cookie: cookieOf(signedIn) }
  const prove = async (given: string) =>
    (await world.call('POST', '/session/proof', { body: { password: given }, headers })).status
  await verifyEmailOf(world, ownerId)
  for (let time = 0; time < 19; time += 1) expect(await prove('wrong')).toBe(401)
  expect(await prove(password)).toBe(200)
  for (let time = 0; time < 20; time += 1) expect(await prove('wrong')).toBe(401)
  // Only 20 in a row cause a notice.
  const notices = async () => {
    const { rows } = await world.superuser.query(
      `select count(*)::int as n from identity_mails where user_id = $1 and kind = 'failed-sign-ins'`,
      [ownerId],
    )
    return rows[0].n
  }
  await expect.poll(notices).toBe(1)
  await writeRefusals(world.ctx)
  const { rows } = await world.superuser.query(
    `select count(*)::int as refused from sign_ins where user_id = $1 and outcome = 'refused'`,
    [ownerId],
  )
  expect(rows[0].refused).toBe(39)

  expect(await prove(password)).toBe(200)
  await world.superuser.query('update users set password_locked_at = now() where id = $1', [ownerId])
  expect(await prove(password)).toBe(401)
  const expired = `update users set password_locked_at = null, temporary_password_until = now() - interval '1 hour'`
  await world.superuser.query(`${expired} where id = $1`, [ownerId])
  expect(await prove(password)).toBe(401)
})
