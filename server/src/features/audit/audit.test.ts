import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { changeLicenses } from '../accounts/account.api.ts'
import { findBreak } from './audit.api.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  account = await world.make.account({ licenses: 100 })
})

const call = (method: string, path: string, body?: unknown, token = account.token) =>
  world.call(method, path, { token, body })
const trail = async (query = '') => (await call('GET', `/api/audit${query}`)).body.changes
const broken = () => findBreak(world.ctx, world.ctx.db.forAccount(account.accountId))

describe('the audit log', () => {
  test('records user, action, target, before, after and request', async () => {
    const made = await call('POST', '/api/devices', { name: 'Boat', tags: { a: '1' } })
    const { id } = made.body.device
    const changed = await call('PATCH', `/api/devices/${id}`, { name: 'Ship', tags: { a: null } })
    const deleted = await call('DELETE', `/api/devices/${id}`)

    const [third, second, first] = await trail(`?targetId=${id}`)
    const who = { userName: account.userName, userId: account.ownerId, targetId: id }
    expect(first).toMatchObject({
      ...who,
      action: 'devices.created',
      requestId: made.body.requestId,
      before: null,
    })
    expect(first.after).toMatchObject({
      name: 'Boat',
      tags: { a: '1' },
      groups: [],
      limits: { expires: false },
    })
    expect(second).toMatchObject({ ...who, action: 'devices.changed', requestId: changed.body.requestId })
    expect(second.before).toMatchObject({ name: 'Boat', tags: { a: '1' } })
    expect(second.after).toMatchObject({ name: 'Ship', tags: {} })
    expect(third).toMatchObject({
      ...who,
      action: 'devices.deleted',
      requestId: deleted.body.requestId,
      after: null,
    })
    expect(third.before).toMatchObject({ name: 'Ship' })
  })

  test('has a row for every kind of change', async () => {
    const group = await world.make.group(account)
    const user = await world.make.user(account, { role: 'administrator' })
    const past = { expires: true, expirationDate: '2020-01-01' }
    const device = await world.make.device(account, { limits: past })
    const { body } = await call('POST', '/api/apiKeys', { name: 'second' })
    const csv = { 'content-type': 'text/csv' }
    await world.call('POST', '/api/devices/import', {
      token: account.token,
      body: 'name\na\nb\n',
      headers: csv,
    })
    const changes = [
      ['POST', `/api/devices/${device.id}/reactivate`, {}],
      ['PUT', `/api/devices/${device.id}/limits`, { dailySmsLimit: 1 }],
      ['PATCH', `/api/devices/${device.id}/limits`, { dailySmsLimit: 2 }],
      ['PUT', `/api/devices/${device.id}`, { name: 'x' }],
      ['PUT', `/api/groups/${group.id}`, { name: 'y' }],
      ['PATCH', `/api/groups/${group.id}`, { name: 'z' }],
      ['PATCH', `/api/users/${user.id}`, { name: 'z' }],
      ['PATCH', '/api/account', { name: 'House' }],
      ['POST', `/api/apiKeys/${body.key.id}/regenerate`],
    ] as const
    for (const [method, path, change] of changes) {
      expect([path, (await call(method, path, change)).status]).toEqual([path, 200])
    }
    await call('DELETE', `/api/groups/${group.id}`)
    await call('DELETE', `/api/apiKeys/${body.key.id}`)
    const token = await world.make.passwordToken(account)
    await world.call('POST', `/api/users/${user.id}/transferOwnership`, { token })
    await changeLicenses(world.ctx, account.accountId, 200)

    const { rows } = await world.superuser.query(
      'select action, count(*)::int as n from audit_log where account_id = $1 group by 1 order by 1',
      [account.accountId],
    )
    expect(Object.fromEntries(rows.map(({ action, n }) => [action, n]))).toEqual({
      'account.created': 1,
      'account.changed': 1,
      'account.ownership_transferred': 1,
      'alertRules.created': 1,
      'apiKeys.created': 3,
      'apiKeys.deleted': 1,
      'apiKeys.regenerated': 1,
      'devices.changed': 3,
      'devices.created': 3,
      'devices.reactivated': 1,
      'groups.changed': 2,
      'groups.created': 1,
      'groups.deleted': 1,
      'licenses.changed': 1,
      'users.changed': 1,
      'users.created': 1,
    })
    expect(await broken()).toBeUndefined()
  })

  test('has no row for a rejected change', async () => {
    const before = (await trail()).length
    await call('POST', '/api/devices', { name: '' })
    await call('PATCH', '/api/devices/dev_none', { name: 'x' })
    await call('POST', '/api/groups', { name: 'x', devices: ['dev_none'] })
    expect((await trail()).length).toBe(before)
  })

  test('is paged, newest first', async () => {
    for (let index = 0; index < 12; index += 1) await call('PATCH', '/api/account', { name: `Name ${index}` })
    const numbers: number[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { body } = await call('GET', `/api/audit?limit=5${cursor && `&cursor=${cursor}`}`)
      numbers.push(...body.changes.map((change: { number: number }) => change.number))
      cursor = body.nextCursor
    }
    expect(numbers).toEqual(Array.from(numbers, (_, index) => numbers.length - index))
  })

  test('is paged by size too: large changes come a few at a time, and none is missing', async () => {
    const coordinates = Array.from({ length: 9_000 }, () => [Math.random(), Math.random()])
    for (let index = 0; index < 6; index += 1) {
      const geometry = { type: 'LineString', coordinates }
      await call('POST', '/api/geofences', { name: `Corridor ${index}`, geometry, radius: 100 })
    }
    const all: number[] = []
    let cursor = ''
    let pages = 0
    do {
      const { body } = await call('GET', `/api/audit?limit=1000${cursor}`)
      all.push(...body.changes.map(({ number }: { number: number }) => number))
      expect(JSON.stringify(body).length).toBeLessThan(1_000_000)
      cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : ''
      pages += 1
    } while (cursor)
    expect(pages).toBeGreaterThan(2)
    expect(all).toEqual(Array.from({ length: all[0]! }, (_, index) => all[0]! - index))
  })

  test('requires audit.read, and shows only changes in scope', async () => {
    const [own, other] = [await world.make.group(account), await world.make.group(account)]
    const inside = await world.make.device(account, { name: 'In', groups: [own.id, other.id] })
    const outside = await world.make.device(account, { name: 'Out', groups: [other.id] })
    const auditor = await world.make.user(account, { groupIds: [own.id], privileges: ['audit.read'] })
    const unprivileged = await world.make.user(account, { groupIds: [own.id] })
    expect((await call('GET', '/api/audit', undefined, unprivileged.token)).status).toBe(403)
    const { body, text } = await call('GET', '/api/audit', undefined, auditor.token)
    expect(body.changes.map((change: { targetId: string }) => change.targetId)).toEqual([inside.id])
    for (const foreign of [outside.id, other.id, unprivileged.id]) {
      expect(text).not.toContain(foreign)
    }
  })
})

describe('the chain', () => {
  const tamper = async (sql: string) => {
    await world.superuser.query('alter table audit_log disable trigger all')
    await world.superuser.query(sql.replaceAll('$1', String(account.accountId)))
    await world.superuser.query('alter table audit_log enable trigger all')
  }

  beforeEach(async () => {
    for (let index = 0; index < 5; index += 1) await call('PATCH', '/api/account', { name: `Name ${index}` })
  })

  test('stays intact under concurrent writes', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => call('PATCH', '/api/account', { name: `P ${index}` })),
    )
    expect(await broken()).toBeUndefined()
  })

  test.each([
    [
      'the new value of a row',
      `update audit_log set after = '{"name":"Forged"}' where account_id = $1 and number = 4`,
      4,
    ],
    ['the user', `update audit_log set user_id = null where account_id = $1 and number = 4`, 4],
    [
      'the time',
      `update audit_log set at = at + interval '1 second' where account_id = $1 and number = 4`,
      4,
    ],
    ['the target', `update audit_log set target = 'dev_other' where account_id = $1 and number = 4`, 4],
    ['a row removed', 'delete from audit_log where account_id = $1 and number = 4', 4],
    ['the last row removed', 'delete from audit_log where account_id = $1 and number = 8', 8],
    [
      'a row removed and the rest renumbered',
      `delete from audit_log where account_id = $1 and number = 6;
       update audit_log set number = 6 where account_id = $1 and number = 7`,
      6,
    ],
    [
      'two rows swapped',
      `update audit_log l set before = o.before, after = o.after from audit_log o
       where l.account_id = $1 and o.account_id = l.account_id and (l.number, o.number) in ((4, 5), (5, 4))`,
      4,
    ],
    [
      'a row inserted',
      `insert into audit_log select account_id, number + 1, at, user_id, client_id, request_id, action, target, before,
         after, hash, hash from audit_log where account_id = $1 order by number desc limit 1`,
      9,
    ],
  ])('detects tampering: %s', async (_title, sql, number) => {
    expect(await broken()).toBeUndefined()
    await tamper(sql)
    expect(await broken()).toBe(number)
  })

  test('of one account is independent of another', async () => {
    const other = await world.make.account()
    await tamper(`update audit_log set action = 'x'`)
    expect(await broken()).toBe(1)
    const { accountId } = await world.make.account()
    expect(await findBreak(world.ctx, world.ctx.db.forAccount(accountId))).toBeUndefined()
    expect(await findBreak(world.ctx, world.ctx.db.forAccount(other.accountId))).toBe(1)
  })
})

describe('the application role', () => {
  test.each([
    ['change', `update audit_log set action = 'x'`],
    ['delete', 'delete from audit_log'],
    ['empty', 'truncate audit_log'],
    ['disable the trigger of', 'alter table audit_log disable trigger all'],
  ])('cannot %s the log', async (_title, sql) => {
    const app = new pg.Client({ connectionString: world.env.RASTRO_DATABASE_URL })
    await app.connect()
    await app.query(`select set_config('rastro.account', $1, false)`, [String(account.accountId)])
    await expect(app.query(sql)).rejects.toThrow(/permission denied|must be owner/)
    await app.end()
  })

  test('is backed by a trigger: even the owner cannot change the log', async () => {
    const owner = new pg.Client({ connectionString: world.env.RASTRO_DATABASE_OWNER_URL })
    await owner.connect()
    for (const sql of [`update audit_log set action = 'x'`, 'delete from audit_log', 'truncate audit_log']) {
      await expect(owner.query(sql)).rejects.toThrow('append-only')
    }
    await owner.end()
  })
})
