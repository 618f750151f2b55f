import { httpProtocols } from '@rastro/protocols'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordLocations } from '../src/features/recorder/recorder.consumer.ts'
import { sealCursor } from '../src/platform/http/cursors.ts'
import { createHealth } from '../src/platform/observability/health.ts'
import { serveMetrics } from '../src/platform/observability/metrics-server.ts'
import { lostRows, readRows } from './contract/database.ts'
import type { Operation } from './contract/openapi.ts'
import { faultsOfAnswer, operations } from './contract/openapi.ts'
import { recipes, requestOf } from './contract/recipes.ts'
import { publicRoutes, routeOf, routesOf } from './contract/routes.ts'
import type { Actor, Stage } from './contract/stage.ts'
import { badTokens, callers, hiddenFrom, setStage, victimsOf } from './contract/stage.ts'
import type { World } from './world.ts'
import { openWorld } from './world.ts'

const settings = { RASTRO_REQUESTS_PER_MINUTE: '1000000', RASTRO_REQUESTS_PER_MINUTE_PER_ADDRESS: '1000000' }

let world: World
let stage: Stage
beforeAll(async () => {
  world = await openWorld(settings)
  const recorder = await recordLocations(world.ctx)
  stage = await setStage(world)
  await recorder.stop()
})
afterAll(async () => {
  process.stdout.write(`tenant matrix: ${cases} cases, ${operations.length} operations\n`)
  await world.close()
})

let cases = 0

function expectedOf({ id, isOpen }: Operation, actor: Actor): number {
  const recipe = recipes[id]!
  if (actor === 'otherAccount' || actor === 'outsider' || actor === 'reader') return recipe[actor]
  if (actor === 'otherReseller' || actor === 'provider') return recipe[actor] ?? recipe.otherAccount
  return isOpen ? recipe.otherAccount : 401
}

const actors = [...callers, ...badTokens]
const ingestProtocols: { name: string; needsNoSecret?: true }[] = [...httpProtocols, { name: 'mapping' }]
const ingestPaths = ingestProtocols.flatMap(({ name }) => [`/ingest/${name}`, `/ingest/${name}/{secret}`])
const ingestRoutes = [...ingestPaths, '/ingest/*'].flatMap((path) => [`GET ${path}`, `POST ${path}`])

test('every route is in the matrix: described in OpenAPI, or listed here', () => {
  const described = operations.filter(({ id }) => recipes[id]).map(routeOf)
  const inMatrix = new Set([...described, ...publicRoutes, ...ingestRoutes])
  const answered = routesOf(world.app)
  // HEAD exists wherever GET does and is tested below. A path without protocol (/ingest/*, which the list may print as
  // /*) answers every method alike.
  const missing = answered.filter(
    (route) =>
      !inMatrix.has(route) && !inMatrix.has(route.replace('HEAD', 'GET')) && !/ \/(ingest)?\*$/.test(route),
  )
  expect(missing).toEqual([])
  expect(answered.length).toBeGreaterThan(150)
  expect(described.filter((route) => !answered.includes(route))).toEqual([])
})

/** Callers of other accounts: their own rows may change. */
const accountsOf = (): Partial<Record<Actor, number>> => ({
  otherAccount: stage.otherAccount.accountId,
  otherReseller: stage.otherReseller.staff.accountId,
  provider: stage.provider.staff.accountId,
})

/** The day's count of active devices, which members of the account move too. */
const isCounter = (row: string) => row.startsWith('license_days ')

const isStream = ({ responses }: Operation) => responses[200]?.content?.['text/event-stream'] !== undefined

async function tryAs(actor: Actor, operation: Operation): Promise<void> {
  const { path, body, headers } = requestOf(operation, victimsOf(stage))
  const expected = expectedOf(operation, actor)
  const foreign = accountsOf()[actor]
  // Another reseller changes its own brand and senders.
  const exceptPath = actor === 'otherReseller' ? stage.otherReseller.path : undefined
  const others = { except: foreign, exceptPath }
  const before = await readRows(world.superuser, others)
  const answer = await world.call(operation.method, path, { token: stage.tokens[actor], body, headers })
  const after = await readRows(world.superuser, others)
  cases += 1

  expect([answer.status, answer.text]).toEqual([expected, answer.text])
  expect(faultsOfAnswer(operation, answer)).toEqual([])
  // The page of a share shows the brand.
  const shown = operation.id === 'openShare' ? stage.brandName : ''
  const sent = `${path} ${JSON.stringify(body)} ${shown}`
  expect(hiddenFrom(stage, actor, sent).filter((secret) => answer.text.includes(secret))).toEqual([])
  const isOwn = actor === 'outsider' && recipes[operation.id]!.ofAccount
  if (!isOwn) expect(lostRows(before, after).filter((row) => !isCounter(row))).toEqual([])
  // A refused or reading call adds nothing either; the other account never adds anything here.
  const mayAdd = expected < 300 && operation.method !== 'GET' && foreign === undefined && !operation.isOpen
  if (!mayAdd) expect(after).toEqual(before)
}

async function headAs(actor: Actor, operation: Operation): Promise<void> {
  const { path, headers } = requestOf(operation, victimsOf(stage))
  const answer = await world.call('HEAD', path, { token: stage.tokens[actor], headers })
  expect([actor, answer.status, answer.text]).toEqual([actor, expectedOf(operation, actor), ''])
  cases += 1
}

describe.each(operations)('$method $path', (operation) => {
  // What a provider changes below it is in features/resale/resale.test.ts.
  const isProviders = operation.path.startsWith('/api/resale') && operation.method !== 'GET'
  const isLeftOut = (caller: Actor) => caller === 'provider' && isProviders
  test.each(callers.filter((one) => !isLeftOut(one)))('%s reads and writes nothing out of scope', (actor) =>
    tryAs(actor, operation),
  )

  test.runIf(operation.method === 'GET' && !isStream(operation))('HEAD answers as GET does', async () => {
    for (const actor of callers) await headAs(actor, operation)
  })
})

// All routes check tokens in one hook, so one read, one write and one open route stand for all.
// features/auth/hostile-token.test.ts has the tokens themselves.
describe.each(badTokens)('a token that is %s', (actor) => {
  const representative = ['getDevice', 'patchDevice', 'getToken'].map(
    (id) => operations.find((one) => one.id === id)!,
  )
  test.each(representative)('$method $path', (operation) => tryAs(actor, operation))
  test('HEAD', () => headAs(actor, representative[0]!))
})

describe('routes without a description', () => {
  test.each(actors)('%s finds nothing of an account on public routes', async (actor) => {
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

  test.each(actors)('%s cannot report locations without the ingest key', async (actor) => {
    const { device, ingestKey } = stage
    const before = await readRows(world.superuser)
    const secrets = [
      'nonsense',
      `${ingestKey.secret}x`,
      stage.share.secret,
      stage.account.apiKey,
      ingestKey.secret,
    ]
    for (const { name, needsNoSecret } of ingestProtocols) {
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

  test('the metrics port exposes nothing of an account', async () => {
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

describe('misused routes', () => {
  test('search, filter, cursor and target find nothing of another account', async () => {
    const { device, group, mate, account, otherAccount } = stage
    const accountIds = { otherAccount: otherAccount.accountId, outsider: account.accountId }
    const queriesOf = (cursor: string) => [
      `/api/devices?search=${device.identifier}`,
      `/api/devices?groupId=${group.id}`,
      `/api/devices?tag=colour`,
      `/api/devices?limit=1000&cursor=${cursor}`,
      `/api/fleet?cursor=${cursor}`,
      `/api/users?groupId=${group.id}`,
      `/api/users?search=${mate.userName}`,
      '/api/groups?search=North',
      `/api/audit?targetId=${device.id}`,
      `/api/audit?targetId=${account.ownerId}`,
      '/api/lastLocations?updatedSince=2000-01-01T00:00:00Z',
      `/api/trips?group=${group.id}`,
      '/api/stops?minDistance=0',
      '/api/visits?type=stayed',
      `/api/trips?driver=${stage.driver.id}`,
      '/api/fuelEvents?type=fill',
      `/api/fuelEvents?deviceId=${device.id}`,
      `/api/fuelEvents?group=${group.id}`,
      `/api/summaries?from=2026-01-01&to=2026-12-31&by=device&group=${group.id}`,
      '/api/summaries?from=2026-01-01&to=2026-12-31&by=group',
      '/api/fleet/dashboard',
      `/api/fleet/dashboard?group=${group.id}`,
    ]
    for (const actor of ['otherAccount', 'outsider'] as const) {
      const cursor = sealCursor(world.ctx.config.access, accountIds[actor], '0')
      for (const path of queriesOf(cursor)) {
        const answer = await world.call('GET', path, { token: stage.tokens[actor] })
        const found = hiddenFrom(stage, actor, path).filter((secret) => answer.text.includes(secret))
        expect([path, actor, answer.status, found]).toEqual([path, actor, 200, []])
      }
    }
  })

  test('a user of two groups sees both, and nothing else of the account', async () => {
    const { account, group, otherGroup, device, otherDevice } = stage
    const hidden = await world.make.group(account, { name: 'Hidden from users of two groups' })
    const secret = await world.make.device(account, { name: 'Hidden boat', groups: [hidden.id] })
    const { token } = await world.make.user(account, { groupIds: [group.id, otherGroup.id] })
    const days = 'from=2026-01-01&to=2026-12-31'
    const paths = [
      ...['devices', 'fleet', 'groups', 'lastLocations', 'users', 'alerts', 'shares', 'geofences'],
      ...['drivers', 'drivers/unknownTags', 'fleet/dashboard', 'fuelEvents'],
      ...['trips', 'stops', 'visits', `summaries?by=device&${days}`, `summaries?by=group&${days}`],
    ]
    const texts = await Promise.all(
      paths.map(async (path) => (await world.call('GET', `/api/${path}`, { token })).text),
    )
    for (const { id } of [device, otherDevice]) expect(texts[0]).toContain(id)
    for (const text of texts) {
      for (const value of [hidden.id, secret.id, stage.admin.id, stage.geofence.id, stage.driver.id])
        expect(text).not.toContain(value)
    }
  })

  test('objects of another account cannot be linked to own ones', async () => {
    const { device, group, otherAccountDevice, otherAccountGroup, otherAccountUser } = stage
    const before = await readRows(world.superuser)
    const tried = [
      ['PATCH', `/api/groups/${otherAccountGroup.id}`, { devices: [device.id] }],
      ['PATCH', `/api/groups/${otherAccountGroup.id}`, [{ op: 'add', path: '/devices/-', value: device.id }]],
      [
        'PUT',
        `/api/groups/${otherAccountGroup.id}`,
        { name: 'x', devices: [otherAccountDevice.id, device.id] },
      ],
      ['PATCH', `/api/devices/${otherAccountDevice.id}`, { groups: [group.id] }],
      ['PUT', `/api/devices/${otherAccountDevice.id}`, { name: 'x', groups: [group.id] }],
      ['PATCH', `/api/users/${otherAccountUser.id}`, { groupIds: [group.id] }],
      ['PATCH', `/api/users/${otherAccountUser.id}`, { groupIds: [], deviceId: device.id }],
    ] as const
    for (const [method, path, body] of tried) {
      const answer = await world.call(method, path, { token: stage.tokens.otherAccount, body })
      expect([method, path, answer.status]).toEqual([method, path, 400])
    }
    expect(await readRows(world.superuser)).toEqual(before)
  })

  test('a user loses access to a group or device that is taken away', async () => {
    const { account, make } = { account: stage.account, make: world.make }
    const device = await make.device(account, { groups: [stage.group.id] })
    const user = await make.user(account, { groupIds: [stage.group.id] })
    const read = async () =>
      (await world.call('GET', `/api/devices/${device.id}`, { token: user.token })).status
    expect(await read()).toBe(200)
    await world.call('PATCH', `/api/devices/${device.id}`, { token: account.token, body: { groups: [] } })
    expect(await read()).toBe(404)
  })
})
