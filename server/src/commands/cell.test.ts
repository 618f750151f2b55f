import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDirectory } from '../../test/cells.ts'
import { openDirectory } from '../../test/cells.ts'
import { runRastro } from '../../test/processes.ts'
import { createTestDatabase, dropDatabase } from '../../test/world.ts'

type Database = Awaited<ReturnType<typeof createTestDatabase>>
let directory: TestDirectory
let one: Database
let two: Database

const settingsOf = (number: number) => ({
  ...directory.env,
  RASTRO_CELL_NUMBER: String(number),
  RASTRO_CELL_API_URL: `http://10.0.0.${number}:8080`,
  RASTRO_CELL_GATEWAY_HOST: `10.0.0.${number}`,
  RASTRO_CELL_GATEWAY_PORT: '5000',
})
const rastro = (env: Record<string, string>, ...args: string[]) => runRastro(env, ...args).ended
const createAccount = (env: Record<string, string>, name: string) =>
  rastro(env, 'account', 'create', '--name', name, '--email', `${name}@example.com`, '--json')

beforeAll(async () => {
  directory = await openDirectory()
  one = await createTestDatabase()
  two = await createTestDatabase()
})
afterAll(async () => {
  await dropDatabase(one.superuser, one.database)
  await dropDatabase(two.superuser, two.database)
  await directory.close()
})

test('an existing cell joins with its accounts and names, and is listed', async () => {
  expect((await createAccount(one.env, 'olga')).code).toBe(0)
  const env = { ...one.env, ...settingsOf(1) }
  const joined = await rastro(env, 'cell', 'join', '--json')
  expect(JSON.parse(joined.stdout)).toMatchObject({ number: 1, accounts: 1, names: 1, taken: [] })
  const listed = await rastro(env, 'cell', 'list', '--json')
  expect(JSON.parse(listed.stdout)).toEqual({
    number: 1,
    apiUrl: 'http://10.0.0.1:8080',
    gatewayHost: '10.0.0.1',
    gatewayPort: 5000,
  })
  const shown = await rastro(env, 'cell', 'show', '--json')
  expect(JSON.parse(shown.stdout)).toMatchObject({ accounts: 1, names: { user: 1 }, pending: 0 })
})

test('before joining, creating an account fails with advice', async () => {
  const env = { ...two.env, ...settingsOf(2) }
  const refused = await createAccount(env, 'pedro')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('Run: rastro cell join')
})

test('another installation cannot use the same number or another secret', async () => {
  const { stderr } = await rastro(
    { ...two.env, ...settingsOf(1), RASTRO_CELL_API_URL: 'http://10.0.0.9' },
    'cell',
    'join',
  )
  expect(stderr).toContain('in use by another installation')
  const secret = 'another secret than that of the other cells'
  const other = await rastro({ ...two.env, ...settingsOf(2), RASTRO_SECRET: secret }, 'cell', 'join')
  expect(other.stderr).toContain('RASTRO_SECRET differs from that of the other cells')
})

test('the second cell continues the account numbers of the first, and cannot reuse its names', async () => {
  const env = { ...two.env, ...settingsOf(2) }
  expect((await rastro(env, 'cell', 'join')).code).toBe(0)
  expect((await createAccount(env, 'pedro')).code).toBe(0)
  const taken = await createAccount(env, 'olga')
  expect(taken.code).toBe(1)
  expect(taken.stderr).toContain('is taken')
  const { rows } = await two.superuser.query('select account_id from accounts')
  const { rows: first } = await one.superuser.query('select account_id from accounts')
  expect(rows[0].account_id).toBeGreaterThan(first[0].account_id)
  // The rejected account left nothing behind.
  const { rows: left } = await directory.superuser.query('select cell from accounts order by 1')
  expect(left).toEqual([{ cell: 1 }, { cell: 2 }])
})

test('the number of a cell cannot be changed', async () => {
  const { stderr } = await rastro({ ...two.env, ...settingsOf(3) }, 'cell', 'join')
  expect(stderr).toContain('This database belongs to cell 2')
})
