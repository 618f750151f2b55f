import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runRastro, spawnServer } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { findSetupCode } from './setup.api.ts'

const newPassword = 'a sled, a compass and 40 dogs'

let world: World
beforeEach(async () => {
  world = await openWorld({ RASTRO_AUTH_FAILURES_PER_ADDRESS: '5' })
})
afterEach(() => world.close())

const request = (code: string, number = 0) => ({
  code,
  email: `first-${number}@example.com`,
  name: 'Olga Operator',
  accountName: `Fleet ${number}`,
  country: 'ES',
  timeZone: 'Europe/Madrid',
  language: 'es',
  licenses: 20,
  newPassword,
})
const setUp = (code: string, number?: number) =>
  world.call('POST', '/session/setup', { body: request(code, number) })
const isOpen = async () => (await world.call('GET', '/session/setup')).body.isOpen
const count = async (table: string) =>
  (await world.superuser.query(`select count(*)::int as count from ${table}`)).rows[0].count
const codeOf = async () => (await findSetupCode(world.ctx)) ?? ''

describe('a new installation', () => {
  test('is set up with the code: the first operator and account', async () => {
    expect(await isOpen()).toBe(true)
    const code = await codeOf()
    expect(code).toMatch(/^([a-z2-9]{4}-){7}[a-z2-9]{4}$/)
    const answer = await setUp(code.toUpperCase().replaceAll('-', ' '))
    expect([answer.status, answer.body.userName]).toEqual([200, 'first-0@example.com'])
    const signedIn = await world.call('POST', '/session', {
      body: { userName: 'first-0@example.com', password: newPassword },
    })
    const { account } = (await world.call('GET', '/api/account', { token: signedIn.body.token })).body
    expect(account).toMatchObject({
      name: 'Fleet 0',
      licenses: { total: 20 },
      operatorContact: 'first-0@example.com',
    })
    expect(await count('operators')).toBe(1)
    expect(await isOpen()).toBe(false)
  })

  test('is set up once, also by 64 parallel requests with the right code', async () => {
    const code = await codeOf()
    const answers = await Promise.all(Array.from({ length: 64 }, (_, number) => setUp(code, number)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers
      .filter(({ status }) => status !== 200)
      .map(({ status, body }) => `${status} ${body.code}`)
    for (const one of new Set(refused)) expect(['409 setup.finished', '429 rate.busy']).toContain(one)
    expect([await count('accounts'), await count('operators'), await count('users')]).toEqual([1, 1, 1])
    expect((await setUp(code, 99)).body.code).toBe('setup.finished')
  })

  test('refuses wrong codes, and soon every code of an address', async () => {
    const codes: string[] = []
    for (let attempt = 0; attempt < 7; attempt += 1) codes.push((await setUp('wrong-code')).body.code)
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'setup.code_wrong'))
    expect(codes.at(-1)).toBe('access.too_many_attempts')
    expect(await count('accounts')).toBe(0)
  })

  test('keeps the code if the password is weak', async () => {
    const code = await codeOf()
    const body = { ...request(code), newPassword: 'olga operator 1' }
    expect((await world.call('POST', '/session/setup', { body })).status).toBe(400)
    expect((await setUp(code)).status).toBe(200)
  })
})

test('an installation with an account is closed, however it was created, and stays closed without one', async () => {
  const code = await codeOf()
  await world.make.account()
  expect(await isOpen()).toBe(false)
  expect(await codeOf()).toBe('')
  expect((await setUp(code)).body.code).toBe('setup.finished')
  await world.superuser.query('delete from directory_accounts')
  expect(await isOpen()).toBe(false)
  expect((await setUp(code)).body.code).toBe('setup.finished')
})

test('a finished setup never opens again, even if its account is gone', async () => {
  const code = await codeOf()
  expect((await setUp(code)).status).toBe(200)
  await world.superuser.query('delete from directory_accounts')
  expect(await isOpen()).toBe(false)
  expect((await setUp(code, 1)).body.code).toBe('setup.finished')
})

test('the code is in the log of the api process, and printed by the command', async () => {
  const server = await spawnServer({ ...world.env, RASTRO_LOG_LEVEL: 'warn' })
  const code = await codeOf()
  try {
    await expect
      .poll(() => server.lines.map(({ msg }) => msg).join('\n'), { timeout: 10_000 })
      .toContain(`/setup and enter the code ${code}`)
  } finally {
    await server.stop()
  }
  const { stdout } = await runRastro(world.env, 'setup', '--json').ended
  expect(JSON.parse(stdout)).toEqual({ url: expect.stringMatching(/\/setup$/), code })
  await setUp(code)
  const again = await runRastro(world.env, 'setup').ended
  expect([again.code, again.stderr]).toEqual([expect.any(Number), expect.stringContaining('already')])
})
