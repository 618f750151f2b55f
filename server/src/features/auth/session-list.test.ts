import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { ServerProcess } from '../../../test/processes.ts'
import { spawnServer } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { startPublishing } from '../events/outbox.api.ts'
import { storeSession } from './store-session.ts'

let world: World
let other: ServerProcess
beforeAll(async () => {
  world = await openWorld({ RASTRO_TRUSTED_PROXIES: '127.0.0.1' })
  other = await spawnServer(world.env)
})
afterAll(async () => {
  await other.stop()
  await world.close()
})
afterEach(() => {
  world.clock.offsetMs = 0
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'
const promised = { timeout: 5_000 }

async function signIn(
  { userName, password }: Pick<MadeAccount, 'userName' | 'password'>,
  from = '192.0.2.7',
) {
  const headers = { 'x-forwarded-for': from, 'user-agent': firefox }
  const { body, headers: got } = await world.call('POST', '/session', {
    body: { userName, password },
    headers,
  })
  const cookie = String(got['set-cookie']).split(';')[0]!
  return { token: body.token as string, cookie, id: cookie.split('.')[1]! }
}
/** Who signs in with the password of the owner: hashing one takes long. */
async function makeUser(account: MadeAccount) {
  const user = await world.make.user(account)
  await world.superuser.query(
    `update users set password_hash = (select password_hash from users where id = $2) where id = $1`,
    [user.id, account.ownerId],
  )
  return { ...user, password: account.password }
}
const list = async (token: string, path = '/api/me/sessions') =>
  (await world.call('GET', path, { token })).body.sessions as { id: string; isCurrent: boolean }[]
const statusElsewhere = async (token: string) =>
  (await fetch(`${other.url}/api/account`, { headers: { authorization: `Bearer ${token}` } })).status
/** An open event stream in the other process. */
async function follow(token: string) {
  const abort = new AbortController()
  const response = await fetch(`${other.url}/api/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  })
  expect(response.status).toBe(200)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader.read()).value ?? ''
  let isOver = false
  const read = async () => {
    for (let got = await reader.read(); !got.done; got = await reader.read()) text += got.value
    isOver = true
  }
  read().catch(() => {})
  return { text: () => text, isOver: () => isOver, close: () => abort.abort() }
}

test('shows browser, system, network, method and times of each session, newest first', async () => {
  const account = await world.make.account()
  const first = await signIn(account)
  world.clock.offsetMs = 60_000
  const second = await signIn(account, '2001:db8:1:2:3::4')
  const sessions = await list(second.token)
  expect(sessions).toEqual([
    expect.objectContaining({ id: second.id, network: '2001:db8:1:2::/64', isCurrent: true }),
    {
      id: first.id,
      method: 'password',
      browser: 'Firefox',
      system: 'Linux',
      network: '192.0.2.7',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      expiresAt: expect.any(String),
      isCurrent: false,
    },
  ])
})

test('shows where a session was last refreshed', async () => {
  const account = await world.make.account()
  const { cookie } = await signIn(account)
  world.clock.offsetMs = 600_000
  const headers = { cookie, 'x-forwarded-for': '198.51.100.9', 'user-agent': 'curl/8' }
  const { status, body } = await world.call('POST', '/session/refresh', { headers })
  expect(status).toBe(200)
  const [session] = await list(body.token)
  expect(session).toMatchObject({ network: '198.51.100.9', browser: 'curl', system: null })
  const { createdAt, lastUsedAt } = session as unknown as Record<string, string>
  expect(Date.parse(lastUsedAt!) - Date.parse(createdAt!)).toBeGreaterThanOrEqual(600_000)
})

describe('ending', () => {
  test('one session kills its token in another process within 5 s, and no other', async () => {
    const account = await world.make.account()
    const [mine, stolen] = [await signIn(account), await signIn(account)]
    expect(await statusElsewhere(stolen.token)).toBe(200)
    const ended = await world.call('DELETE', `/api/me/sessions/${stolen.id}`, { token: mine.token })
    expect(ended.status).toBe(200)
    await expect.poll(() => statusElsewhere(stolen.token), promised).toBe(401)
    const { cookie } = stolen
    expect((await world.call('POST', '/session/refresh', { headers: { cookie } })).status).toBe(401)
    expect(await statusElsewhere(mine.token)).toBe(200)
    expect(
      (await world.call('DELETE', `/api/me/sessions/${stolen.id}`, { token: mine.token })).body.code,
    ).toBe('sessions.not_found')
  })

  test('one session ends its streams in another process: 5 s later they receive nothing more', async () => {
    const account = await world.make.account()
    const [mine, stolen] = [await signIn(account), await signIn(account)]
    const [cut, kept] = [await follow(stolen.token), await follow(mine.token)]
    const publishing = startPublishing(world.ctx)
    try {
      const ended = await world.call('DELETE', `/api/me/sessions/${stolen.id}`, { token: mine.token })
      expect(ended.status).toBe(200)
      await sleep(5_000)
      const { id } = await world.make.device(account)
      await expect.poll(() => kept.text(), { timeout: 15_000 }).toContain(id)
      await expect.poll(() => cut.isOver(), { timeout: 15_000 }).toBe(true)
      expect(cut.text()).toContain('token.invalid')
      expect(cut.text()).not.toContain(id)
      expect(kept.isOver()).toBe(false)
    } finally {
      kept.close()
      await publishing.stop()
    }
  })

  test('all others keeps the current one, and is audited', async () => {
    const account = await world.make.account()
    const sessions = [await signIn(account), await signIn(account), await signIn(account)]
    const mine = sessions[1]!
    const { body } = await world.call('DELETE', '/api/me/sessions', { token: mine.token })
    expect(body.ended).toBe(2)
    expect((await list(mine.token)).map(({ id }) => id)).toEqual([mine.id])
    for (const { token } of [sessions[0]!, sessions[2]!])
      await expect.poll(() => statusElsewhere(token), promised).toBe(401)
    const { changes } = (await world.call('GET', '/api/audit?limit=1', { token: mine.token })).body
    expect(changes[0]).toMatchObject({ action: 'sessions.ended', targetId: account.ownerId })
  })

  test('requires an authentication in the last 5 minutes', async () => {
    const account = await world.make.account()
    const [mine, another] = [await signIn(account), await signIn(account)]
    world.clock.offsetMs = 5 * 60_000
    for (const path of ['/api/me/sessions', `/api/me/sessions/${another.id}`]) {
      const refused = await world.call('DELETE', path, { token: mine.token })
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'access.not_recent'])
    }
    expect(await list(mine.token)).toHaveLength(2)
  })

  test('a session of another user is not found', async () => {
    const [ours, theirs] = [await world.make.account(), await world.make.account()]
    const mate = await makeUser(ours)
    for (const { id, token } of [await signIn(theirs), await signIn(mate)]) {
      expect((await world.call('DELETE', `/api/me/sessions/${id}`, { token: ours.token })).status).toBe(404)
      expect(await statusElsewhere(token)).toBe(200)
    }
  })
})

describe('the 21st session', () => {
  test('ends the first, in another process within 5 s', async () => {
    const account = await world.make.account()
    const first = await signIn(account)
    const second = await signIn(account)
    for (let made = 2; made < 20; made += 1) await signIn(account)
    expect(await list(first.token)).toHaveLength(20)
    expect(await statusElsewhere(first.token)).toBe(200)
    const last = await signIn(account)
    await expect.poll(() => statusElsewhere(first.token), promised).toBe(401)
    expect(await list(last.token)).toHaveLength(20)
    expect(await statusElsewhere(second.token)).toBe(200)
  })

  test('is never there, however many begin at once', async () => {
    const account = await world.make.account()
    const origin = {
      address: '192.0.2.7',
      agent: firefox,
      host: null,
      method: 'password',
      amr: ['pwd'],
    } as const
    const begin = () => {
      const expiresAt = new Date(Date.now() + 86_400_000)
      const session = { id: newId('ses'), userId: account.ownerId, secretHash: Buffer.alloc(32), expiresAt }
      const more = { authenticatedAt: new Date(), ssoSid: null }
      return inTransaction(world.ctx, account.accountId, (tx) =>
        storeSession(tx, { ...session, ...origin, ...more }),
      )
    }
    await Promise.all(Array.from({ length: 40 }, begin))
    const { rows } = await world.superuser.query(
      'select count(*)::int as sessions from sessions where user_id = $1',
      [account.ownerId],
    )
    expect(rows).toEqual([{ sessions: 20 }])
  })
})

describe('sessions of a user', () => {
  const ofUser = (id: string) => `/api/users/${id}/sessions`

  test('are listed and ended by administrators', async () => {
    const account = await world.make.account()
    const admin = await world.make.user(account, { role: 'administrator' })
    const user = await makeUser(account)
    const [one, two] = [await signIn(user), await signIn(user)]
    const listed = await list(admin.token, ofUser(user.id))
    expect(listed.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort())
    expect((await world.call('DELETE', `${ofUser(user.id)}/${one.id}`, { token: admin.token })).status).toBe(
      200,
    )
    await expect.poll(() => statusElsewhere(one.token), promised).toBe(401)
    expect((await world.call('DELETE', ofUser(user.id), { token: admin.token })).body.ended).toBe(1)
    await expect.poll(() => statusElsewhere(two.token), promised).toBe(401)
    // The key of the user is no session.
    expect(await statusElsewhere(user.token)).toBe(200)
  })

  test('of the owner are not ended by others, and nothing by users without the privilege', async () => {
    const account = await world.make.account()
    const admin = await world.make.user(account, { role: 'administrator' })
    const standard = await world.make.user(account)
    const { id } = await signIn(account)
    const refused = await world.call('DELETE', ofUser(account.ownerId), { token: admin.token })
    expect([refused.status, refused.body.code]).toEqual([403, 'users.owner'])
    for (const [method, path] of [
      ['GET', ofUser(account.ownerId)],
      ['DELETE', ofUser(account.ownerId)],
      ['DELETE', `${ofUser(account.ownerId)}/${id}`],
      ['GET', `/api/users/${account.ownerId}/signIns`],
    ] as const) {
      expect([path, (await world.call(method, path, { token: standard.token })).status]).toEqual([path, 403])
    }
  })
})
