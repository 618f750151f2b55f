import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOfAnswer, operations } from '../../../../test/contract/openapi.ts'
import type { NameServer } from '../../../../test/name-server.ts'
import { openNameServer } from '../../../../test/name-server.ts'
import type { MadeReseller } from '../../../../test/resale.ts'
import { makeReseller } from '../../../../test/resale.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { noteHosts } from './notices.ts'
import { checkDueHosts } from './worker.api.ts'

let world: World
let dns: NameServer
let alpha: MadeReseller
let beta: MadeReseller
beforeAll(async () => {
  dns = await openNameServer()
  world = await openWorld({
    RASTRO_PUBLIC_URL: 'https://track.platform.example',
    RASTRO_WEBHOOK_DNS_SERVERS: dns.address,
  })
  alpha = await makeReseller(world)
  beta = await makeReseller(world)
})
afterAll(async () => {
  await world.close()
  await dns.close()
})

const own = '/api/resale/hosts'
const dayMs = 86_400_000

async function call({ staff }: Pick<MadeReseller, 'staff'>, method: string, path: string, body?: unknown) {
  const answer = await world.call(method, path, { token: staff.token, body })
  const shape = path.replace(/hosts\/[^/]+/, 'hosts/{host}')
  const operation = operations.find((one) => one.method === method && one.path === shape)!
  expect(faultsOfAnswer(operation, answer), `${method} ${path}: ${answer.text}`).toEqual([])
  return answer
}

const add = (reseller: MadeReseller, host: string) => call(reseller, 'POST', own, { host })
/** As it is stored: tokens do not live as long as the test takes. */
async function stored() {
  const { rows } = await world.superuser.query(`select * from hosts where name = 'fleet.alpha.example'`)
  return rows[0]
}
const recheck = async (reseller: MadeReseller, host: string) => {
  world.clock.offsetMs += 6_000
  return (await call(reseller, 'POST', `${own}/${host}/check`)).body.host
}
const serves = (host: string) => world.app.inject({ url: '/web/config.json', headers: { host } })

test('a host is served from its proof in DNS on', async () => {
  const { status, body } = await add(alpha, 'Fleet.Alpha.EXAMPLE')
  expect([status, body.host.host, body.host.state]).toEqual([201, 'fleet.alpha.example', 'pending'])
  const { proof, target } = body.host.records
  expect([proof.type, proof.name]).toEqual(['TXT', '_rastro.fleet.alpha.example'])
  expect(target).toEqual({ type: 'CNAME', name: 'fleet.alpha.example', value: 'track.platform.example' })

  expect(await recheck(alpha, 'fleet.alpha.example')).toMatchObject({ state: 'pending', fault: 'no_record' })
  dns.texts.set(proof.name, ['rastro-host=of-somebody-else'])
  expect(await recheck(alpha, 'fleet.alpha.example')).toMatchObject({
    fault: 'other_record',
    leadsHere: false,
  })

  dns.texts.set(proof.name, ['v=spf1 -all', proof.value])
  dns.aliases.set(target.name, target.value)
  expect(await recheck(alpha, 'fleet.alpha.example')).toMatchObject({
    state: 'verified',
    fault: null,
    leadsHere: true,
    isHome: true,
  })
  expect((await serves('fleet.alpha.example')).statusCode).toBe(200)
  expect(world.ctx.sites.isVerified('fleet.alpha.example')).toBe(true)
})

test('an unknown host gets 421, but trackers and health checks are answered', async () => {
  const at = (url: string) => world.app.inject({ url, headers: { host: 'unknown.example' } })
  for (const url of [
    '/',
    '/web/config.json',
    '/api/account',
    '/session/sign-up',
    '/manifest.webmanifest',
    '/none',
  ]) {
    const answer = await at(url)
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 421, 'host.unknown'])
  }
  expect((await at('/healthz')).statusCode).toBe(200)
  expect((await at('/ingest/osmand?id=1')).statusCode).not.toBe(421)
})

test.each([
  ['localhost', 'is not a host name'],
  ['printer.local', 'is not a public name'],
  ['10.0.0.1', 'is not a host name'],
  ['*.alpha.example', 'is not a host name'],
  ['track.platform.example', 'belongs to the platform'],
  ['alpha.track.platform.example', 'belongs to the platform'],
  ['platform.example', 'belongs to the platform'],
  [`${'a.'.repeat(120)}example`, 'is not a host name'],
])('refuses %s', async (host, message) => {
  const { status, body } = await add(beta, host)
  expect([status, body.error]).toEqual([400, expect.stringContaining(message)])
})

test('an international name is stored in punycode', async () => {
  expect((await add(beta, 'münchen.beta.example')).body.host.host).toBe('xn--mnchen-3ya.beta.example')
})

test('the reseller that proves a name has it, and not the one that added it first', async () => {
  const first = (await add(alpha, 'gps.beta.example')).body.host
  const second = (await add(beta, 'gps.beta.example')).body.host
  expect(first.records.proof.value).not.toBe(second.records.proof.value)
  dns.texts.set('_rastro.gps.beta.example', [second.records.proof.value])
  expect((await recheck(alpha, 'gps.beta.example')).fault).toBe('other_record')
  expect((await recheck(beta, 'gps.beta.example')).state).toBe('verified')
  dns.texts.set('_rastro.gps.beta.example', [first.records.proof.value, second.records.proof.value])
  expect(await recheck(alpha, 'gps.beta.example')).toMatchObject({ state: 'pending', fault: 'taken' })
  // A reseller sees and changes its own row only.
  await call(alpha, 'DELETE', `${own}/gps.beta.example`)
  expect((await call(beta, 'GET', own)).body.hosts.map(({ host }: { host: string }) => host)).toContain(
    'gps.beta.example',
  )
})

test('a host lapses after 7 days without a proof, and its staff is notified before', async () => {
  const record = '_rastro.fleet.alpha.example'
  const values = dns.texts.get(record)!
  await noteHosts(world.ctx, 50)
  dns.texts.delete(record)
  world.clock.offsetMs += dayMs
  await checkDueHosts(world.ctx)
  await noteHosts(world.ctx, 50)
  await world.ctx.sites.refresh()
  expect((await serves('fleet.alpha.example')).statusCode).toBe(200)

  // Silence of DNS is no answer.
  world.clock.offsetMs += 8 * dayMs
  dns.isSilent = true
  await checkDueHosts(world.ctx)
  dns.isSilent = false
  expect(await stored()).toMatchObject({ state: 'verified', fault: 'dns_failed' })

  world.clock.offsetMs += dayMs
  await checkDueHosts(world.ctx)
  await noteHosts(world.ctx, 50)
  await world.ctx.sites.refresh()
  expect(await stored()).toMatchObject({ state: 'lapsed', is_home: false })
  expect((await serves('fleet.alpha.example')).statusCode).toBe(421)
  const { rows: changes } = await world.superuser.query(
    `select action from audit_log where account_id = $1 and action ~ 'host_(verified|failing|lapsed)' order by number`,
    [alpha.staff.accountId],
  )
  expect(changes.map(({ action }) => action)).toEqual([
    'resale.host_verified',
    'resale.host_failing',
    'resale.host_lapsed',
  ])
  const { rows: events } = await world.superuser.query(
    `select data from outbox where account_id = $1 and type = 'account.host_changed'`,
    [alpha.staff.accountId],
  )
  expect(events).toHaveLength(3)
  const { rows: mails } = await world.superuser.query(
    `select kind from identity_mails where account_id = $1 and kind = 'host-failing'`,
    [alpha.staff.accountId],
  )
  expect(mails).toHaveLength(2)

  dns.texts.set(record, values)
  world.clock.release()
  expect((await recheck(alpha, 'fleet.alpha.example')).state).toBe('verified')
}, 60_000)

test('limits: 5 new hosts a day, also after removing some', async () => {
  const gamma = await makeReseller(world)
  for (let index = 0; index < 5; index += 1) {
    expect((await add(gamma, `h${index}.gamma.example`)).status).toBe(201)
    await call(gamma, 'DELETE', `${own}/h${index}.gamma.example`)
  }
  const refused = await add(gamma, 'h6.gamma.example')
  expect([refused.status, refused.body.code]).toEqual([429, 'hosts.too_many_today'])
  expect((await call(gamma, 'GET', own)).body.hosts).toEqual([])
})

test('resellers below one reseller have a quarter of what the platform adds a day', async () => {
  const top = await makeReseller(world)
  const answers: number[] = []
  for (let dealer = 0; dealer < 6; dealer += 1) {
    const below = await makeReseller(world, { parentId: top.id })
    for (let index = 0; index < 5; index += 1)
      answers.push((await add(below, `h${index}.d${dealer}.zeta.example`)).status)
  }
  expect(answers).toEqual([...Array(25).fill(201), ...Array(5).fill(429)])
  expect((await add(await makeReseller(world), 'h.eta.example')).status).toBe(201)
})

test('of 64 parallel requests exactly as many are served as the limit has', async () => {
  const delta = await makeReseller(world)
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      world.call('POST', own, { token: delta.staff.token, body: { host: `h${index}.delta.example` } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
})

test('other accounts find no hosts, and standard users may not manage them', async () => {
  const other = await world.make.account()
  expect((await world.call('GET', own, { token: other.token })).status).toBe(404)
  const user = await world.make.user(alpha.staff)
  expect((await world.call('GET', own, { token: user.token })).status).toBe(403)
  expect((await call(beta, 'POST', `${own}/fleet.alpha.example/check`)).status).toBe(404)
})
