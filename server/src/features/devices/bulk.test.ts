import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { randomText } from '../../platform/crypto/ids.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 10 })
})
afterAll(() => world.close())

function change(body: object, { key, token = account.token }: { key?: string; token?: string } = {}) {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  return world.call('POST', '/api/devices/bulk', { token, body, headers })
}
const namesOf = async (owner = account) => {
  const { body } = await world.call('GET', '/api/devices', { token: owner.token })
  return body.devices.map(({ name }: { name: string }) => name).sort()
}

test('creates, updates and deletes devices, each with its own result', async () => {
  const [kept, gone] = [
    await world.make.device(account, { name: 'Kept' }),
    await world.make.device(account, { name: 'Gone' }),
  ]
  const identifier = randomText(15)
  const { status, body } = await change({
    delete: [gone.id, 'dev_unknown'],
    update: [{ id: kept.id, patch: { name: 'Renamed', identifier } }],
    create: [{ name: 'New' }, { name: 'Taken', identifier }],
  })
  expect(status).toBe(200)
  expect(body.results).toEqual([
    { action: 'delete', index: 0, success: true, id: gone.id },
    expect.objectContaining({ action: 'delete', index: 1, success: false, code: 'devices.not_found' }),
    { action: 'update', index: 0, success: true, id: kept.id },
    { action: 'create', index: 0, success: true, id: expect.stringMatching(/^dev_/) },
    expect.objectContaining({ index: 1, success: false, status: 409, code: 'devices.identifier_taken' }),
  ])
  expect(body.apiUsage).toBe(6)
  expect(await namesOf()).toEqual(['New', 'Renamed'])
})

test('is executed once with an Idempotency-Key, item by item', async () => {
  const owner = await world.make.account({ licenses: 3 })
  const create = ['One', 'Two', 'Three', 'Four'].map((name) => ({ name }))
  const options = { key: 'once', token: owner.token }
  const first = await change({ create }, options)
  const outcomes = first.body.results.map(({ id, code }: { id?: string; code?: string }) => id ?? code)
  expect(outcomes[3]).toBe('licenses.none_free')
  const again = await change({ create }, options)
  expect(again.body.results).toEqual(first.body.results)
  expect(await namesOf(owner)).toEqual(['One', 'Three', 'Two'])
  const other = await change({ create: [{ name: 'Other' }] }, options)
  expect(other.body.results[0].code).toBe('idempotency.key_reused')
})

test('changes nothing if an item is malformed, or there are too many', async () => {
  const before = await namesOf()
  const faulty = await change({ create: [{ name: 'Fine' }, { name: '', colour: 'red' }] })
  expect([faulty.status, faulty.body.code]).toEqual([400, 'body.invalid'])
  expect(faulty.body.details.map(({ path }: { path: string }) => path)).toContain('create.1.name')
  const many = await change({ create: Array.from({ length: 101 }, () => ({ name: 'Many' })) })
  expect(many.status).toBe(400)
  expect((await change({})).status).toBe(400)
  expect(await namesOf()).toEqual(before)
})

test('reaches no device of another account', async () => {
  const other = await world.make.account({ licenses: 2 })
  const { id } = await world.make.device(other, { name: 'Theirs' })
  const { body } = await change({ update: [{ id, patch: { name: 'Mine' } }], delete: [id] })
  expect(body.results.map(({ code }: { code: string }) => code)).toEqual([
    'devices.not_found',
    'devices.not_found',
  ])
  expect(await namesOf(other)).toEqual(['Theirs'])
})
