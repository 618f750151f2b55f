// A provider that is slow, fails, lies or attacks.

import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AskedOfGeocoder, FakeGeocoder } from '../../../test/fake-geocoder.ts'
import { openFakeGeocoder, photonAnswer, photonFeature, sendJson } from '../../../test/fake-geocoder.ts'
import { testSettings } from '../../../test/world.ts'
import { readConfig } from '../../config/config.ts'
import { createLog } from '../../platform/observability/log.ts'
import { addressAt, checkGeocoder, searchAddresses } from './geocoding.api.ts'

const outsideAddress = '127.0.0.2'
let provider: FakeGeocoder
/** On this machine, as PostgreSQL and NATS are. Must not be reached. */
let inside: FakeGeocoder
/** By this file itself. */
let connectionsToInside = 0
const lines: string[] = []

beforeAll(async () => {
  provider = await openFakeGeocoder(outsideAddress)
  inside = await openFakeGeocoder('127.0.0.1', provider.port)
})
afterAll(() => Promise.all([provider.close(), inside.close()]))
beforeEach(() => {
  provider.behaviour = undefined
  provider.asked.length = 0
  lines.length = 0
})
afterEach(() => {
  expect(inside.connections()).toBe(connectionsToInside)
  expect(lines.join()).not.toContain(key)
})

const key = 'k3y-of-the-operator'
const me = { accountId: 1 }

function contextWith(settings: Record<string, string> = {}) {
  const config = readConfig({
    ...testSettings,
    RASTRO_DATABASE_URL: 'postgres://nobody/none',
    RASTRO_NATS_URL: 'nats://nobody',
    RASTRO_GEOCODER_KIND: 'photon',
    RASTRO_GEOCODER_URL: `${provider.url}?key={key}`,
    // Counts as public in these tests, though it is on this machine.
    RASTRO_GEOCODER_ALLOWED_NETWORKS: `${outsideAddress}/32`,
    RASTRO_GEOCODER_REQUESTS_PER_SECOND: '1000',
    RASTRO_GEOCODER_TIMEOUT_SECONDS: '2',
    RASTRO_GEOCODER_SECRET: key,
    ...settings,
  })
  return {
    config,
    log: createLog('debug', { write: (line: string) => lines.push(line) }),
    now: () => new Date(),
  }
}

const at = ({ query }: AskedOfGeocoder) => ({
  latitude: Number(query.get('lat')),
  longitude: Number(query.get('lon')),
})
const raw =
  (text: string | Buffer, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text)
  }
/** Writes for ever, as fast as it is read. */
const endless = (chunk: string) => (response: ServerResponse) => {
  response.writeHead(200)
  const write = () => {
    let isRead = true
    while (isRead && !response.destroyed) isRead = response.write(chunk)
    response.once('drain', write)
  }
  write()
}

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const beganAt = performance.now()
  const result = await work
  return [result, performance.now() - beganAt]
}

describe('unusable answers', () => {
  const malicious: [string, string, FakeGeocoder['behaviour']][] = [
    ['a status 500', 'answered 500', (response) => response.writeHead(500).end('{}')],
    ['a pause', 'answered 503', (response) => response.writeHead(503, { 'retry-after': '5' }).end()],
    ['no JSON', 'is not JSON', raw('<html>Welcome</html>')],
    ['an error with status 200', 'is not in the format', raw('{"message":"over quota"}')],
    ['features that are no list', 'is not in the format', raw('{"features":{"length":1e9}}')],
    [
      'features of wrong types',
      'has no field of an address',
      raw('{"features":[null,7,"x",[],{"properties":7},{"properties":{"street":{}}}]}'),
    ],
    ['a prototype', 'is not in the format', raw('{"__proto__":{"features":[]},"constructor":{}}')],
    ['deep nesting', 'is not in the format', raw(`${'['.repeat(30_000)}${']'.repeat(30_000)}`)],
    ['a list without an end', 'is not JSON', raw('['.repeat(60_000))],
    ['an empty body', 'is not JSON', raw('')],
    [
      'half a body',
      'ended without an answer|is incomplete',
      (response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"features":[')
        setTimeout(() => response.destroy(), 20)
      },
    ],
    [
      'a body of 1 MB',
      'has more than 64 kB',
      (response, asked) => {
        const feature = photonFeature(at(asked), { padding: 'x'.repeat(1_000_000) })
        sendJson(response, photonAnswer([feature]))
      },
    ],
    ['an endless body', 'has more than 64 kB', endless('x'.repeat(16_384))],
    [
      'a gzip bomb',
      'is compressed',
      raw(gzipSync(Buffer.alloc(50_000_000, ' ')), { 'content-encoding': 'gzip' }),
    ],
    ['a small gzip body', 'is compressed', raw(gzipSync('{"features":[]}'), { 'content-encoding': 'gzip' })],
    [
      'huge headers',
      'HPE_HEADER_OVERFLOW',
      (response) => response.writeHead(200, { 'x-huge': 'x'.repeat(60_000) }).end('{}'),
    ],
    ['no HTTP', 'HPE_INVALID_CONSTANT', (response) => response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n')],
    ['a closed connection', 'ECONNRESET', (response) => response.destroy()],
  ]
  test.each(malicious)('%s', async (_, why, behaviour) => {
    provider.behaviour = behaviour
    const ctx = contextWith()
    const memoryBefore = process.memoryUsage().rss
    const [found, tookMs] = await timed(addressAt(ctx, me, 41.3532, -1.6431, 'es'))
    expect(found).toBe(null)
    expect(tookMs).toBeLessThan(700)
    expect(await checkGeocoder(ctx)).toMatch(new RegExp(why))
    expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(100_000_000)
    // The connection is closed, and nothing is kept.
    await expect.poll(() => provider.open()).toBe(0)
    provider.behaviour = undefined
    const isPaused = /503/.test(why)
    const again = await addressAt(ctx, me, 41.3532, -1.6431, 'es')
    expect(again?.street).toBe(isPaused ? undefined : 'Calle Mayor')
  })

  test.each([
    ['of another place', { latitude: 52.5, longitude: 13.4 }],
    ['of no place', { latitude: 'x' as never, longitude: null as never }],
    ['beyond the earth', { latitude: 1e9, longitude: -1e9 }],
  ])('an address %s', async (_, elsewhere) => {
    provider.behaviour = (response) => sendJson(response, photonAnswer([photonFeature(elsewhere)]))
    expect(await addressAt(contextWith(), me, 41.3532, -1.6431, 'es')).toBe(null)
  })

  test('more results than asked for, with markup and control characters', async () => {
    const evil = {
      street: '<script>alert(1)</script>\u0000\u202eMayor',
      city: '<b>'.repeat(400),
      name: 'x'.repeat(9_000),
    }
    const features = Array.from({ length: 40 }, () => photonFeature({ latitude: 1, longitude: 1 }, evil))
    provider.behaviour = (response) => sendJson(response, photonAnswer(features.slice(0, 6)))
    const found = await searchAddresses(contextWith(), me, 'Calle', 'es')
    expect(found?.length).toBe(5)
    expect(JSON.stringify(found)).not.toMatch(/[<>\p{Cc}\p{Cf}]/u)
    expect(JSON.stringify(found).length).toBeLessThan(5_000)
  })
})

describe('nothing inside is reached', () => {
  test.each([301, 302, 303, 307, 308])('by a redirect with %d', async (status) => {
    for (const location of [
      `http://127.0.0.1:${inside.port}/reverse`,
      `//127.0.0.1:${inside.port}/`,
      `http://localhost:${inside.port}/`,
      `http://[::ffff:127.0.0.1]:${inside.port}/`,
    ]) {
      provider.behaviour = (response) => response.writeHead(status, { location }).end()
      expect(await addressAt(contextWith(), me, 41.3532, -1.6431, 'es')).toBe(null)
      expect(await checkGeocoder(contextWith())).toBe(
        `the geocoder answered ${status}; redirects are not followed`,
      )
    }
    // Each was asked once, and nothing else.
    expect(provider.asked.length).toBe(8)
  })

  // Of this machine only: if the guard fails, the test must not reach anything else. webhooks/ssrf.test.ts has the other
  // networks.
  test.each([
    'http://127.0.0.1:P',
    'https://127.0.0.1:P',
    'http://localhost:P',
    'https://[::1]:P',
    'https://[::ffff:127.0.0.1]:P',
    'https://2130706433:P',
    'https://0.0.0.0:P',
    'https://user:word@127.0.0.2:P',
    'https://nominatim.example@127.0.0.1:P',
  ])('by the URL %s', async (url) => {
    const ctx = contextWith({ RASTRO_GEOCODER_URL: url.replace(':P', `:${inside.port}`) })
    expect(await addressAt(ctx, me, 41.3532, -1.6431, 'es')).toBe(null)
    expect(await checkGeocoder(ctx)).toMatch(
      /^the URL (must|resolves)|^the host name does not exist|ECONNREFUSED|ESERVFAIL|ETIMEOUT|no answer/,
    )
  })

  test('by accident: a private address must be allowed', async () => {
    const settings = { RASTRO_GEOCODER_URL: provider.url, RASTRO_GEOCODER_ALLOWED_NETWORKS: '' }
    expect(await checkGeocoder(contextWith(settings))).toBe('the URL must begin with https://')
    const secure = { ...settings, RASTRO_GEOCODER_URL: provider.url.replace('http:', 'https:') }
    expect(await checkGeocoder(contextWith(secure))).toBe(
      'the URL resolves to an address that lookups may not reach',
    )
    expect(provider.asked.length).toBe(0)
    expect(await checkGeocoder(contextWith())).toBe(undefined)
    expect(provider.asked.length).toBe(1)
  })
})

test('the inside listens where the redirects point', async () => {
  await fetch(`${inside.url}/reverse?lat=1&lon=1`)
  connectionsToInside += 1
})

describe('a slow provider', () => {
  test('delays a reader by 0.8 s, and the next finds the answer in the cache', async () => {
    provider.behaviour = (response, asked) => {
      setTimeout(() => sendJson(response, photonAnswer([photonFeature(at(asked))])), 1_100)
    }
    const ctx = contextWith()
    const [found, tookMs] = await timed(addressAt(ctx, me, 41.3532, -1.6431, 'es'))
    expect(found).toBe(null)
    expect(tookMs).toBeGreaterThan(790)
    expect(tookMs).toBeLessThan(950)
    await new Promise((resolve) => setTimeout(resolve, 500))
    const [again, againMs] = await timed(addressAt(ctx, me, 41.3532, -1.6431, 'es'))
    expect(again).toMatchObject({ street: 'Calle Mayor' })
    expect(againMs).toBeLessThan(50)
    expect(provider.asked.length).toBe(1)
  })

  test('that sends a byte now and then is given up', async () => {
    provider.behaviour = (response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    }
    const [found, tookMs] = await timed(addressAt(contextWith(), me, 41.3532, -1.6431, 'es'))
    expect([found, provider.open()]).toEqual([null, 1])
    expect(tookMs).toBeLessThan(950)
    await expect.poll(() => provider.open(), { timeout: 3_000 }).toBe(0)
  })

  test('delays a search by 1.5 s', async () => {
    provider.behaviour = () => {}
    const [found, tookMs] = await timed(searchAddresses(contextWith(), me, 'Calle Mayor', 'es'))
    expect(found).toBe(null)
    expect(tookMs).toBeLessThan(1_700)
  })
})

describe('a failing provider', () => {
  test('is not asked any more after five failures, for positions and texts apart', async () => {
    provider.behaviour = (response) => response.writeHead(500).end()
    const ctx = contextWith()
    for (let n = 0; n < 20; n += 1) await searchAddresses(ctx, me, `Calle ${n}`, 'es')
    expect(provider.asked.length).toBe(5)
    provider.behaviour = undefined
    expect(await searchAddresses(ctx, me, 'Calle', 'es')).toBe(null)
    // Texts that the provider fails on do not stop the lookups of positions.
    expect(await addressAt(ctx, me, 1, 1, 'es')).toMatchObject({ town: 'Calatayud' })
    expect(lines.length).toBe(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      operation: 'search',
      why: 'the geocoder answered 500',
      msg: 'geocoder fails, lookups paused',
    })
  })

  test('that hangs delays two readers of an account at a time, and five in all', async () => {
    provider.behaviour = () => {}
    const ctx = contextWith()
    const readers = Array.from({ length: 3 }, (_, account) =>
      Array.from({ length: 20 }, (_, n) => timed(addressAt(ctx, { accountId: account }, n, account, 'es'))),
    )
    for (const ofAccount of readers) {
      const waited = (await Promise.all(ofAccount)).map(([, tookMs]) => tookMs > 500)
      expect(waited.filter(Boolean).length).toBe(2)
    }
    // The provider has 2 s to answer, but five readers have waited in vain.
    const [found, tookMs] = await timed(addressAt(ctx, me, 50, 50, 'es'))
    expect(found).toBe(null)
    expect(tookMs).toBeLessThan(20)
    expect(provider.asked.length).toBe(6)
  })

  test('that asks for a pause gets it after one request', async () => {
    provider.behaviour = (response) => response.writeHead(429, { 'retry-after': '120' }).end()
    const ctx = contextWith()
    for (let n = 0; n < 5; n += 1) expect(await addressAt(ctx, me, n, n, 'es')).toBe(null)
    expect(provider.asked.length).toBe(1)
  })

  test('texts that it refuses stop nothing', async () => {
    provider.behaviour = (response) => response.writeHead(400).end()
    const ctx = contextWith()
    for (let n = 0; n < 10; n += 1) expect(await searchAddresses(ctx, me, `Calle ${n}`, 'es')).toBe(null)
    provider.behaviour = undefined
    expect(await searchAddresses(ctx, me, 'Calle', 'es')).toHaveLength(1)
  })
})

describe('an account that floods', () => {
  test('leaves a request to another account, and is answered at once itself', async () => {
    const ctx = contextWith({ RASTRO_GEOCODER_REQUESTS_PER_SECOND: '5' })
    let given = 0
    const [, tookMs] = await timed(
      Promise.all(
        Array.from({ length: 2_000 }, async (_, n) => {
          if (await addressAt(ctx, me, 10 + n / 1_000, 10, 'es')) given += 1
        }),
      ),
    )
    expect(given).toBeLessThanOrEqual(Math.ceil(tookMs / 1_000) * 4)
    expect(await addressAt(ctx, { accountId: 2 }, 1, 1, 'es')).toMatchObject({ town: 'Calatayud' })
    expect(provider.asked.length).toBe(given + 1)
  })

  test('shares the pace with another account from then on', async () => {
    const ctx = contextWith({ RASTRO_GEOCODER_REQUESTS_PER_SECOND: '5' })
    const given = { flooding: 0, other: 0 }
    const flood: Promise<void>[] = []
    const until = performance.now() + 5_000
    let n = 0
    while (performance.now() < until) {
      n += 1
      for (let time = 0; time < 20; time += 1) {
        const asked = addressAt(ctx, me, 10 + n / 1_000, time, 'es').then((one) => {
          if (one) given.flooding += 1
        })
        flood.push(asked)
      }
      if (await addressAt(ctx, { accountId: 2 }, 20 + n / 1_000, 10, 'es')) given.other += 1
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await Promise.all(flood)
    expect(given.other).toBeGreaterThanOrEqual(8)
    expect(given.flooding).toBeLessThanOrEqual(given.other * 1.5)
    expect(provider.asked.length).toBeLessThanOrEqual(5 * 6)
  })
})

test('no error and no line of the log has the key', async () => {
  const words: (string | undefined)[] = []
  for (const behaviour of [
    (response: ServerResponse) => response.writeHead(403).end(key),
    raw(key),
    raw(`{"features":"${key}"}`),
    (response: ServerResponse) => response.destroy(),
  ] as FakeGeocoder['behaviour'][]) {
    provider.behaviour = behaviour
    const ctx = contextWith()
    for (let n = 0; n < 6; n += 1) await addressAt(ctx, me, n, n, 'es')
    words.push(await checkGeocoder(ctx))
  }
  expect(words.every(Boolean)).toBe(true)
  expect(`${words.join()} ${lines.join()}`).not.toContain(key)
  expect(lines.length).toBe(4)
})
