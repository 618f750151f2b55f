import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { CallOptions, World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let account: MadeAccount
let path: string
let devices: string[]
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 1_000 })
  const made = [1, 2, 3].map((number) => world.make.device(account, { name: `Boat ${number}` }))
  devices = (await Promise.all(made)).map((device) => device.id)
})
afterAll(() => world.close())

beforeEach(async () => {
  const { id } = await world.make.group(account, { description: 'ours', devices: devices.slice(0, 2) })
  path = `/api/groups/${id}`
})

const patch = (body: unknown, options: CallOptions = {}) =>
  world.call('PATCH', path, { token: account.token, body, ...options })
const read = async () => {
  const { id, name, description, devices } = (await world.call('GET', path, { token: account.token })).body
  return { id, name, description, devices: devices as string[] }
}

test('a JSON Patch of a group supports add, remove, replace, move, copy and test', async () => {
  const before = await read()
  const { status, body } = await patch([
    { op: 'test', path: '/description', value: 'ours' },
    { op: 'move', from: '/description', path: '/name' },
    { op: 'copy', from: '/name', path: '/description' },
    { op: 'replace', path: '/description', value: 'theirs' },
    { op: 'add', path: '/devices/-', value: devices[2] },
    { op: 'remove', path: `/devices/${before.devices.indexOf(devices[0]!)}` },
  ])
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'ours', description: 'theirs' })
  expect(new Set(body.devices)).toEqual(new Set(devices.slice(1)))
})

test('a merge patch of a group sets, clears and keeps fields', async () => {
  const { name } = await read()
  const { body } = await patch({ description: null, devices: [] })
  expect(body).toMatchObject({ name, description: null, devices: [] })
})

describe('a patch of a group is rejected as a whole', () => {
  test.each([
    ['a failed test', { op: 'test', path: '/devices', value: [] }, 409, 'patch.test_failed'],
    ['an unknown path', { op: 'replace', path: '/colour', value: 'red' }, 400, 'patch.unknown_path'],
    ['an unknown field', { op: 'add', path: '/colour', value: 'red' }, 400, 'body.invalid'],
    ['a removed name', { op: 'remove', path: '/name' }, 400, 'body.invalid'],
    ['an unknown device', { op: 'add', path: '/devices/-', value: 'dev_none' }, 400, 'body.invalid'],
    ['/__proto__/x', { op: 'add', path: '/__proto__/x', value: 1 }, 400, 'patch.unknown_path'],
    [
      '/constructor/prototype',
      { op: 'add', path: '/constructor/prototype', value: 1 },
      400,
      'patch.unknown_path',
    ],
  ])('for %s', async (_name, operation, status, code) => {
    const before = await read()
    const answer = await patch([{ op: 'replace', path: '/description', value: 'changed' }, operation])
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await read()).toEqual(before)
  })
})

test('of several patches with the same If-Match exactly one succeeds, the others get 412', async () => {
  const { headers } = await world.call('GET', path, { token: account.token })
  const ifMatch = { headers: { 'if-match': String(headers.etag) } }
  const wanted = ['a', 'b', 'c', 'd'].map((description) => patch({ description }, ifMatch))
  const answers = await Promise.all(wanted)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
  const winner = answers.find(({ status }) => status === 200)
  expect((await read()).description).toBe(winner?.body.description)
})
