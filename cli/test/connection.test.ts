import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../server/test/make.ts'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'
import { createCustomer } from './client.ts'

let world: World
let account: MadeAccount
let url: string
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

test('login verifies the key and saves it privately, and later commands need no options', async () => {
  const customer = await createCustomer()
  const login = await customer.runWithInput(
    `${account.apiKey}\n`,
    'login',
    '--url',
    `${url}/`,
    '--as',
    account.userName,
  )
  expect(login).toMatchObject({ code: 0, stdout: expect.stringContaining('Expedition') })
  const file = join(customer.configHome, 'rastro', 'credentials.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const whoami = await customer.run('whoami', '--json')
  expect(JSON.parse(whoami.stdout)).toMatchObject({ url, userName: account.userName, keyFrom: file })
  expect(whoami.stdout + login.stdout).not.toContain(account.apiKey)

  expect((await customer.run('logout')).code).toBe(0)
  expect(await customer.run('whoami')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('rastro login'),
  })
})

test('an invalid key is not saved, and the error names its user', async () => {
  const customer = await createCustomer()
  const bad = account.apiKey.replace(/.{4}$/, 'AAAA')
  const login = await customer.runWithInput(bad, 'login', '--url', url, '--as', account.userName)
  expect(login).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`API key of "${account.userName}"`),
  })
  expect(login.stderr).not.toContain(bad)
  expect((await customer.run('whoami')).code).toBe(2)
})

test('a saved key is not sent to another server', async () => {
  const customer = await createCustomer()
  await customer.runWithInput(account.apiKey, 'login', '--url', url, '--as', account.userName)
  const other = await customer.run('whoami', '--url', 'http://127.0.0.1:9')
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('the API key') })
})

test('environment variables and a key file replace the login', async () => {
  const env = { RASTRO_URL: url, RASTRO_USER: account.userName }
  const byKey = await createCustomer({ ...env, RASTRO_API_KEY: account.apiKey })
  expect((await byKey.run('whoami')).code).toBe(0)
  const byFile = await createCustomer(env)
  const file = join(byFile.configHome, 'key')
  await writeFile(file, `${account.apiKey}\n`)
  expect((await byFile.run('whoami', '--api-key-file', file)).stdout).toContain(file)
})

test('an unreachable server is named, with a hint', async () => {
  const customer = await createCustomer({
    RASTRO_URL: 'http://127.0.0.1:9',
    RASTRO_USER: 'a',
    RASTRO_API_KEY: 'b',
  })
  const { code, stderr } = await customer.run('whoami')
  expect(code).toBe(1)
  expect(stderr).toContain('http://127.0.0.1:9 does not answer')
  expect(stderr).toContain('curl http://127.0.0.1:9/healthz')
})

test('wrong usage exits with 2, and suggests the nearest word', async () => {
  const customer = await createCustomer()
  expect(await customer.run('devcie', 'list')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean device?'),
  })
  expect((await customer.run('device', 'list', '--stat', 'active')).code).toBe(2)
  expect((await customer.run('device')).code).toBe(2)
  expect((await customer.run('device', '--help')).code).toBe(0)
})
