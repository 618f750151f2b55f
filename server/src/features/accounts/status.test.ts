import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { AccountStatus } from '../../platform/http/account-status.ts'
import { operator } from '../audit/audit.api.ts'
import {
  blockAccount,
  countAccounts,
  reopenAccount,
  setStatus,
  suspendAccount,
  undoClosing,
} from './status.api.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const why = { reason: 'Unpaid since May.', author: 'Ana' }

async function change(account: MadeAccount, status: AccountStatus): Promise<void> {
  await inTransaction(world.ctx, account.accountId, (tx) => setStatus(tx, operator, { status, ...why }))
}

/** With the password of the owner, whose hash they get. */
async function signIn(account: MadeAccount, userName: string) {
  const body = { userName, password: account.password }
  const { status, body: answer, headers } = await world.call('POST', '/session', { body })
  return {
    status,
    code: answer.code,
    token: answer.token,
    cookie: String(headers['set-cookie']).split(';')[0]!,
  }
}

async function makeUser(account: MadeAccount, role: 'administrator' | 'standard') {
  const user = await world.make.user(account, {
    role,
    ...(role === 'standard' && { privileges: ['devices.edit'] }),
  })
  await world.superuser.query(
    `update users set temporary_password_until = null, password_hash =
       (select password_hash from users where account_id = $1 and role = 'owner') where id = $2`,
    [account.accountId, user.id],
  )
  return user
}

const callers = ['owner', 'administrator', 'standard', 'owner key', 'standard key'] as const
type Who = (typeof callers)[number]

/** Tokens from before the change, and the path of a device. */
async function makeStage() {
  const account = await world.make.account()
  const [administrator, standard] = [
    await makeUser(account, 'administrator'),
    await makeUser(account, 'standard'),
  ]
  const names = {
    owner: account.userName,
    administrator: administrator.userName,
    standard: standard.userName,
  }
  const device = await world.make.device(account)
  const tokens: Record<Who, string> = {
    owner: (await signIn(account, names.owner)).token,
    administrator: (await signIn(account, names.administrator)).token,
    standard: (await signIn(account, names.standard)).token,
    'owner key': account.token,
    'standard key': standard.token,
  }
  return { account, names, tokens, device }
}

/** The answer to a call, once it follows the new status: permissions are rechecked every 2 seconds. */
async function settledAnswer(token: string, method: string, path: string, body?: () => object) {
  const ask = async () => {
    const { status, body: answer } = await world.call(method, path, { token, body: body?.() })
    return `${status} ${answer.code ?? ''}`.trim()
  }
  const until = performance.now() + 2_500
  for (;;) {
    const answer = await ask()
    if (!answer.startsWith('2') || performance.now() > until) return answer
    await sleep(100)
  }
}

describe('who may do what', () => {
  const dead = '401 token.invalid'
  const suspended = '403 account.suspended'
  const closing = '403 account.closing'
  const table: Record<AccountStatus, Record<Who, { read: string; change: string; report: string }>> = {
    active: {
      owner: { read: '200', change: '201', report: '202' },
      administrator: { read: '200', change: '201', report: '202' },
      standard: { read: '200', change: '403 access.privilege_missing', report: '404 devices.not_found' },
      'owner key': { read: '200', change: '201', report: '202' },
      'standard key': {
        read: '200',
        change: '403 access.privilege_missing',
        report: '404 devices.not_found',
      },
    },
    suspended: {
      owner: { read: '200', change: suspended, report: '202' },
      administrator: { read: '200', change: suspended, report: '202' },
      standard: { read: suspended, change: suspended, report: suspended },
      'owner key': { read: '200', change: suspended, report: '202' },
      'standard key': { read: '200', change: suspended, report: '404 devices.not_found' },
    },
    blocked: {
      owner: { read: dead, change: dead, report: dead },
      administrator: { read: dead, change: dead, report: dead },
      standard: { read: dead, change: dead, report: dead },
      'owner key': { read: dead, change: dead, report: dead },
      'standard key': { read: dead, change: dead, report: dead },
    },
    closing: {
      owner: { read: '200', change: closing, report: '202' },
      administrator: { read: closing, change: closing, report: closing },
      standard: { read: closing, change: closing, report: closing },
      'owner key': { read: dead, change: dead, report: dead },
      'standard key': { read: dead, change: dead, report: dead },
    },
  }

  test.for(Object.keys(table) as AccountStatus[])('in the status %s', async (status) => {
    const { account, tokens, device } = await makeStage()
    if (status !== 'active') await change(account, status)
    const got = await Promise.all(
      callers.map(async (who, at) => {
        const change = await settledAnswer(tokens[who], 'POST', '/api/geofences', () => ({
          name: `Port ${randomText(12)}`,
          geometry: { type: 'Point', coordinates: [2.2, 41.4] },
          radius: 500,
        }))
        const location = () => ({
          dateTime: new Date(Date.now() - at).toISOString(),
          latitude: 1,
          longitude: 2,
        })
        const report = await settledAnswer(
          tokens[who],
          'POST',
          `/api/devices/${device.id}/locations`,
          location,
        )
        return [who, { read: await settledAnswer(tokens[who], 'GET', '/api/account'), change, report }]
      }),
    )
    expect(Object.fromEntries(got)).toEqual(table[status])
  })

  test.for([
    ['suspended', { owner: '200', administrator: '200', standard: suspended, key: '200' }],
    [
      'blocked',
      {
        owner: '403 account.blocked',
        administrator: '403 account.blocked',
        standard: '403 account.blocked',
        key: '401',
      },
    ],
    ['closing', { owner: '200', administrator: closing, standard: closing, key: '401' }],
  ] as const)('signing in, in the status %s', async ([status, expected]) => {
    const { account, names } = await makeStage()
    await change(account, status)
    const entry = async (name: string) => {
      const { status, code } = await signIn(account, name)
      return `${status} ${code ?? ''}`.trim()
    }
    const token = await world.call('POST', '/api/Auth/Token', {
      body: { userName: account.userName, apiKey: account.apiKey },
    })
    expect({
      owner: await entry(names.owner),
      administrator: await entry(names.administrator),
      standard: await entry(names.standard),
      key: String(token.status),
    }).toEqual(expected)
  })

  test('a wrong password learns nothing of the status', async () => {
    const account = await world.make.account()
    await change(account, 'blocked')
    const body = { userName: account.userName, password: 'wrong wrong wrong' }
    expect((await world.call('POST', '/session', { body })).body.code).toBe('session.refused')
  })

  test('a session is refreshed only by those whom the status admits', async () => {
    const { account, names } = await makeStage()
    const [owner, standard] = [await signIn(account, names.owner), await signIn(account, names.standard)]
    await change(account, 'suspended')
    const refresh = async ({ cookie }: { cookie: string }) =>
      (await world.call('POST', '/session/refresh', { headers: { cookie } })).status
    expect([await refresh(owner), await refresh(standard)]).toEqual([200, 401])
  })
})

test('in a suspended account every route that changes something is closed, except those that say so', async () => {
  const { account, tokens } = await makeStage()
  await change(account, 'suspended')
  await expect
    .poll(async () => (await world.call('POST', '/api/groups', { token: tokens.owner, body: {} })).status, {
      timeout: 5_000,
    })
    .toBe(403)
  const { paths } = (await world.call('GET', '/openapi.json')).body as { paths: Record<string, object> }
  const open: string[] = []
  let closed = 0
  for (const [path, methods] of Object.entries(paths)) {
    if (!path.startsWith('/api/') || path === '/api/Auth/Token') continue
    for (const method of Object.keys(methods).filter((one) => /^(post|put|patch|delete)$/.test(one))) {
      const url = path.replace(/\{(\w+)\}/g, 'none')
      const { body } = await world.call(method.toUpperCase(), url, { token: tokens.owner })
      if (body.code === 'account.suspended') closed += 1
      else open.push(`${method.toUpperCase()} ${path}`)
    }
  }
  expect(closed).toBeGreaterThan(40)
  const allowed = [
    'DELETE /api/apiKeys/{keyId}',
    'POST /api/devices/{deviceId}/locations',
    'POST /api/account/closing',
    'POST /api/account/exports',
    'POST /api/account/exports/{exportId}/link',
  ]
  // People protect their own sign-in.
  expect(open.filter((one) => !allowed.includes(one) && !one.includes(' /api/me'))).toEqual([])
  expect(open).toEqual(expect.arrayContaining(allowed.slice(0, 2)))
})

describe('a change of the status', () => {
  const shown = async (account: MadeAccount) =>
    (await world.call('GET', '/api/account', { token: account.token })).body.account

  test('is audited, published once, mailed to the owner, and shown with its reason', async () => {
    const account = await world.make.account()
    await suspendAccount(world.ctx, account.accountId, why)
    const [row] = (
      await world.superuser.query(
        `select action, before, after from audit_log where account_id = $1 order by number desc limit 1`,
        [account.accountId],
      )
    ).rows
    expect(row).toEqual({
      action: 'account.status_changed',
      before: { status: 'active' },
      after: { status: 'suspended', ...why },
    })
    const events = await world.superuser.query(
      `select type, data, device_id from outbox where account_id = $1`,
      [account.accountId],
    )
    expect(events.rows).toEqual([
      {
        type: 'account.status_changed',
        data: { status: 'suspended', previousStatus: 'active', reason: why.reason },
        device_id: '',
      },
    ])
    const mails = await world.superuser.query(
      `select kind, address from identity_mails where account_id = $1`,
      [account.accountId],
    )
    expect(mails.rows).toEqual([{ kind: 'account-status', address: account.userName }])
    expect(await shown(account)).toMatchObject({ status: 'suspended', statusReason: why.reason })
  })

  test('needs a reason, an author, and a status that allows it', async () => {
    const { accountId } = await world.make.account()
    const refused = async (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error) => error.code,
      )
    expect(await refused(suspendAccount(world.ctx, accountId, { ...why, reason: ' ' }))).toBe(
      'accounts.reason_missing',
    )
    expect(await refused(suspendAccount(world.ctx, accountId, { ...why, author: '' }))).toBe(
      'accounts.author_missing',
    )
    expect(await refused(reopenAccount(world.ctx, accountId, why))).toBe('accounts.wrong_status')
    expect(await suspendAccount(world.ctx, accountId, why)).toBe('suspended')
    expect(await refused(suspendAccount(world.ctx, accountId, why))).toBe('accounts.wrong_status')
    expect(await blockAccount(world.ctx, accountId, why)).toBe('blocked')
    expect(await reopenAccount(world.ctx, accountId, why)).toBe('suspended')
    expect(await reopenAccount(world.ctx, accountId, why)).toBe('active')
  })

  test('of a closing is undone to what the account had before', async () => {
    const account = await world.make.account()
    await suspendAccount(world.ctx, account.accountId, why)
    await change(account, 'closing')
    await expect(reopenAccount(world.ctx, account.accountId, why)).rejects.toThrow('Undo the closing')
    await inTransaction(world.ctx, account.accountId, (tx) => undoClosing(tx, operator, 'usr_1'))
    expect(await shown(account)).toMatchObject({ status: 'suspended' })
  })

  test('of a blocked closing gives back the closing', async () => {
    const account = await world.make.account()
    await change(account, 'closing')
    await blockAccount(world.ctx, account.accountId, why)
    expect(await reopenAccount(world.ctx, account.accountId, why)).toBe('closing')
  })

  test.each(['active', 'suspended'] as const)(
    'of a closing that was blocked meanwhile is undone to %s',
    async (status) => {
      const account = await world.make.account()
      if (status === 'suspended') await suspendAccount(world.ctx, account.accountId, why)
      await change(account, 'closing')
      await blockAccount(world.ctx, account.accountId, why)
      await reopenAccount(world.ctx, account.accountId, why)
      await inTransaction(world.ctx, account.accountId, (tx) => undoClosing(tx, operator, 'usr_1'))
      expect(await shown(account)).toMatchObject({ status, statusReason: 'closing_undone' })
    },
  )

  test('of a blocked account to closing is undone to the block', async () => {
    const account = await world.make.account()
    await suspendAccount(world.ctx, account.accountId, why)
    await blockAccount(world.ctx, account.accountId, why)
    await change(account, 'closing')
    await inTransaction(world.ctx, account.accountId, (tx) => undoClosing(tx, operator, 'usr_1'))
    expect(await reopenAccount(world.ctx, account.accountId, why)).toBe('suspended')
  })

  test('is counted', async () => {
    const before = await countAccounts(world.ctx)
    const account = await world.make.account()
    await change(account, 'blocked')
    const after = await countAccounts(world.ctx)
    expect(after).toEqual({ ...before, blocked: before.blocked + 1 })
  })

  test('does not touch other accounts', async () => {
    const [account, other] = [await world.make.account(), await world.make.account()]
    await change(account, 'blocked')
    expect(await shown(other)).toMatchObject({ status: 'active', statusReason: null })
  })
})
