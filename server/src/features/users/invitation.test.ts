import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linksIn, secretIn, startIdentityWorkers, textOf } from '../../../test/identity.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { runRastro } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

const newPassword = 'a sled, a compass and 40 dogs'
const hourMs = 3_600_000

let world: World
let mailbox: Mailbox
let account: MadeAccount
let other: MadeAccount
let worker: { stop(): Promise<void> }
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_SMTP_URL: mailbox.url, RASTRO_PUBLIC_URL: 'https://rastro.example' })
  account = await world.make.account()
  other = await world.make.account()
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

const call = (method: string, path: string, body?: unknown, token = account.token) =>
  world.call(method, path, { token, body })
const invite = (userId: string, token = account.token) =>
  call('POST', `/api/users/${userId}/invitation`, { language: 'en' }, token)
const open = (secret: string) => world.call('POST', '/session/invitation', { body: { secret } })
const accept = (secret: string, password = newPassword) =>
  world.call('POST', '/session/invitation/accept', {
    body: { secret, newPassword: password, language: 'es' },
  })
let count = 0
const makeUser = async (fields: object = {}) => {
  count += 1
  const email = `invited-${count}@example.com`
  const body = { name: 'Ana', email, country: 'ES', timeZone: 'UTC', ...fields }
  return (await call('POST', '/api/users', body)).body as { id: string; email: string; userName: string }
}

describe('an invitation', () => {
  test('lets the user choose a password, and verifies the address', async () => {
    const user = await makeUser()
    const sent = await invite(user.id)
    expect(sent.status).toBe(200)
    const secret = await secretIn(mailbox, user.email, 'invitation')
    const opened = await open(secret)
    expect(opened.body).toMatchObject({ userName: user.userName, name: 'Ana', account: 'Expedition' })
    const apartMs = Date.parse(sent.body.expiresAt) - Date.parse(opened.body.expiresAt)
    expect(Math.abs(apartMs)).toBeLessThan(5_000)
    expect((await accept(secret)).status).toBe(200)
    const signedIn = await world.call('POST', '/session', {
      body: { userName: user.userName, password: newPassword },
    })
    expect(signedIn.status).toBe(200)
    expect((await call('GET', `/api/users/${user.id}`)).body.emailVerified).toBe(true)
    expect((await accept(secret)).status).toBe(404)
    expect((await open(secret)).status).toBe(404)
    const { body } = await call('GET', `/api/audit?targetId=${user.id}`)
    expect(body.changes.map(({ action }: { action: string }) => action)).toEqual([
      'users.invitation_accepted',
      'users.invited',
      'users.created',
    ])
  })

  test('is opened 1,000 times without a change', async () => {
    const user = await makeUser()
    await invite(user.id)
    const secret = await secretIn(mailbox, user.email, 'invitation')
    const rows = () =>
      world.superuser.query('select l.*, u.version from one_time_links l join users u on u.id = l.user_id')
    const before = (await rows()).rows
    for (let round = 0; round < 1_000; round += 1) expect((await open(secret)).status).toBe(200)
    expect((await rows()).rows).toEqual(before)
  })

  test('is valid for 72 hours, and a newer one ends it', async () => {
    const user = await makeUser()
    await invite(user.id)
    const first = await secretIn(mailbox, user.email, 'invitation')
    mailbox.messages.length = 0
    await invite(user.id)
    const second = await secretIn(mailbox, user.email, 'invitation')
    expect((await accept(first)).status).toBe(404)
    world.clock.offsetMs = 72 * hourMs
    expect((await accept(second)).status).toBe(404)
    world.clock.offsetMs = 72 * hourMs - 60_000
    expect((await accept(second)).status).toBe(200)
  })

  test('does not verify an address that it was not sent to', async () => {
    const user = await makeUser()
    await invite(user.id)
    const secret = await secretIn(mailbox, user.email, 'invitation')
    const body = { email: `moved-${user.email}` }
    const headers = { 'content-type': 'application/merge-patch+json' }
    await world.call('PATCH', `/api/users/${user.id}`, { token: account.token, body, headers })
    expect((await accept(secret)).status).toBe(404)
    expect((await call('GET', `/api/users/${user.id}`)).body.emailVerified).toBe(false)
  })

  test('is sent 3 times a day to a user', async () => {
    const user = await makeUser()
    const statuses = []
    for (let time = 0; time < 4; time += 1) statuses.push((await invite(user.id)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    world.clock.offsetMs = 25 * hourMs
    const token = await world.make.token(account.userName, account.apiKey)
    expect((await invite(user.id, token)).status).toBe(200)
  })

  test('cannot be sent by another account, nor by users who may not manage the user', async () => {
    const user = await makeUser()
    expect((await invite(user.id, other.token)).status).toBe(404)
    const group = await world.make.group(account)
    const within = { groupIds: [group.id], privileges: ['users.manage'] }
    const manager = await world.make.user(account, within)
    const plain = await world.make.user(account, { groupIds: [group.id] })
    const stronger = await world.make.user(account, { groupIds: [group.id], privileges: ['devices.edit'] })
    expect((await invite(plain.id, manager.token)).status).toBe(200)
    expect((await invite(stronger.id, manager.token)).body.code).toBe('users.cannot_grant')
    expect((await invite(account.ownerId, manager.token)).status).toBe(404)
    expect((await invite(plain.id, plain.token)).status).toBe(403)
    const administrator = await world.make.user(account, { role: 'administrator' })
    expect((await invite(account.ownerId, administrator.token)).body.code).toBe('users.owner')
  })

  test('turns no name into a link', async () => {
    const named = await world.make.account()
    const name = 'Win at https://evil.example/now www.evil.example'
    const headers = { 'content-type': 'application/merge-patch+json' }
    await world.call('PATCH', '/api/account', { token: named.token, body: { name }, headers })
    const email = 'target@example.com'
    const body = { name, email, country: 'ES', timeZone: 'UTC' }
    const { id } = (await call('POST', '/api/users', body, named.token)).body
    await invite(id, named.token)
    await secretIn(mailbox, email, 'invitation')
    const { raw } = mailbox.messages[0]!
    expect(textOf(raw)).not.toMatch(/evil\.example/)
    for (const link of linksIn(raw)) expect(new URL(link).host).toBe('rastro.example')
  })
})

describe("the operator's commands", () => {
  const rastro = (...args: string[]) => runRastro(world.env, ...args).ended

  test('account create sends and prints an invitation', async () => {
    const email = 'marta@example.com'
    const made = await rastro('account', 'create', '--name', 'Marina', '--email', email, '--json')
    expect([made.code, made.stderr]).toEqual([0, ''])
    const { invitation, password } = JSON.parse(made.stdout)
    expect(password).toBeUndefined()
    const secret = await secretIn(mailbox, email, 'invitation')
    expect(invitation.url).toBe(`https://rastro.example/invitation#${secret}`)
    expect((await accept(secret)).status).toBe(200)
    const body = { userName: email, password: newPassword }
    expect((await world.call('POST', '/session', { body })).status).toBe(200)
  })

  test('user invite prints a link, also without a mail server', async () => {
    const user = await makeUser()
    const env = { ...world.env, RASTRO_SMTP_URL: '' }
    const made = await runRastro(env, 'user', 'invite', '--user', user.userName, '--json').ended
    const { url, isSent } = JSON.parse(made.stdout)
    expect(isSent).toBe(false)
    expect((await accept(url.split('#')[1])).status).toBe(200)
    expect(mailbox.messages).toEqual([])
  })
})

test('without a mail server, nothing is sent and the caller is informed', async () => {
  const without = await openWorld({ RASTRO_SMTP_URL: '' })
  try {
    const { token, ownerId } = await without.make.account()
    const answer = await without.call('POST', `/api/users/${ownerId}/invitation`, { token })
    expect([answer.status, answer.body.code]).toEqual([409, 'mail.not_configured'])
    expect((await without.call('GET', '/web/config.json')).body.sendsMail).toBe(false)
  } finally {
    await without.close()
  }
})
