import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { runRastro } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { addOperator } from './operator.api.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  account = await world.make.account({ licenses: 3 })
})

const read = async (token = account.token) =>
  (await world.call('GET', '/api/account', { token })).body.account
const change = (body: unknown, token = account.token) => world.call('PATCH', '/api/account', { token, body })

describe('an account', () => {
  test('shows its name, time zone and licenses', async () => {
    expect(await read()).toEqual({
      id: account.account,
      name: 'Expedition',
      timeZone: 'Europe/Madrid',
      licenses: { total: 3, used: 0, free: 3 },
      apiKeyMaxDays: 365,
      status: 'active',
      statusReason: null,
      statusChangedAt: null,
      trialEndsAt: null,
      operatorContact: null,
      historyDays: null,
      maxHistoryDays: 400,
      mapLayer: null,
      isOperator: false,
      managesResale: false,
      createdAt: expect.stringMatching(/Z$/),
      modifiedAt: expect.stringMatching(/Z$/),
    })
    expect(account.account).toMatch(/^acc_[0-9A-Za-z]{22}$/)
  })

  test('hides its licenses from users who see a part of it and may not edit devices', async () => {
    const group = await world.make.group(account)
    const reader = await world.make.user(account, { groupIds: [group.id] })
    const editor = await world.make.user(account, { groupIds: [group.id], privileges: ['devices.edit'] })
    expect((await read(reader.token)).licenses).toBeNull()
    expect((await read(editor.token)).licenses).toMatchObject({ total: 3 })
  })

  test('counts the licenses of active devices as used', async () => {
    await world.make.device(account)
    await world.make.device(account, { limits: { expires: true, expirationDate: '2020-01-01' } })
    expect((await read()).licenses).toEqual({ total: 3, used: 1, free: 2 })
  })

  test('can change its name and its time zone separately', async () => {
    const before = await read()
    expect((await change({ name: 'Regatta' })).body.account).toMatchObject({
      name: 'Regatta',
      timeZone: 'Europe/Madrid',
    })
    const { body } = await change({ timeZone: 'America/Havana' })
    expect(body.account).toMatchObject({
      name: 'Regatta',
      timeZone: 'America/Havana',
      createdAt: before.createdAt,
    })
    expect(Date.parse(body.account.modifiedAt)).toBeGreaterThan(Date.parse(before.modifiedAt))
    expect(await read()).toEqual(body.account)
  })

  test.each([
    {},
    { name: '' },
    { name: 'x'.repeat(201) },
    { name: null },
    { timeZone: 'Mars/Base' },
    { timeZone: '+02:00' },
    { timeZone: '' },
    { licenses: { total: 1_000 } },
    { id: 'acc_AAAAAAAAAAAAAAAAAAAAAA' },
    { name: 'good', timeZone: 'bad' },
    { mapLayer: '' },
    { mapLayer: 'provider-' },
    { mapLayer: 'https://tiles.example' },
    { mapLayer: `provider-${'x'.repeat(41)}` },
    [],
  ])('refuses %o and stays as it is', async (body) => {
    const before = await read()
    expect(await change(body)).toMatchObject({ status: 400, body: { code: 'body.invalid' } })
    expect(await read()).toEqual(before)
  })

  test('has a default map, which users of another account do not get', async () => {
    const other = await world.make.account()
    expect((await change({ mapLayer: 'provider-sentinel-2' })).body.account.mapLayer).toBe(
      'provider-sentinel-2',
    )
    expect((await change({ name: 'Regatta' })).body.account.mapLayer).toBe('provider-sentinel-2')
    expect((await read(other.token)).mapLayer).toBeNull()
    expect((await change({ mapLayer: null })).body.account.mapLayer).toBeNull()
  })

  test('shows operators that they run the installation, but not to their API keys', async () => {
    const { userName, password } = account
    await addOperator(world.ctx, { userName: userName.toUpperCase(), email: 'ops@example.com' })
    const signedIn = await world.call('POST', '/session', { body: { userName, password } })
    expect((await read(signedIn.body.token)).isOperator).toBe(true)
    expect((await read()).isOperator).toBe(false)
    const other = await world.make.account()
    expect((await read(other.token)).isOperator).toBe(false)
    await world.superuser.query('delete from operators')
  })

  test('is visible only to its own tokens', async () => {
    const other = await world.make.account()
    await change({ name: 'Mine' })
    expect((await read(other.token)).id).toBe(other.account)
    expect((await read(other.token)).name).toBe('Expedition')
  })

  test('can be read but not changed by a standard user', async () => {
    const { token } = await world.make.user(account)
    expect((await read(token)).id).toBe(account.account)
    expect(await change({ name: 'Mine' }, token)).toMatchObject({
      status: 403,
      body: { code: 'account.not_allowed' },
    })
    expect((await read()).name).toBe('Expedition')
  })

  test('can be changed by an administrator', async () => {
    const { token } = await world.make.user(account, { role: 'administrator' })
    expect((await change({ name: 'Regatta' }, token)).status).toBe(200)
  })
})

test('the database knows every time zone of the runtime', async () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+5', 'US/Eastern', 'Asia/Calcutta']
  const { rows } = await world.superuser.query(
    'select zone from unnest($1::text[]) as zone where lower(zone) not in (select lower(name) from pg_timezone_names)',
    [zones],
  )
  expect(rows).toEqual([])
})

describe("the operator's command", () => {
  const rastro = (...args: string[]) => runRastro(world.env, ...args).ended
  const create = (...more: string[]) =>
    rastro('account', 'create', '--name', 'Marina', '--email', 'marta@example.com', ...more)

  test('creates an account whose owner can sign in and get a token', async () => {
    const made = await create('--time-zone', 'Atlantic/Canary', '--licenses', '7', '--password', '--json')
    expect([made.code, made.stderr]).toEqual([0, ''])
    const { account: id, userName, password } = JSON.parse(made.stdout)
    const refused = await world.call('POST', '/session', { body: { userName, password } })
    expect([refused.status, refused.body.code]).toEqual([403, 'session.password_temporary'])
    const newPassword = 'mareas vivas de marzo'
    const signedIn = await world.call('PUT', '/session/password', {
      body: { userName, password, newPassword },
    })
    expect(signedIn.status).toBe(200)
    expect((await world.call('POST', '/session', { body: { userName, password: newPassword } })).status).toBe(
      200,
    )
    expect(await read(signedIn.body.token)).toMatchObject({
      id,
      name: 'Marina',
      timeZone: 'Atlantic/Canary',
      licenses: { total: 7, used: 0, free: 7 },
    })

    const key = await rastro('apikey', 'create', '--user', userName.toUpperCase(), '--json')
    expect([key.code, key.stderr]).toEqual([0, ''])
    const { apiKey } = JSON.parse(key.stdout)
    expect((await world.call('POST', '/api/Auth/Token', { body: { userName, apiKey } })).status).toBe(200)

    const again = await create('--user-name', userName.toUpperCase())
    expect([again.code, again.stderr]).toEqual([1, `The user name "${userName.toUpperCase()}" is taken.\n`])
  })

  test('reports invalid arguments', async () => {
    const [licenses, zone, nobody] = await Promise.all([
      create('--licenses', 'many'),
      create('--time-zone', 'Mars/Base'),
      rastro('apikey', 'create', '--user', 'nobody@example.com'),
    ])
    expect(licenses.code).toBe(1)
    expect(licenses.stderr).toMatch(/must be a whole number, not "many"\.\n$/)
    expect([zone.code, zone.stderr]).toEqual([1, '"Mars/Base" is not an IANA time zone.\n'])
    expect([nobody.code, nobody.stderr]).toEqual([1, 'User "nobody@example.com" does not exist.\n'])
  })
})
