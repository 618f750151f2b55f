import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordLocations } from '../src/features/locations/recorder.consumer.ts'
import { lostRows, readRows } from './contract/database.ts'
import type { Operation } from './contract/openapi.ts'
import { faultsOfAnswer, operations } from './contract/openapi.ts'
import { recipes, requestOf } from './contract/recipes.ts'
import type { Actor, Stage } from './contract/stage.ts'
import { actors, hiddenFrom, setStage } from './contract/stage.ts'
import type { World } from './world.ts'
import { openWorld } from './world.ts'

const settings = { RASTRO_CALLS_PER_MINUTE: '1000000', RASTRO_CALLS_PER_MINUTE_OF_ADDRESS: '1000000' }

let world: World
let stage: Stage
beforeAll(async () => {
  world = await openWorld(settings)
  const recorder = await recordLocations(world.ctx)
  stage = await setStage(world)
  recorder.stop()
})
afterAll(() => world.close())

/** Everything points to what belongs to the account's first group, and to others' names with the stranger's secrets. */
const victims = () => ({
  deviceId: stage.device.id,
  expiredId: stage.expired.id,
  groupId: stage.group.id,
  geofenceId: stage.geofence.id,
  userId: stage.mate.id,
  adminId: stage.admin.id,
  keyId: stage.account.keyId,
  alertId: stage.alert.id,
  ruleId: stage.rule.id,
  contactId: stage.contact.id,
  commandId: stage.command.id,
  wayInId: stage.wayIn.id,
  shareId: stage.share.id,
  secret: stage.share.secret,
  webhookId: stage.webhook.id,
  deliveryId: stage.deliveryId,
  userName: stage.account.userName,
  apiKey: stage.stranger.apiKey,
  password: stage.stranger.password,
})

function expectedOf({ id, isOpen }: Operation, actor: Actor): number {
  const recipe = recipes[id]!
  if (actor === 'stranger' || actor === 'outsider' || actor === 'reader') return recipe[actor]
  return isOpen ? recipe.stranger : 401
}

test('every route of the description is in the matrix', () => {
  expect(operations.filter(({ id }) => !recipes[id]).map(({ method, path }) => `${method} ${path}`)).toEqual(
    [],
  )
})

describe.each(operations)('$method $path', (operation) => {
  test.each(actors)('%s reads and writes nothing that is not his', async (actor) => {
    const { path, body, headers } = requestOf(operation, victims())
    const expected = expectedOf(operation, actor)
    const ownAccount = actor === 'stranger' ? stage.stranger.accountId : undefined
    const before = await readRows(world.superuser, ownAccount)
    const answer = await world.call(operation.method, path, { token: stage.tokens[actor], body, headers })
    const after = await readRows(world.superuser, ownAccount)

    expect([answer.status, answer.text]).toEqual([expected, answer.text])
    expect(faultsOfAnswer(operation, answer)).toEqual([])
    const sent = `${path} ${JSON.stringify(body)}`
    expect(hiddenFrom(stage, actor, sent).filter((secret) => answer.text.includes(secret))).toEqual([])
    const isHis = actor === 'outsider' && recipes[operation.id]!.ofAccount
    if (!isHis) expect(lostRows(before, after)).toEqual([])
    // What is refused, or only read, leaves nothing new either; a stranger never leaves anything here.
    const mayAdd = expected < 300 && operation.method !== 'GET' && actor !== 'stranger' && !operation.isOpen
    if (!mayAdd) expect(after).toEqual(before)
  })
})

describe('beside the routes as they are meant', () => {
  test('nothing foreign is found by search, filter, cursor or target', async () => {
    const { device, group, mate, account } = stage
    const asked = [
      `/api/devices?search=${device.identifier}`,
      `/api/devices?group=${group.id}`,
      `/api/devices?tag=colour`,
      `/api/devices?limit=1000&cursor=${Buffer.from('n0').toString('base64url')}`,
      `/api/fleet?cursor=${Buffer.from('n0').toString('base64url')}`,
      `/api/users?group=${group.id}`,
      `/api/users?search=${mate.userName}`,
      '/api/groups?search=North',
      `/api/audit?target=${device.id}`,
      `/api/audit?target=${account.ownerId}`,
      '/api/lastLocations?updatedSince=2000-01-01T00:00:00Z',
    ]
    for (const path of asked) {
      for (const actor of ['stranger', 'outsider'] as const) {
        const answer = await world.call('GET', path, { token: stage.tokens[actor] })
        const found = hiddenFrom(stage, actor, path).filter((secret) => answer.text.includes(secret))
        expect([path, actor, answer.status, found]).toEqual([path, actor, 200, []])
      }
    }
  })

  test('nothing foreign is put into one’s own, whatever writes it', async () => {
    const { device, group, strangersDevice, strangersGroup, strangersUser } = stage
    const before = await readRows(world.superuser)
    const tried = [
      ['PATCH', `/api/groups/${strangersGroup.id}`, { devices: [device.id] }],
      ['PATCH', `/api/groups/${strangersGroup.id}`, [{ op: 'add', path: '/devices/-', value: device.id }]],
      ['PUT', `/api/groups/${strangersGroup.id}`, { name: 'x', devices: [strangersDevice.id, device.id] }],
      ['PATCH', `/api/devices/${strangersDevice.id}`, { groups: [group.id] }],
      ['PUT', `/api/devices/${strangersDevice.id}`, { name: 'x', groups: [group.id] }],
      ['PATCH', `/api/users/${strangersUser.id}`, { group: group.id }],
      ['PATCH', `/api/users/${strangersUser.id}`, { group: null, deviceId: device.id }],
    ] as const
    for (const [method, path, body] of tried) {
      const answer = await world.call(method, path, { token: stage.tokens.stranger, body })
      expect([method, path, answer.status]).toEqual([method, path, 400])
    }
    expect(await readRows(world.superuser)).toEqual(before)
  })

  test('a user bound to a group or device that is taken from him sees nothing of it any more', async () => {
    const { account, make } = { account: stage.account, make: world.make }
    const device = await make.device(account, { groups: [stage.group.id] })
    const user = await make.user(account, { group: stage.group.id })
    const read = async () =>
      (await world.call('GET', `/api/devices/${device.id}`, { token: user.token })).status
    expect(await read()).toBe(200)
    await world.call('PATCH', `/api/devices/${device.id}`, { token: account.token, body: { groups: [] } })
    expect(await read()).toBe(404)
  })
})
