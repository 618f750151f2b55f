import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NameServer } from '../../../test/name-server.ts'
import { openNameServer } from '../../../test/name-server.ts'
import type { Receiver } from '../../../test/receiver.ts'
import { openReceiver } from '../../../test/receiver.ts'
import { testSettings } from '../../../test/world.ts'
import { readConfig } from '../../config/config.ts'
import type { Target } from '../../platform/outbound/guard.ts'
import { createGuard } from '../../platform/outbound/guard.ts'
import { createDestinations } from './destinations.ts'
import { createHttpClient } from './http-client.ts'

let names: NameServer
/** Must not be reachable, on a port that webhooks may use. */
let inside: Receiver
let insideV6: Receiver | undefined
/** Counts as public in these tests, though it is on this machine. */
let outside: Receiver
const outsideAddress = '127.0.0.2'

beforeAll(async () => {
  names = await openNameServer()
  inside = await openReceiver()
  insideV6 = await openReceiver({ address: '::1', port: inside.port }).catch(() => undefined)
  outside = await openReceiver({ address: outsideAddress, port: inside.port })
})
afterAll(async () => {
  for (const one of [inside, insideV6, outside, names]) await one?.close()
})
beforeEach(() => {
  names.answers.clear()
  names.queries.clear()
})

function senderWith(settings: Record<string, string> = {}) {
  return createHttpClient(contextWith(settings))
}

function contextWith(settings: Record<string, string> = {}) {
  return {
    config: readConfig({
      ...testSettings,
      RASTRO_DATABASE_URL: 'postgres://nobody/none',
      RASTRO_NATS_URL: 'nats://nobody',
      RASTRO_WEBHOOK_ALLOWED_NETWORKS: '',
      RASTRO_WEBHOOK_PORTS: String(inside.port),
      RASTRO_WEBHOOK_DNS_SERVERS: names.address,
      RASTRO_WEBHOOK_TIMEOUT_SECONDS: '1',
      ...settings,
    }),
  }
}
const request = { headers: { 'content-type': 'application/json' }, body: '{"secret":true}' }
const brokerRequest = {
  ...request,
  body: '{"id":"evt_1","type":"alert.raised"}',
  webhookId: 'whk_1',
  credentials: { userName: 'user', password: 'secret' },
}
const insideConnections = () => inside.connections() + (insideV6?.connections() ?? 0)

/**
 * `:P` becomes the port that webhooks may use and that the inside listens on. All of them lead to this machine: if the
 * guard fails, the test must not reach anything else.
 */
const urls = [
  // IPv4, in every spelling.
  'https://127.0.0.1:P/',
  'https://127.1:P/',
  'https://127.0.1:P/',
  'https://2130706433:P/',
  'https://0x7f000001:P/',
  'https://0x7f.1:P/',
  'https://0x7f.0x0.0x0.0x1:P/',
  'https://0177.0.0.1:P/',
  'https://0177.1:P/',
  'https://017700000001:P/',
  'https://127.0.0.1.:P/',
  'https://127.255.255.254:P/',
  'https://①②⑦.⓪.⓪.①:P/',
  'https://１２７.０.０.１:P/',
  'https://127。0。0。1:P/',
  'https://%31%32%37.0.0.1:P/',
  'https:127.0.0.1:P/',
  'https:\\\\127.0.0.1:P\\',
  'https:///127.0.0.1:P/',
  'https://0:P/',
  'https://0.0.0.0:P/',
  // IPv6.
  'https://[::1]:P/',
  'https://[0:0:0:0:0:0:0:1]:P/',
  'https://[::]:P/',
  'https://[::ffff:127.0.0.1]:P/',
  'https://[::ffff:7f00:1]:P/',
  'https://[0:0:0:0:0:ffff:127.0.0.1]:P/',
  // Names.
  'https://localhost:P/',
  'https://localhost.:P/',
  'https://LOCALHOST:P/',
  'https://inside.example:P/',
  'https://inside.example.:P/',
  'https://inside6.example:P/',
  'https://both-inside.example:P/',
  'https://nothing.example:P/',
  'https://mapped.example:P/',
  'https://127.0.0.1.inside.example:P/',
  'https://unknown.example:P/',
  'https://example.com@127.0.0.1:P/',
  'https://user:word@outside.example:P/',
  'https://127.0.0.1:P@127.0.0.1:P/',
  'https://[::1]:P#@outside.example/',
  'https://127.0.0.1%00.outside.example:P/',
  // Ports and forms.
  'http://127.0.0.1:P/',
  'http://inside.example:P/',
  'https://127.0.0.1:22/',
  'https://outside.example:5432/',
  'ftp://127.0.0.1:P/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:P/',
  'javascript:fetch("//127.0.0.1:P")',
  'unix:/run/postgresql/.s.PGSQL.5432',
  '//127.0.0.1:P/',
  '',
] as const
/** Nothing connects to these: they are only classified. */
const elsewhere = [
  // Private, shared, link-local, metadata, reserved.
  'https://0.1.2.3:P/',
  'https://10.0.0.1:P/',
  'https://012.1.2.3:P/',
  'https://167772161:P/',
  'https://172.16.0.1:P/',
  'https://172.31.255.255:P/',
  'https://192.168.0.1:P/',
  'https://0300.0250.1:P/',
  'https://100.64.0.1:P/',
  'https://100.100.100.200:P/',
  'https://169.254.169.254:P/latest/meta-data/',
  'https://2852039166:P/',
  'https://0xa9fea9fe:P/',
  'https://168.63.129.16:P/',
  'https://192.0.0.192:P/',
  'https://192.0.2.1:P/',
  'https://192.88.99.1:P/',
  'https://198.51.100.1:P/',
  'https://203.0.113.1:P/',
  'https://198.18.0.1:P/',
  'https://224.0.0.1:P/',
  'https://240.0.0.1:P/',
  'https://255.255.255.255:P/',
  // IPv6, and IPv4 hidden in it.
  'https://[::ffff:0:127.0.0.1]:P/',
  'https://[::127.0.0.1]:P/',
  'https://[64:ff9b::127.0.0.1]:P/',
  'https://[64:ff9b::a9fe:a9fe]:P/',
  'https://[64:ff9b:1::a00:1]:P/',
  'https://[2002:7f00:1::]:P/',
  'https://[2002:a9fe:a9fe::1]:P/',
  'https://[2001:0:7f00:1::]:P/',
  'https://[2001:db8::1]:P/',
  'https://[100::1]:P/',
  'https://[fe80::1]:P/',
  'https://[fe80::1%25lo]:P/',
  'https://[fec0::1]:P/',
  'https://[fc00::1]:P/',
  'https://[fd00:ec2::254]:P/',
  'https://[ff02::1]:P/',
  'https://[::ffff:169.254.169.254]:P/',
  'https://[64:ff9b::7f00:1]:P/',
  'https://[2002:c0a8:1::]:P/',
  'https://[2001:10::1]:P/',
  'https://[3fff::1]:P/',
  'https://[5f00::1]:P/',
] as const
/** What names resolve to. */
const addressesElsewhere = [
  '169.254.169.254',
  '10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fe80::1',
  'fe80::1%eth0',
  'fd00::1',
] as const
const withPort = (url: string) => url.replaceAll(':P', `:${inside.port}`)

function setNames(): void {
  for (const name of ['localhost', 'inside.example']) names.answers.set(name, [['127.0.0.1']])
  names.answers.set('inside6.example', [['::1']])
  // Connecting to 0.0.0.0 reaches this machine too.
  names.answers.set('nothing.example', [['0.0.0.0', '::']])
  names.answers.set('mapped.example', [['::ffff:7f00:1']])
  names.answers.set('127.0.0.1.inside.example', [['127.0.0.1']])
  names.answers.set('both-inside.example', [['127.0.0.1', '::1', '127.0.0.3']])
}

describe('an inside address', () => {
  test.each(urls)('%s is not reached', async (url) => {
    setNames()
    const before = insideConnections()
    const sender = senderWith()
    const answer = await sender.post({ url: withPort(url), ...request })
    expect(answer.status).toBe(null)
    // Rejected by the client, not by a network without such an address.
    expect(answer.error).toMatch(/^the URL (is|must|resolves)|^the host name does not exist$/)
    expect(insideConnections() - before).toBe(0)
  })

  // A broker is another way to the same addresses.
  test.each(['mqtts', 'amqps'])('is not reached by %s', async (scheme) => {
    setNames()
    const before = insideConnections()
    const destinations = createDestinations(contextWith())
    const asBroker = (url: string) => `${withPort(url).replace(/^https:/, `${scheme}:`)}topic`
    for (const url of [...urls, ...elsewhere].filter((one) => one.startsWith('https:'))) {
      const answer = await destinations.deliver({ ...brokerRequest, url: asBroker(url) })
      expect(answer.error, url).toMatch(
        /^the URL (is|must|resolves|needs|has)|^the host name does not exist$/,
      )
    }
    destinations.stop()
    expect(insideConnections() - before).toBe(0)
  })

  test.each(elsewhere)('%s is refused before anything connects', (url) => {
    expect(senderWith().faultOf(withPort(url))).toMatch(/^(is not a URL|resolves to an address)/)
  })

  test.each(addressesElsewhere)('a name may not resolve to %s', (address) => {
    const guard = createGuard({ allowedNetworks: [], publicPorts: 'any', dnsServers: [], who: 'webhooks' })
    const target = guard.targetOf('https://name.example/')
    expect(target).toMatchObject({ host: 'name.example' })
    expect((target as Target).mayReach('203.0.114.1')).toBe(true)
    expect((target as Target).mayReach(address)).toBe(false)
  })

  test('is not revealed in the error', async () => {
    setNames()
    const { error } = await senderWith().post({ url: withPort('https://inside.example:P/'), ...request })
    expect(error).toBe('the URL resolves to an address that webhooks may not reach')
  })

  test('would be reached without the check', async () => {
    setNames()
    const before = insideConnections()
    const sender = senderWith({ RASTRO_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8 ::1/128' })
    for (const url of urls) await sender.post({ url: withPort(url), ...request })
    expect(insideConnections() - before).toBeGreaterThan(20)
    for (const scheme of ['mqtts', 'amqps']) {
      const destinations = createDestinations(contextWith({ RASTRO_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }))
      const known = insideConnections()
      await destinations.deliver({ ...brokerRequest, url: withPort(`${scheme}://127.0.0.1:P/topic`) })
      destinations.stop()
      expect(insideConnections() - known).toBe(1)
    }
  })
})

describe('a name that changes its address', () => {
  const name = 'rebind.example'
  const url = () => withPort(`http://${name}:P/`)
  const sender = () => senderWith({ RASTRO_WEBHOOK_ALLOWED_NETWORKS: `${outsideAddress}/32` })

  test('reaches the outside address, then nothing', async () => {
    names.answers.set(name, [[outsideAddress], ['127.0.0.1']])
    const { post, faultOf } = sender()
    const before = insideConnections()
    expect(faultOf(url())).toBe(undefined)
    expect(await post({ url: url(), ...request })).toMatchObject({ status: 204 })
    for (let again = 0; again < 20; again += 1) {
      expect(await post({ url: url(), ...request })).toMatchObject({ status: null })
    }
    expect(insideConnections() - before).toBe(0)
    expect(names.queries.get(name)).toBe(21)
  })

  test('is resolved once per connection, so that the checked address is used', async () => {
    names.answers.set(name, [[outsideAddress], ['127.0.0.1'], [outsideAddress], ['127.0.0.1']])
    const { post } = sender()
    const before = insideConnections()
    const statuses: (number | null)[] = []
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await post({ url: url(), ...request })).status)
    expect(statuses).toEqual([204, null, 204, null])
    expect(insideConnections() - before).toBe(0)
  })

  test('uses only outside addresses of several', async () => {
    names.answers.set(name, [['127.0.0.1', outsideAddress, '::1']])
    const before = insideConnections()
    expect(await sender().post({ url: url(), ...request })).toMatchObject({ status: 204 })
    names.answers.set(name, [['127.0.0.1', '127.0.0.3', '::1']])
    expect(await sender().post({ url: url(), ...request })).toMatchObject({ status: null })
    expect(insideConnections() - before).toBe(0)
  })
})

test.each([301, 302, 303, 307, 308])('a redirect with %d to the inside is not followed', async (status) => {
  const before = insideConnections()
  outside.behaviour = () => ({ status, headers: { location: `http://127.0.0.1:${inside.port}/` } })
  const { post } = senderWith({ RASTRO_WEBHOOK_ALLOWED_NETWORKS: `${outsideAddress}/32` })
  const answer = await post({ url: outside.url, ...request })
  outside.behaviour = 204
  expect(answer).toMatchObject({ status, error: 'redirects are not followed' })
  expect(insideConnections() - before).toBe(0)
})

test('the inside receiver listens where the table points', async () => {
  const before = inside.connections()
  const connection = connect(inside.port, '127.0.0.1')
  await new Promise((resolve) => connection.on('connect', resolve))
  connection.destroy()
  await expect.poll(() => inside.connections()).toBe(before + 1)
})
