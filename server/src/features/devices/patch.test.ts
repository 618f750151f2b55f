import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { CallOptions, World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let account: MadeAccount
let path: string
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 1_000 })
})
afterAll(() => world.close())

beforeEach(async () => {
  const tags = { cabin: '4', 'a/b': 'slash', 'c~d': 'tilde' }
  const limits = { expires: true, expirationDate: '2031-05-06', dailyEmailLimit: 5 }
  const { id } = await world.make.device(account, {
    name: 'Boat',
    description: 'blue',
    model: 'M1',
    tags,
    limits,
  })
  path = `/api/devices/${id}`
})

const patch = (body: unknown, options: CallOptions = {}) =>
  world.call('PATCH', path, { token: account.token, body, ...options })
const read = async () => (await world.call('GET', path, { token: account.token })).body.device

describe('a JSON Patch of a device', () => {
  test('adds, removes, replaces, moves, copies and tests', async () => {
    const { status, body } = await patch([
      { op: 'test', path: '/name', value: 'Boat' },
      { op: 'test', path: '/limits', value: (await read()).limits },
      { op: 'add', path: '/tags/deck', value: 'upper' },
      { op: 'remove', path: '/tags/cabin' },
      { op: 'replace', path: '/name', value: 'Ship' },
      { op: 'move', from: '/description', path: '/tags/colour' },
      { op: 'copy', from: '/model', path: '/tags/model' },
      { op: 'replace', path: '/tags/a~1b', value: 'changed' },
      { op: 'remove', path: '/tags/c~0d' },
      { op: 'replace', path: '/limits/dailySmsLimit', value: 7 },
    ])
    expect(status).toBe(200)
    expect(body.device).toMatchObject({
      name: 'Ship',
      description: null,
      model: 'M1',
      limits: { expires: true, expirationDate: '2031-05-06', dailyEmailLimit: 5, dailySmsLimit: 7 },
    })
    expect(body.device.tags).toEqual({ deck: 'upper', colour: 'blue', model: 'M1', 'a/b': 'changed' })
    expect(await read()).toEqual(body.device)
  })

  test('adds and removes groups, by index and at the end', async () => {
    const [one, two] = [await world.make.group(account), await world.make.group(account)]
    const added = await patch([{ op: 'add', path: '/groups/-', value: one.id }])
    expect(added.body.device.groups).toEqual([one.id])
    const more = await patch([{ op: 'add', path: '/groups/0', value: two.id }])
    expect(more.body.device.groups).toEqual([one.id, two.id].sort())
    expect((await patch([{ op: 'remove', path: '/groups/0' }])).body.device.groups).toHaveLength(1)
    expect((await patch([{ op: 'remove', path: '/groups' }])).body.device.groups).toEqual([])
  })

  test('that removes the limits clears them', async () => {
    const { body } = await patch([{ op: 'remove', path: '/limits' }])
    const none = { expires: false, expirationDate: null, dailyEmailLimit: null, dailySmsLimit: null }
    expect(body.device.limits).toEqual(none)
  })

  test('is accepted as application/json-patch+json too', async () => {
    const headers = { 'content-type': 'application/json-patch+json' }
    const { body } = await patch([{ op: 'replace', path: '/name', value: 'Ship' }], { headers })
    expect(body.device.name).toBe('Ship')
  })

  test('with a failing test is rejected with 409 as a whole', async () => {
    const before = await read()
    const { status, body } = await patch([
      { op: 'replace', path: '/name', value: 'Ship' },
      { op: 'test', path: '/model', value: 'M2' },
    ])
    expect([status, body.code]).toEqual([409, 'patch.test_failed'])
    expect(await read()).toEqual(before)
  })

  test.each([
    ['/nickname', { op: 'replace', path: '/nickname', value: 'x' }, 'patch.unknown_path'],
    ['/nickname, to add it', { op: 'add', path: '/nickname', value: 'x' }, 'body.invalid'],
    ['/tags/none', { op: 'remove', path: '/tags/none' }, 'patch.unknown_path'],
    ['/groups/9', { op: 'add', path: '/groups/9', value: 'x' }, 'patch.unknown_path'],
    ['/id, which is read-only', { op: 'add', path: '/id', value: 'x' }, 'body.invalid'],
    ['/state, which follows from the limits', { op: 'add', path: '/state', value: 'active' }, 'body.invalid'],
    ['/__proto__/x', { op: 'add', path: '/__proto__/x', value: 1 }, 'patch.unknown_path'],
    ['/constructor/prototype', { op: 'add', path: '/constructor/prototype', value: 1 }, 'patch.unknown_path'],
    ['/tags/__proto__', { op: 'add', path: '/tags/__proto__', value: 'x' }, 'patch.unknown_path'],
    ['no path at all', { op: 'remove' }, 'body.invalid'],
    ['no known operation', { op: 'increase', path: '/name' }, 'body.invalid'],
  ])('of an unknown path is rejected with 400 as a whole: %s', async (_name, operation, code) => {
    const before = await read()
    const { status, body } = await patch([{ op: 'replace', path: '/name', value: 'Ship' }, operation])
    expect([status, body.code]).toEqual([400, code])
    expect(await read()).toEqual(before)
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  test('with an invalid result is rejected with every fault', async () => {
    const { status, body } = await patch([
      { op: 'replace', path: '/name', value: '' },
      { op: 'add', path: '/tags/n', value: 5 },
      { op: 'replace', path: '/limits/dailyEmailLimit', value: -1 },
    ])
    expect(status).toBe(400)
    expect(body.details.map((fault: { path: string }) => fault.path)).toEqual(
      expect.arrayContaining(['name', 'tags.n', 'limits.dailyEmailLimit']),
    )
  })
})

describe('a merge patch of a device', () => {
  test('sets, clears and keeps fields', async () => {
    const { status, body } = await patch({
      name: 'Ship',
      description: null,
      tags: { cabin: null, deck: 'upper' },
      limits: { dailyEmailLimit: null },
    })
    expect(status).toBe(200)
    expect(body.device).toMatchObject({
      name: 'Ship',
      description: null,
      model: 'M1',
      limits: { expires: true, expirationDate: '2031-05-06', dailyEmailLimit: null },
    })
    expect(body.device.tags).toEqual({ deck: 'upper', 'a/b': 'slash', 'c~d': 'tilde' })
  })

  test('is accepted as application/merge-patch+json too', async () => {
    const { body } = await patch(
      { name: 'Ship' },
      { headers: { 'content-type': 'application/merge-patch+json' } },
    )
    expect(body.device.name).toBe('Ship')
  })

  test.each([
    '{"__proto__":{"x":1}}',
    '{"tags":{"__proto__":{"x":1}}}',
    '{"constructor":{"prototype":{"x":1}}}',
  ])('that addresses a prototype is rejected: %s', async (body) => {
    expect((await patch(body)).status).toBe(400)
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  test('nested too deeply is rejected', async () => {
    const body = `{"tags":${'{"a":'.repeat(20_000)}"x"${'}'.repeat(20_000)}}`
    const { status, body: answer } = await patch(body)
    expect([status, answer.code]).toEqual([400, 'body.invalid'])
  })
})

describe('two patches of one device at the same moment', () => {
  test('with the same If-Match: exactly one wins, the other gets 412', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { headers } = await world.call('GET', path, { token: account.token })
      const ifMatch = { headers: { 'if-match': String(headers.etag) } }
      const names = Array.from({ length: 4 }, (_, index) => `Round ${round}, ${index}`)
      const answers = await Promise.all(names.map((name) => patch({ name }, ifMatch)))

      const winners = answers.filter(({ status }) => status === 200)
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
      expect((await read()).name).toBe(winners[0]?.body.device.name)
      expect(winners[0]?.headers.etag).not.toBe(headers.etag)
      expect(answers.find(({ status }) => status === 412)?.body.code).toBe('version.stale')
    }
  })

  test('without If-Match: both are applied, one after the other', async () => {
    const answers = await Promise.all([patch({ tags: { one: '1' } }), patch({ tags: { two: '2' } })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await read()).tags).toMatchObject({ one: '1', two: '2' })
  })
})

describe('If-Match', () => {
  test.each(['"999"', 'W/"1"', '1', '"x", "y"'])('with another version rejects a change: %s', async (tag) => {
    const before = await read()
    const headers = { 'if-match': tag }
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const answer = await world.call(method, path, {
        token: account.token,
        body: { name: 'Ship' },
        headers,
      })
      expect([method, answer.status]).toEqual([method, 412])
    }
    expect(await read()).toEqual(before)
  })

  test.each(['*', '"7", "1"'])('with the current version is accepted: %s', async (tag) => {
    expect((await patch({ name: 'Ship' }, { headers: { 'if-match': tag } })).status).toBe(200)
  })
})
