import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestCell, TestDirectory } from '../../../test/cells.ts'
import { openCell, openDirectory } from '../../../test/cells.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { reserveNames } from './name-reservation.api.ts'

let directory: TestDirectory
let first: TestCell
let second: TestCell
let olga: MadeAccount
let pedro: MadeAccount

beforeAll(async () => {
  directory = await openDirectory()
  first = await openCell(directory, 1)
  second = await openCell(directory, 2)
  olga = await first.make.account({ licenses: 100 })
  pedro = await second.make.account({ licenses: 100 })
})
afterAll(async () => {
  await first?.close()
  await second?.close()
  await directory?.close()
})

async function findReservation(name: string) {
  const { rows } = await directory.superuser.query(
    'select kind, account_number, pending from names where name = $1',
    [name],
  )
  return rows[0]
}
const newIdentifier = () => `T${randomText(12)}`
const register = (cell: TestCell, { token }: MadeAccount, identifier: string) =>
  cell.call('POST', '/api/devices', { token, body: { name: 'Boat', identifier } })

test('account and device numbers are unique across cells', async () => {
  expect(pedro.accountId).not.toBe(olga.accountId)
  await register(first, olga, newIdentifier())
  await register(second, pedro, newIdentifier())
  const numberIn = async (cell: TestCell) =>
    (await cell.superuser.query('select min(number) as number from devices')).rows[0].number
  expect(Math.floor((await numberIn(first)) / 10_000_000)).toBe(1)
  expect(Math.floor((await numberIn(second)) / 10_000_000)).toBe(2)
})

test('an identifier of another cell is taken, with the same error as within one cell', async () => {
  const identifier = newIdentifier()
  expect((await register(first, olga, identifier)).status).toBe(201)
  const alone = await register(first, await first.make.account(), identifier)
  const elsewhere = await register(second, pedro, identifier)
  expect(elsewhere.status).toBe(409)
  expect(elsewhere.body.error).toBe(alone.body.error)
  expect(elsewhere.body.code).toBe(alone.body.code)
  const { rows } = await second.superuser.query('select from devices where identifier = $1', [identifier])
  expect(rows).toHaveLength(0)
  expect(await findReservation(identifier)).toMatchObject({ account_number: olga.accountId, pending: 0 })
})

test('a user name of another cell is taken, regardless of case', async () => {
  const userName = `Sam-${randomText(8)}@Example.com`
  const body = { userName, name: 'Sam', email: 'sam@example.com', country: 'ES', timeZone: 'UTC' }
  expect((await first.call('POST', '/api/users', { token: olga.token, body })).status).toBe(201)
  const other = { ...body, userName: userName.toUpperCase() }
  const refused = await second.call('POST', '/api/users', { token: pedro.token, body: other })
  expect(refused).toMatchObject({ status: 409, body: { code: 'users.name_taken' } })
  await expect(second.make.account({ userName })).rejects.toThrow('is taken')
})

test('a deleted or renamed name is immediately free for other cells', async () => {
  const [one, two] = [newIdentifier(), newIdentifier()]
  const { device } = (await register(first, olga, one)).body
  const renamed = await first.call('PATCH', `/api/devices/${device.id}`, {
    token: olga.token,
    body: { identifier: two },
    headers: { 'content-type': 'application/merge-patch+json' },
  })
  expect(renamed.status).toBe(200)
  expect((await register(second, pedro, two)).status).toBe(409)
  expect((await register(second, pedro, one)).status).toBe(201)
  await first.call('DELETE', `/api/devices/${device.id}`, { token: olga.token })
  expect((await register(second, pedro, two)).status).toBe(201)
})

test('a failed change reserves nothing', async () => {
  const identifier = newIdentifier()
  const { status } = await first.call('POST', '/api/devices', {
    token: (await first.make.account({ licenses: 0 })).token,
    body: { name: 'Boat', identifier },
  })
  expect(status).toBe(409)
  expect(await findReservation(identifier)).toBeUndefined()
})

test('a failed transaction keeps the reservation of a concurrent one for the same name', async () => {
  const name = newIdentifier()
  const { promise: failed, resolve: failNow } = Promise.withResolvers<void>()
  const slow = inTransaction(first.ctx, olga.accountId, async (tx) => {
    await reserveNames(tx, 'identifier', [name])
    const quick = inTransaction(first.ctx, olga.accountId, async (tx) => {
      await reserveNames(tx, 'identifier', [name])
      throw new Error('on purpose')
    })
    await quick.catch(() => failNow())
    // Not committed yet, so in no table: only the reservation protects the name.
    expect(await findReservation(name)).toMatchObject({ account_number: olga.accountId, pending: 1 })
    throw new Error('on purpose')
  })
  await slow.catch((error) => expect(error.message).toBe('on purpose'))
  await failed
  expect(await findReservation(name)).toBeUndefined()
})

test('of two cells that reserve one name concurrently, exactly one succeeds', async () => {
  for (let round = 0; round < 10; round += 1) {
    const identifier = newIdentifier()
    const answers = await Promise.all([
      register(first, olga, identifier),
      register(second, pedro, identifier),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  }
})

test('joining again changes nothing', async () => {
  const before = await directory.superuser.query('select kind, name, account_number from names order by 1, 2')
  expect((await first.join()).taken).toEqual([])
  const after = await directory.superuser.query('select kind, name, account_number from names order by 1, 2')
  expect(after.rows).toEqual(before.rows)
})
