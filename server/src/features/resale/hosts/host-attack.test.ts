// What an attacker tries with hosts: the names of others and of the platform, and many calls at once.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveAsk } from '../../../../test/ask.ts'
import type { NameServer } from '../../../../test/name-server.ts'
import { openNameServer } from '../../../../test/name-server.ts'
import type { MadeReseller } from '../../../../test/resale.ts'
import { addVerifiedHost, because, makeReseller, reopen, suspend } from '../../../../test/resale.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { findVersion } from '../../../platform/sites/sites.queries.ts'
import type { ManagedNode } from '../resale.types.ts'
import { changeStatus } from '../reseller.api.ts'
import { getPlatform } from '../tree.api.ts'
import { createHostChecker } from './check.ts'
import { getHost } from './host.ts'

let world: World
let dns: NameServer
let platform: ManagedNode
beforeAll(async () => {
  dns = await openNameServer()
  world = await openWorld({
    RASTRO_PUBLIC_URL: 'https://track.platform.example',
    RASTRO_OTHER_HOSTS: 'api.platform.example',
    RASTRO_WEBHOOK_DNS_SERVERS: dns.address,
  })
  platform = await getPlatform(world.ctx)
})
afterAll(async () => {
  await world.close()
  await dns.close()
})

const own = '/api/resale/hosts'
const as = ({ staff }: MadeReseller, method: string, path: string, body?: unknown) =>
  world.call(method, path, { token: staff.token, body })
const serves = async (host: string) =>
  (await world.app.inject({ url: '/web/config.json', headers: { host } })).statusCode

async function add(reseller: MadeReseller, host: string): Promise<{ name: string; value: string }> {
  const { status, body, text } = await as(reseller, 'POST', own, { host })
  expect([status, text]).toEqual([201, text])
  return body.host.records.proof
}

test('of 50 checks at once one asks DNS', async () => {
  const reseller = await makeReseller(world)
  const host = 'many.alpha.example'
  await add(reseller, host)
  const checks = Array.from({ length: 50 }, () => as(reseller, 'POST', `${own}/${host}/check`))
  const statuses = (await Promise.all(checks)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(dns.queries.get(host)).toBe(1)
})

test('a check that is overtaken by another one undoes nothing', async () => {
  const reseller = await makeReseller(world)
  const host = 'slow.alpha.example'
  const { name, value } = await add(reseller, host)
  const early = await getHost(world.ctx, reseller, host)
  dns.texts.set(name, [value])
  const checker = createHostChecker(world.ctx)
  await checker.check(early)
  expect((await getHost(world.ctx, reseller, host)).state).toBe('verified')
  // It had asked before the record was there, and answers last.
  dns.texts.delete(name)
  await checker.check(early)
  expect(await getHost(world.ctx, reseller, host)).toMatchObject({ state: 'verified', failingSince: null })
})

test('the record of a removed host does not prove one that was added again', async () => {
  const reseller = await makeReseller(world)
  const host = 'again.alpha.example'
  const { name, value } = await add(reseller, host)
  const early = await getHost(world.ctx, reseller, host)
  dns.texts.set(name, [value])
  await as(reseller, 'DELETE', `${own}/${host}`)
  await add(reseller, host)
  await createHostChecker(world.ctx).check(early)
  expect((await getHost(world.ctx, reseller, host)).state).toBe('pending')
})

test('hosts of a blocked reseller, and of those below it, are not served and get no certificate', async () => {
  const reseller = await makeReseller(world)
  const below = await makeReseller(world, { parentId: reseller.id })
  const other = await makeReseller(world)
  const hosts = ['blocked.alpha.example', 'below.alpha.example', 'other.alpha.example']
  await addVerifiedHost(world, reseller.id, hosts[0]!)
  await addVerifiedHost(world, below.id, hosts[1]!)
  await addVerifiedHost(world, other.id, hosts[2]!)
  const { port, stop } = await serveAsk(world)
  const look = async () => {
    await world.ctx.sites.refresh()
    const asked = hosts.map(
      async (host) => (await fetch(`http://127.0.0.1:${port}/ask?domain=${host}`)).status,
    )
    return [await Promise.all(hosts.map(serves)), await Promise.all(asked)]
  }
  const served = [200, 200, 200]
  expect(await look()).toEqual([served, served])
  // Its customers are not to suffer from what it owes.
  await suspend(world, platform, reseller.id, true)
  expect(await look()).toEqual([served, served])

  const before = await findVersion(world.ctx.db.directory)
  await changeStatus(world.ctx, platform, reseller.id, { status: 'blocked', withCustomers: true, ...because })
  // Other processes read hosts again.
  expect(await findVersion(world.ctx.db.directory)).not.toBe(before)
  expect(await look()).toEqual([
    [421, 421, 200],
    [404, 404, 200],
  ])
  await reopen(world, platform, reseller.id)
  expect(await look()).toEqual([served, served])
  await stop()
})

test('a name that the operator gives the platform is not that of a reseller that had it before', async () => {
  const reseller = await makeReseller(world)
  // Before it was in the configuration.
  await addVerifiedHost(world, reseller.id, 'api.platform.example')
  expect(world.ctx.sites.find('api.platform.example')).toBe(world.ctx.sites.platform)
})

test('of hosts that are chosen for links at once one is, and no call fails', async () => {
  const reseller = await makeReseller(world)
  const hosts = ['a.home.example', 'b.home.example', 'c.home.example']
  for (const host of hosts) await addVerifiedHost(world, reseller.id, host)
  const choose = (host: string) => as(reseller, 'PUT', `${own}/${host}`, { isHome: true, servesDocs: false })
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => choose(hosts[index % 3]!)))
  // A busy server may refuse some of them for a moment.
  expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
  const { body } = await as(reseller, 'GET', own)
  expect(body.hosts.filter(({ isHome }: { isHome: boolean }) => isHome)).toHaveLength(1)
})

test.each([
  'gps.alpha.example%00.evil.example',
  'gps.alpha.example\u0000',
  'evil.example#@gps.alpha.example',
  'http://gps.alpha.example',
  'gps.alpha.example:8443',
  '[::1]',
  '0x7f000001',
  'gps..example',
  '-gps.alpha.example',
  'gps.alpha.example/../x',
])('refuses the name %j', async (host) => {
  const reseller = await makeReseller(world)
  expect((await as(reseller, 'POST', own, { host })).status).toBe(400)
  expect((await as(reseller, 'GET', own)).body.hosts).toEqual([])
})
