import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../server/test/make.ts'
import { onePixel } from '../../server/test/pictures.ts'
import { runRastro } from '../../server/test/processes.ts'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'
import type { Customer } from './client.ts'
import { createCustomer, linesOf } from './client.ts'

let world: World
let account: MadeAccount
let customer: Customer
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 2_000 })
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  customer = await createCustomer({
    RASTRO_URL: url,
    RASTRO_USER: account.userName,
    RASTRO_API_KEY: account.apiKey,
  })
})
afterAll(() => world.close())

// biome-ignore lint/suspicious/noExplicitAny: tests read whatever was printed.
async function answerOf(...args: string[]): Promise<any> {
  const ran = await customer.run(...args, '--json')
  expect(ran).toMatchObject({ code: 0, stderr: '' })
  return JSON.parse(ran.stdout)
}

describe('devices and groups', () => {
  test('are created, found by name or identifier, changed, moved and deleted', async () => {
    const group = await answerOf('group', 'create', '--name', 'Harbour')
    const made = await answerOf(
      ...['device', 'create', '--name', 'Gaviota', '--identifier', '356307042441013'],
      ...['--group', 'harbour', '--tag', 'crew=4', '--expires', '2031-01-01', '--daily-sms', '5'],
    )
    expect(made).toMatchObject({ groups: [group.id], tags: { crew: '4' } })
    expect(made.limits).toMatchObject({ expires: true, expirationDate: '2031-01-01', dailySmsLimit: 5 })

    const changed = await answerOf(
      'device',
      'update',
      '356307042441013',
      '--phone',
      '+34600',
      '--expires',
      'never',
    )
    expect(changed).toMatchObject({
      id: made.id,
      name: 'Gaviota',
      phoneNumber: '+34600',
      tags: { crew: '4' },
    })
    expect(changed.limits).toMatchObject({ expires: false, dailySmsLimit: 5 })

    expect(await answerOf('group', 'remove', 'Harbour', 'Gaviota')).toMatchObject({ devices: [] })
    expect(await answerOf('group', 'add', 'Harbour', 'gaviota')).toMatchObject({ devices: [made.id] })

    const unconfirmed = await customer.run('device', 'delete', made.id)
    expect(unconfirmed).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect(await answerOf('device', 'delete', made.id, '--yes')).toEqual({ deleted: made.id })
    const gone = await customer.run('device', 'show', 'Gaviota')
    expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no device "Gaviota"') })
  })

  test('are found near a point, also south of the equator', async () => {
    const device = await world.make.device(account, { name: 'Albatros' })
    await world.superuser.query(
      `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude)
       select account_id, number, now(), now(), now(), -338568000, 1512153000 from devices where id = $1`,
      [device.id],
    )
    const near = (...args: string[]) => customer.run('device', 'near', '--at', '-33.85,151.2', ...args)
    const found = await near('--json')
    expect(JSON.parse(found.stdout)).toMatchObject({ id: device.id, distance: 1604.3 })
    expect((await near('--radius', '3000', '--limit', '5')).stdout).toMatch(
      /Albatros +1604 +-33\.8568 +151\.2153/,
    )
    expect(await near('--radius', '1000')).toMatchObject({ code: 0, stdout: '', stderr: 'No devices.\n' })
    const wrong = await customer.run('device', 'near', '--at', 'Sydney')
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('It must be like 41.3532,-1.6431.'),
    })
  })

  test('have a vehicle, a driver and a photo, and are sorted', async () => {
    const made = await answerOf(
      ...['device', 'create', '--name', 'Truck 10', '--vehicle', 'truck', '--plate', '1234 BCD'],
      ...['--driver', 'Ana', '--driver-phone', '+34 600 111 222'],
    )
    expect(made).toMatchObject({ vehicleType: 'truck', licensePlate: '1234 BCD', driverName: 'Ana' })
    const cleared = await answerOf('device', 'update', made.id, '--vehicle', '', '--plate', '')
    expect(cleared).toMatchObject({ vehicleType: null, licensePlate: null, driverPhone: '+34 600 111 222' })

    const file = join(await mkdtemp(join(tmpdir(), 'rastro-photo-')), 'truck.png')
    await writeFile(file, onePixel)
    expect((await answerOf('device', 'photo', made.id, file)).photoUpdatedAt).toMatch(/Z$/)
    expect(await answerOf('device', 'photo', made.id, '--delete')).toEqual({ deleted: made.id })
    expect((await customer.run('device', 'photo', made.id)).stderr).toContain('Name a file, or --delete.')

    await answerOf('device', 'create', '--name', 'Truck 9')
    const listed = await customer.run('device', 'list', '--search', 'truck', '--sort', '-name', '--json')
    expect(linesOf(listed).map((line) => JSON.parse(line).name)).toEqual(['Truck 10', 'Truck 9'])
    const countOf = async (presence: string) =>
      linesOf(await customer.run('device', 'list', '--search', 'truck', '--presence', presence, '--json'))
        .length
    expect([await countOf('never'), await countOf('online')]).toEqual([2, 0])
  })

  test('with an ambiguous name are an error', async () => {
    const one = await world.make.device(account, { name: 'Twin' })
    const other = await world.make.device(account, { name: 'Twin' })
    const { code, stderr } = await customer.run('device', 'show', 'Twin')
    expect(code).toBe(1)
    expect(stderr).toContain(one.id)
    expect(stderr).toContain(other.id)
  })

  test('are listed page by page, as JSON lines or a table', async () => {
    const csv = ['name', ...Array.from({ length: 1_100 }, (_, at) => `Boat ${at}`)].join('\n')
    const headers = { 'content-type': 'text/csv' }
    await world.call('POST', '/api/devices/import', { token: account.token, body: csv, headers })
    const listed = linesOf(await customer.run('device', 'list', '--search', 'Boat ', '--json'))
    expect(new Set(listed.map((line) => JSON.parse(line).name)).size).toBe(1_100)
    const table = linesOf(await customer.run('device', 'list', '--search', 'Boat 10'))
    expect(table[0]).toMatch(/^id +identifier +name +state +last seen$/)
    expect(table).toHaveLength(112)
  })

  test('that cannot be created report every reason', async () => {
    const { code, stderr } = await customer.run(
      'device',
      'create',
      '--name',
      'x'.repeat(201),
      '--expires',
      'soon',
    )
    expect(code).toBe(1)
    expect(stderr).toContain('name must')
    expect(stderr).toContain('expirationDate')
  })
})

describe('many devices', () => {
  const input = (changes: object, ...args: string[]) =>
    customer.runWithInput(JSON.stringify(changes), 'device', 'bulk', '-', ...args)

  test('are created, updated and deleted in calls of 100, and every failure is named', async () => {
    const create = Array.from({ length: 201 }, (_, at) => ({
      name: `Raft ${at}`,
      // The last two have the same one.
      identifier: String(4_000_000 + Math.min(at, 199)),
    }))
    const made = await input({ create }, '--json')
    expect(made).toMatchObject({ code: 1, stderr: '' })
    const { results, ...counts } = JSON.parse(made.stdout)
    expect(counts).toEqual({ deleted: 0, updated: 0, created: 200, failed: 1 })
    expect(results.at(-1)).toMatchObject({ index: 200, success: false, code: 'devices.identifier_taken' })

    const [first, ...others] = results.slice(0, 200).map(({ id }: { id: string }) => id)
    const changes = {
      delete: others,
      update: [
        { id: first, patch: { model: 'Log' } },
        { id: 'dev_unknown', patch: { model: 'Log' } },
      ],
    }
    const unconfirmed = await input(changes)
    expect(unconfirmed).toMatchObject({ code: 2, stderr: expect.stringContaining('Delete 199 devices') })
    const changed = await input(changes, '--yes')
    expect(changed.stdout).toBe('199 deleted, 1 updated, 0 created, 1 failed\n')
    expect(changed.stderr).toContain('update[1]: ')
    expect(changed.code).toBe(1)
    const left = await customer.run('device', 'list', '--search', 'Raft ', '--json')
    expect(linesOf(left).map((line) => JSON.parse(line))).toMatchObject([{ id: first, model: 'Log' }])
  })

  test('in an unreadable or empty file are an error', async () => {
    expect(await customer.run('device', 'bulk', '/nowhere.json')).toMatchObject({ code: 2 })
    expect(await customer.runWithInput('no JSON', 'device', 'bulk', '-')).toMatchObject({ code: 2 })
    for (const changes of [{ create: [] }, { create: [{ name: 'Raft' }], remove: ['dev_1'] }, [1]])
      expect(await input(changes)).toMatchObject({ code: 2, stderr: expect.stringContaining('"create"') })
  })
})

test('reads passwords from standard input, which no process list shows', async () => {
  const args = ['user', 'create', '--name', 'Sam', '--email', 'sam@example.com', '--set-password', '--json']
  const made = await customer.runWithInput('correct horse battery\n', ...args)
  expect(made).toMatchObject({ code: 0 })
  expect(JSON.parse(made.stdout)).toMatchObject({ userName: 'sam@example.com', role: 'standard' })
  const body = { userName: 'sam@example.com', password: 'correct horse battery' }
  expect((await world.call('POST', '/session', { body })).status).toBe(200)
  expect(await answerOf('user', 'update', 'sam@example.com', '--disable')).toMatchObject({ disabled: true })
  expect((await world.call('POST', '/session', { body })).status).toBe(401)
})

test('API keys are created, listed without their secret, regenerated and deleted', async () => {
  const { id, apiKey } = await answerOf('apikey', 'create', '--name', 'spare')
  expect(apiKey).toMatch(/^rk_live_/)
  expect((await customer.run('apikey', 'list')).stdout).toContain('spare')
  expect((await customer.run('apikey', 'list')).stdout).not.toContain(apiKey)
  const again = await answerOf('apikey', 'regenerate', id, '--yes')
  expect(again.apiKey).not.toBe(apiKey)
  await answerOf('apikey', 'delete', id, '--yes')
  expect((await customer.run('apikey', 'list')).stdout).not.toContain('spare')
})

test('a command for an offline tracker is listed as queued', async () => {
  const device = await world.make.device(account, { name: 'Tug', identifier: '356307042441021' })
  expect(await answerOf('command', 'send', 'Tug', 'position')).toMatchObject({ state: 'queued' })
  expect((await customer.run('command', 'send', 'Tug', 'output', '--on')).code).toBe(2)
  const [line = '{}'] = linesOf(await customer.run('command', 'list', device.id, '--json'))
  expect(JSON.parse(line)).toMatchObject({ type: 'position', state: 'queued' })
})

describe('the operator’s binary', () => {
  const operator = (...args: string[]) => runRastro(world.env, ...args).ended

  test('creates keys for others in the database, and for its own user through the API', async () => {
    const byOperator = await operator('apikey', 'create', '--user', account.userName, '--json')
    const { apiKey } = JSON.parse(byOperator.stdout)
    await world.make.token(account.userName, apiKey)
    const env = { ...world.env, ...customer.env, RASTRO_API_KEY: apiKey }
    const own = await runRastro(env, 'apikey', 'create', '--name', 'mine', '--json').ended
    expect(JSON.parse(own.stdout)).toMatchObject({ userName: account.userName })
  })

  test('lists accounts page by page, and shows one', async () => {
    for (let made = 0; made < 3; made += 1) await world.make.account()
    const listed = linesOf(await operator('account', 'list', '--json')).map((line) => JSON.parse(line))
    expect(listed).toHaveLength(4)
    expect(listed[0]).toMatchObject({
      publicId: account.account,
      owner: account.userName,
      retention: 'standard',
    })
    const shown = await operator('account', 'show', account.account, '--json')
    expect(JSON.parse(shown.stdout)).toEqual(
      JSON.parse((await operator('account', 'show', account.userName, '--json')).stdout),
    )
    expect(await operator('account', 'show', 'acc_unknown')).toMatchObject({ code: 1 })
  })

  test('resets a password, which ends all sessions and must be changed at the next sign-in', async () => {
    const { userName, password } = account
    const signIn = (password: string) => world.call('POST', '/session', { body: { userName, password } })
    expect((await signIn(password)).status).toBe(200)
    const given = await operator('user', 'password', '--user', userName, '--json')
    expect((await signIn(password)).status).toBe(401)
    const refused = await signIn(JSON.parse(given.stdout).password)
    expect([refused.status, refused.body.code]).toEqual([403, 'session.password_temporary'])
    const { rows } = await world.superuser.query(
      'select count(*)::int as sessions from sessions where user_id = $1',
      [account.ownerId],
    )
    expect(rows[0].sessions).toBe(0)
    expect(JSON.parse((await operator('audit', 'verify', '--json')).stdout)).toEqual({
      accounts: 4,
      broken: [],
    })
  })

  test('reports the result of every command as JSON', async () => {
    const licenses = await operator('account', 'licenses', '--user', account.userName, '1999', '--json')
    expect(JSON.parse(licenses.stdout).licenses.total).toBe(1_999)
    expect(JSON.parse((await operator('migrate', '--json')).stdout)).toEqual({ applied: [] })
    expect(JSON.parse((await operator('signingkey', 'rotate', '--json')).stdout).kid).toBeTruthy()
    expect(JSON.parse((await operator('config', '--json')).stdout).mode).toBe('development')
  })
})
