import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  secretIn,
  settleIdentity,
  startIdentityWorkers,
  textOf,
  verifyEmailOf,
} from '../../../test/identity.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { runRastro } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { queueIdentityMail } from '../auth/identity-mail.api.ts'
import { createLink } from '../auth/one-time-link.api.ts'

const hourMs = 3_600_000

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
beforeEach(() => {
  world.clock.release()
  mailbox.messages.length = 0
})

let count = 0
const fresh = () => `address-${++count}@example.com`
const request = async (account: MadeAccount, email: string) =>
  world.call('POST', '/api/me/email', {
    token: await world.make.passwordToken(account),
    body: { email, language: 'en' },
  })
const confirm = (secret: string) => world.call('POST', '/session/email/confirm', { body: { secret } })
const undo = (secret: string) => world.call('POST', '/session/email/undo', { body: { secret } })
const emailOf = async (account: MadeAccount) => {
  // A new token: tests move the clock.
  const token = await world.make.token(account.userName, account.apiKey)
  const { body } = await world.call('GET', '/api/users/me', { token })
  return [body.email, body.emailVerified]
}
const messagesTo = (address: string) => mailbox.messages.filter(({ to }) => to === address)

/** Changes the address and confirms the change. */
async function change(account: MadeAccount, email: string): Promise<void> {
  expect((await request(account, email)).status).toBe(200)
  expect((await confirm(await secretIn(mailbox, email, 'email'))).status).toBe(200)
  await settleIdentity(world)
}

describe('the own e-mail address', () => {
  test('is verified by a link to it', async () => {
    const account = await world.make.account()
    expect(await emailOf(account)).toEqual([account.userName, false])
    await change(account, account.userName)
    expect(await emailOf(account)).toEqual([account.userName, true])
    // The confirmation, and no notice: the address is the same.
    expect(mailbox.messages).toHaveLength(1)
  })

  test('changes when the new address is confirmed, and the old one can undo it', async () => {
    const account = await world.make.account()
    await verifyEmailOf(world, account.ownerId)
    const email = fresh()
    expect((await request(account, email)).status).toBe(200)
    const secret = await secretIn(mailbox, email, 'email')
    expect(await emailOf(account)).toEqual([account.userName, true])
    expect(messagesTo(account.userName)).toEqual([])
    expect((await confirm(secret)).status).toBe(200)
    expect((await confirm(secret)).status).toBe(404)
    expect(await emailOf(account)).toEqual([email, true])

    const undoSecret = await secretIn(mailbox, account.userName, 'email-undo')
    expect(textOf(messagesTo(account.userName)[0]!.raw)).toContain('a…@example.com')
    const { userName, password } = account
    const signedIn = await world.call('POST', '/session', { body: { userName, password } })
    expect((await undo(undoSecret)).status).toBe(200)
    expect(await emailOf(account)).toEqual([account.userName, true])
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!
    expect((await world.call('POST', '/session/refresh', { headers: { cookie } })).status).toBe(401)
    expect((await undo(undoSecret)).status).toBe(404)
  })

  test('restoring it keeps the link to a new second factor', async () => {
    const account = await world.make.account()
    await verifyEmailOf(world, account.ownerId)
    await change(account, fresh())
    const undoSecret = await secretIn(mailbox, account.userName, 'email-undo')
    const kinds = async () => {
      const { rows } = await world.superuser.query('select kind from one_time_links where user_id = $1', [
        account.ownerId,
      ])
      return rows.map(({ kind }) => kind).sort()
    }
    await inTransaction(world.ctx, account.accountId, (tx) =>
      createLink(tx, tx.db, {
        accountId: account.accountId,
        account: account.account,
        userId: account.ownerId,
        kind: 'second-factor',
        validForMs: hourMs,
      }),
    )
    expect(await kinds()).toEqual(['email-undo', 'second-factor'])
    expect((await undo(undoSecret)).status).toBe(200)
    expect(await kinds()).toEqual(['second-factor'])
  })

  test('can be restored to the first address for 72 hours, however often it changes', async () => {
    const account = await world.make.account()
    await verifyEmailOf(world, account.ownerId)
    const [first, second] = [fresh(), fresh()]
    await change(account, first)
    const undoSecret = await secretIn(mailbox, account.userName, 'email-undo')
    await change(account, second)
    expect(textOf(messagesTo(first).at(-1)!.raw)).not.toContain('email-undo')
    world.clock.offsetMs = 72 * hourMs
    expect((await undo(undoSecret)).status).toBe(404)
    world.clock.offsetMs = 72 * hourMs - 60_000
    expect((await undo(undoSecret)).status).toBe(200)
    expect(await emailOf(account)).toEqual([account.userName, true])
  })

  test('needs a recent sign-in with the password, and a link of less than 24 hours', async () => {
    const account = await world.make.account()
    const email = fresh()
    const body = { email }
    const byKey = await world.call('POST', '/api/me/email', { token: account.token, body })
    expect([byKey.status, byKey.body.code]).toEqual([403, 'access.not_recent'])
    await request(account, email)
    const secret = await secretIn(mailbox, email, 'email')
    world.clock.offsetMs = 24 * hourMs
    expect((await confirm(secret)).status).toBe(404)
    expect(await emailOf(account)).toEqual([account.userName, false])
  })

  test('is confirmed once under 64 parallel posts', async () => {
    const account = await world.make.account()
    const email = fresh()
    await request(account, email)
    const secret = await secretIn(mailbox, email, 'email')
    const answers = await Promise.all(Array.from({ length: 64 }, () => confirm(secret)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]))
  })

  test('is requested 5 times a day', async () => {
    const account = await world.make.account()
    const statuses = []
    for (let time = 0; time < 6; time += 1) statuses.push((await request(account, fresh())).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  const newPassword = 'a sled, a compass and 40 dogs'
  const patch = (account: MadeAccount, userId: string, body: object) =>
    world.call('PATCH', `/api/users/${userId}`, {
      token: account.token,
      body,
      headers: { 'content-type': 'application/merge-patch+json' },
    })
  const newPasswords: [string, (account: MadeAccount, user: MadeAccount) => Promise<unknown>][] = [
    [
      'the user',
      async (_, { userName, password }) =>
        world.call('PUT', '/session/password', { body: { userName, password, newPassword } }),
    ],
    [
      'a reset link',
      async (_, { userName }) => {
        await world.call('POST', '/session/reset', { body: { userName } })
        const secret = await secretIn(mailbox, userName, 'reset')
        return world.call('POST', '/session/reset/confirm', { body: { secret, newPassword } })
      },
    ],
    ['an administrator', (account, { ownerId }) => patch(account, ownerId, { password: newPassword })],
    [
      'the operator',
      async (_, { userName }) => {
        const { code, stderr } = await runRastro(world.env, 'user', 'password', '--user', userName).ended
        expect([code, stderr]).toEqual([0, ''])
        return { status: 200 }
      },
    ],
  ]
  test.each(newPasswords)('does not change after %s has set a new password', async (_name, replace) => {
    const account = await world.make.account()
    const password = 'mareas vivas de marzo'
    const made = await world.make.user(account, { password })
    await verifyEmailOf(world, made.id)
    const user = { ...account, ...made, password, ownerId: made.id }
    const email = fresh()
    expect((await request(user, email)).status).toBe(200)
    const secret = await secretIn(mailbox, email, 'email')
    expect(await replace(account, user)).toMatchObject({ status: 200 })
    const late = await confirm(secret)
    expect([late.status, late.body.code]).toEqual([404, 'session.link_invalid'])
    const { body } = await world.call('GET', `/api/users/${made.id}`, { token: account.token })
    expect([body.email, body.emailVerified]).toEqual([made.userName, true])
  })

  test('can be restored although other e-mails have used up the limit of the day', async () => {
    const account = await world.make.account()
    await verifyEmailOf(world, account.ownerId)
    const { accountId, ownerId: userId } = account
    const values = { key: 'Reports', at: world.ctx.now().toISOString(), url: 'https://rastro.example/' }
    let queued = 0
    for (let one = 0; one < 60; one += 1) {
      queued += await inTransaction(world.ctx, accountId, (tx) =>
        queueIdentityMail(tx, tx.db, { accountId, userId, kind: 'api-key-created', values }),
      )
    }
    expect(queued).toBe(50)
    const email = fresh()
    // As a link that was sent before.
    const secret = await inTransaction(world.ctx, accountId, (tx) =>
      createLink(tx, tx.db, {
        accountId,
        account: account.account,
        userId,
        kind: 'email-confirmation',
        payload: { email },
        validForMs: hourMs,
      }),
    )
    expect((await confirm(secret)).status).toBe(200)
    expect((await undo(await secretIn(mailbox, account.userName, 'email-undo'))).status).toBe(200)
  })

  test('is notified if an administrator changes it', async () => {
    const account = await world.make.account()
    const user = await world.make.user(account)
    await verifyEmailOf(world, user.id)
    const headers = { 'content-type': 'application/merge-patch+json' }
    const body = { email: fresh() }
    await world.call('PATCH', `/api/users/${user.id}`, { token: account.token, body, headers })
    await settleIdentity(world)
    expect(messagesTo(user.userName)).toHaveLength(1)
    expect(messagesTo(body.email)).toEqual([])
  })
})
