import { httpProtocols } from '@rastro/protocols'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordLocations } from '../src/features/recorder/recorder.consumer.ts'
import { createHealth } from '../src/platform/observability/health.ts'
import { serveMetrics } from '../src/platform/observability/metrics-server.ts'
import { lostRows, readRows } from './contract/database.ts'
import type { Operation } from './contract/openapi.ts'
import { faultsOfAnswer, operations } from './contract/openapi.ts'
import { recipes, requestOf } from './contract/recipes.ts'
import { publicRoutes, routeOf, routesOf } from './contract/routes.ts'
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
afterAll(async () => {
  process.stdout.write(`tenant matrix: ${cases} cases, ${operations.length} operations\n`)
  await world.close()
})

let cases = 0

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
  ingestKeyId: stage.ingestKey.id,
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

/** Everybody, with every token that must not open anything. */
const whoever = actors.map((actor) => [actor] as const)
const ingestPaths = httpProtocols.flatMap(({ name }) => [`/ingest/${name}`, `/ingest/${name}/{secret}`])
const ingestRoutes = [...ingestPaths, '/ingest/*'].flatMap((path) => [`GET ${path}`, `POST ${path}`])

test('every route that the server has is in the matrix: described, or one of a few that are listed', () => {
  const described = operations.filter(({ id }) => recipes[id]).map(routeOf)
  const inMatrix = new Set([...described, ...publicRoutes, ...ingestRoutes])
  const answered = routesOf(world.app)
  // HEAD is there wherever GET is, and is asked for below. A path without protocol answers every method the same.
  const missing = answered.filter(
    (route) =>
      !inMatrix.has(route) && !inMatrix.has(route.replace('HEAD', 'GET')) && !/ \/ingest\*$/.test(route),
  )
  expect(missing).toEqual([])
  expect(answered.length).toBeGreaterThan(150)
  expect(described.filter((route) => !answered.includes(route))).toEqual([])
})

const isStream = ({ responses }: Operation) => responses[200]?.content?.['text/event-stream'] !== undefined

describe.each(operations)('$method $path', (operation) => {
  test.each(actors)('%s reads and writes nothing that is not his', async (actor) => {
    const { path, body, headers } = requestOf(operation, victims())
    const expected = expectedOf(operation, actor)
    const others = { except: actor === 'stranger' ? stage.stranger.accountId : undefined }
    const before = await readRows(world.superuser, others)
    const answer = await world.call(operation.method, path, { token: stage.tokens[actor], body, headers })
    const after = await readRows(world.superuser, others)
    cases += 1

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

  test.runIf(operation.method === 'GET' && !isStream(operation))('HEAD says as much as GET', async () => {
    const { path, headers } = requestOf(operation, victims())
    for (const actor of actors) {
      const answer = await world.call('HEAD', path, { token: stage.tokens[actor], headers })
      expect([actor, answer.status, answer.text]).toEqual([actor, expectedOf(operation, actor), ''])
      cases += 1
    }
  })
})

describe('without a description', () => {
  test.each(whoever)('%s finds nothing of an account on what everybody may read', async (actor) => {
    const before = await readRows(world.superuser)
    for (const route of publicRoutes) {
      const path = route.slice('GET '.length).replace('*', '/anything')
      const answer = await world.call('GET', path, { token: stage.tokens[actor] })
      expect([path, answer.status < 500]).toEqual([path, true])
      expect([path, hiddenFrom(stage, actor, path).filter((one) => answer.text.includes(one))]).toEqual([
        path,
        [],
      ])
      cases += 1
    }
    expect(await readRows(world.superuser)).toEqual(before)
  })

  test.each(whoever)('%s reports nothing for a device whose way in he does not have', async (actor) => {
    const { device, ingestKey } = stage
    const before = await readRows(world.superuser)
    const secrets = [
      'nonsense',
      `${ingestKey.secret}x`,
      stage.share.secret,
      stage.account.apiKey,
      ingestKey.secret,
    ]
    for (const { name, needsNoSecret } of httpProtocols) {
      for (const secret of secrets) {
        // The account's own secret is for one protocol, and opens no other.
        if (secret === ingestKey.secret && name === 'spot-push') continue
        const path = `/ingest/${name}/${secret}?id=${device.identifier}&lat=1&lon=2&timestamp=1700000000`
        for (const method of ['GET', 'POST']) {
          const answer = await world.call(method, path, { token: stage.tokens[actor] })
          expect([method, path, answer.status, answer.body.code]).toEqual([
            method,
            path,
            401,
            'ingest.secret_wrong',
          ])
          cases += 1
        }
      }
      if (needsNoSecret) continue
      const bare = await world.call('POST', `/ingest/${name}`, { token: stage.tokens[actor] })
      expect([name, bare.status]).toEqual([name, 401])
      cases += 1
    }
    expect(await readRows(world.superuser)).toEqual(before)
  })

  test('the port of the figures tells of no account', async () => {
    const health = createHealth(world.ctx, () => false)
    const { port, stop } = await serveMetrics(world.ctx, health, { role: 'notifier', port: 0 })
    for (const path of ['/metrics', '/healthz', '/readyz', '/', '/api/account']) {
      const text = await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
      expect([path, hiddenFrom(stage, 'nobody', path).filter((one) => text.includes(one))]).toEqual([
        path,
        [],
      ])
      cases += 1
    }
    await stop()
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
