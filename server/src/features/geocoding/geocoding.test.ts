import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FakeGeocoder } from '../../../test/fake-geocoder.ts'
import {
  nominatimPlace,
  openFakeGeocoder,
  photonAnswer,
  photonFeature,
  sendJson,
} from '../../../test/fake-geocoder.ts'
import { testSettings } from '../../../test/world.ts'
import { readConfig } from '../../config/config.ts'
import { createLog } from '../../platform/observability/log.ts'
import { addressAt, searchAddresses } from './geocoding.api.ts'

let provider: FakeGeocoder
beforeAll(async () => {
  provider = await openFakeGeocoder()
})
afterAll(() => provider.close())
afterEach(() => {
  provider.behaviour = undefined
  provider.asked.length = 0
})

const me = { accountId: 1 }
const other = { accountId: 2 }
const key = 'k3y-of-the-operator'

function contextWith(settings: Record<string, string> = {}) {
  const clock = { offsetMs: 0 }
  const lines: string[] = []
  const config = readConfig({
    ...testSettings,
    RASTRO_DATABASE_URL: 'postgres://nobody/none',
    RASTRO_NATS_URL: 'nats://nobody',
    RASTRO_GEOCODER_KIND: 'photon',
    RASTRO_GEOCODER_URL: provider.url,
    RASTRO_GEOCODER_ALLOWED_NETWORKS: '127.0.0.0/8',
    RASTRO_GEOCODER_REQUESTS_PER_SECOND: '1000',
    RASTRO_GEOCODER_SECRET: key,
    ...settings,
  })
  const log = createLog('debug', { write: (line: string) => lines.push(line) })
  return { config, log, now: () => new Date(Date.now() + clock.offsetMs), clock, lines }
}

const calatayud = {
  text: 'Calle Mayor 5, 50300 Calatayud',
  street: 'Calle Mayor',
  houseNumber: '5',
  postalCode: '50300',
  town: 'Calatayud',
  region: 'Aragón',
  country: 'España',
}

describe('off', () => {
  test('is the default: nothing is sent', async () => {
    const before = provider.connections()
    const ctx = contextWith({ RASTRO_GEOCODER_KIND: '' })
    expect(ctx.config.geocoding.kind).toBe('off')
    expect(await addressAt(ctx, me, 41.3532, -1.6431, 'es')).toBe(null)
    expect(await searchAddresses(ctx, me, 'Calle Mayor 5', 'es')).toBe(null)
    expect(provider.connections()).toBe(before)
  })
})

describe('Photon', () => {
  test('finds the address at a position', async () => {
    const ctx = contextWith({ RASTRO_GEOCODER_CONTACT: 'operator@example.com' })
    expect(await addressAt(ctx, me, 41.353_249, -1.643_149, 'es')).toEqual(calatayud)
    const [asked] = provider.asked
    expect(asked!.path).toBe('/reverse')
    expect(Object.fromEntries(asked!.query)).toMatchObject({ lat: '41.3532', lon: '-1.6431', limit: '1' })
    expect(asked!.query.has('lang')).toBe(false)
    expect(asked!.headers).toMatchObject({
      'accept-language': 'es',
      'accept-encoding': 'identity',
      'user-agent': expect.stringMatching(/^Rastro\/\d+\.\d+\.\d+ \(operator@example\.com\)$/),
      authorization: `Bearer ${key}`,
    })
    // Nothing else: no cookie, no referrer, no address of a client.
    expect(Object.keys(asked!.headers).sort()).toEqual([
      'accept',
      'accept-encoding',
      'accept-language',
      'authorization',
      'connection',
      'host',
      'user-agent',
    ])
  })

  test('knows streets without a house, and nothing at the South Pole', async () => {
    const ctx = contextWith()
    const street = { name: 'Autovía del Nordeste', type: 'street', osm_key: 'highway', street: undefined }
    provider.behaviour = (response) =>
      sendJson(
        response,
        photonAnswer([photonFeature({ latitude: 41, longitude: -1 }, { ...street, housenumber: undefined })]),
      )
    expect(await addressAt(ctx, me, 41, -1, 'es')).toMatchObject({
      street: 'Autovía del Nordeste',
      houseNumber: null,
      text: 'Autovía del Nordeste, 50300 Calatayud',
    })
    provider.behaviour = undefined
    expect(await addressAt(ctx, me, -89, 0, 'es')).toBe(null)
  })

  test('searches, preferring what is near', async () => {
    const ctx = contextWith()
    const near = { latitude: 41.358_31, longitude: -1.649 }
    expect(await searchAddresses(ctx, me, '  Calle Mayor 5, Ñ & ? # %  ', 'es', near)).toEqual([
      { address: calatayud, latitude: 41.36, longitude: -1.65 },
    ])
    const [asked] = provider.asked
    expect(asked!.path).toBe('/api')
    expect(asked!.query.get('q')).toBe('Calle Mayor 5, Ñ & ? # %')
    // The position is not needed more precisely.
    expect([asked!.query.get('lat'), asked!.query.get('lon')]).toEqual(['41.36', '-1.65'])
  })
})

describe('Nominatim', () => {
  const settings = { RASTRO_GEOCODER_KIND: 'nominatim' }

  test('finds the address at a position, or that there is none', async () => {
    const ctx = contextWith(settings)
    expect(await addressAt(ctx, me, 41.3532, -1.6431, 'pt')).toEqual(calatayud)
    expect(provider.asked[0]!.path).toBe('/reverse')
    expect(Object.fromEntries(provider.asked[0]!.query)).toMatchObject({ format: 'jsonv2', lat: '41.3532' })
    // More often than failures are tolerated: it is an answer.
    for (let n = 0; n < 8; n += 1) expect(await addressAt(ctx, me, -80 - n, 0, 'pt')).toBe(null)
    expect(provider.asked.length).toBe(9)
    expect(await addressAt(ctx, me, -80, 0, 'pt')).toBe(null)
    expect(provider.asked.length).toBe(9)
  })

  test('writes addresses as the country does, and finds villages', async () => {
    provider.behaviour = (response, { query }) =>
      sendJson(
        response,
        nominatimPlace(
          { latitude: Number(query.get('lat')), longitude: Number(query.get('lon')) },
          {
            house_number: '135',
            road: 'Pilkington Avenue',
            village: 'Wylde Green',
            town: undefined,
            country_code: 'gb',
            postcode: 'B72',
          },
        ),
      )
    const found = await addressAt(contextWith(settings), me, 52.548_74, -1.816_02, 'en')
    expect(found).toMatchObject({ text: '135 Pilkington Avenue, B72 Wylde Green', town: 'Wylde Green' })
  })

  test('searches around a position', async () => {
    const found = await searchAddresses(contextWith(settings), me, 'Calle Mayor', 'es', {
      latitude: 41.35,
      longitude: -1.64,
    })
    expect(found).toEqual([{ address: calatayud, latitude: 41.3532, longitude: -1.6431 }])
    expect(provider.asked[0]!.query.get('viewbox')).toBe('-2.14,40.85,-1.14,41.85')
  })

  test('with a key in its URL sends it there only', async () => {
    const ctx = contextWith({ ...settings, RASTRO_GEOCODER_URL: `${provider.url}/v1?key={key}` })
    expect(await addressAt(ctx, me, 41.3532, -1.6431, 'es')).toEqual(calatayud)
    expect(provider.asked[0]).toMatchObject({ path: '/v1/reverse' })
    expect(provider.asked[0]!.query.get('key')).toBe(key)
    expect(provider.asked[0]!.headers.authorization).toBe(undefined)
  })

  test('may answer 404 where nothing is', async () => {
    const ctx = contextWith(settings)
    provider.behaviour = (response) => sendJson(response, { error: 'Unable to geocode' }, 404)
    expect(await addressAt(ctx, me, 10, 10, 'es')).toBe(null)
    expect(await addressAt(ctx, me, 10, 10, 'es')).toBe(null)
    expect(provider.asked.length).toBe(1)
  })
})

describe('a template', () => {
  const settings = {
    RASTRO_GEOCODER_KIND: 'template',
    RASTRO_GEOCODER_TEMPLATE: JSON.stringify({
      reverse: '/v1/revgeocode?at={latitude},{longitude}&lang={language}&apiKey={key}',
      search: '/v1/geocode?q={query}&lang={language}&apiKey={key}',
      searchNear: '/v1/geocode?q={query}&at={latitude},{longitude}&apiKey={key}',
      results: ['/items', '/result/list'],
      fields: {
        text: '/address/label',
        street: '/address/street',
        houseNumber: '/address/houseNumber',
        postalCode: '/address/postalCode',
        town: ['/address/city', '/address/a~1b'],
        latitude: '/position/lat',
        longitude: '/position/lng',
      },
    }),
  }
  const item = (address: object) => ({ address, position: { lat: 41.3532, lng: -1.6431 } })

  test('describes the requests and answers of another provider', async () => {
    const ctx = contextWith(settings)
    provider.behaviour = (response) =>
      sendJson(response, {
        items: [item({ label: 'Calle Mayor, 5', street: 'Calle Mayor', 'a/b': 'Calatayud' })],
      })
    expect(await addressAt(ctx, me, 41.3532, -1.6431, 'es')).toEqual({
      text: 'Calle Mayor, 5',
      street: 'Calle Mayor',
      houseNumber: null,
      postalCode: null,
      town: 'Calatayud',
      region: null,
      country: null,
    })
    const [asked] = provider.asked
    expect([asked!.path, Object.fromEntries(asked!.query)]).toEqual([
      '/v1/revgeocode',
      { at: '41.3532,-1.6431', lang: 'es', apiKey: key },
    ])
    expect(asked!.headers.authorization).toBe(undefined)
  })

  test('encodes what users type', async () => {
    const ctx = contextWith(settings)
    provider.behaviour = (response) => sendJson(response, { result: { list: [item({ label: 'Calle' })] } })
    const text = 'a&apiKey=x#/../{key}%00{latitude}'
    expect(await searchAddresses(ctx, me, text, 'es')).toMatchObject([{ latitude: 41.3532 }])
    expect([provider.asked[0]!.path, Object.fromEntries(provider.asked[0]!.query)]).toEqual([
      '/v1/geocode',
      { q: text, lang: 'es', apiKey: key },
    ])
    await searchAddresses(ctx, me, 'Calle', 'es', { latitude: 41.3532, longitude: -1.6431 })
    expect(Object.fromEntries(provider.asked[1]!.query)).toEqual({
      q: 'Calle',
      at: '41.35,-1.64',
      apiKey: key,
    })
  })
})

describe('the cache', () => {
  test('answers for about 11 m, by language, until it expires', async () => {
    const ctx = contextWith({ RASTRO_GEOCODER_CACHE_HOURS: '2' })
    const ask = (latitude: number, language = 'es') => addressAt(ctx, me, latitude, -1.6431, language)
    await ask(41.353_21)
    expect(await ask(41.353_24)).toEqual(calatayud)
    expect(provider.asked.length).toBe(1)
    await ask(41.3533)
    await ask(41.3532, 'pt')
    expect(provider.asked.length).toBe(3)
    ctx.clock.offsetMs = 2 * 3_600_000 - 10_000
    await ask(41.3532)
    expect(provider.asked.length).toBe(3)
    ctx.clock.offsetMs += 20_000
    await ask(41.3532)
    expect(provider.asked.length).toBe(4)
  })

  test('is off with 0 hours', async () => {
    const ctx = contextWith({ RASTRO_GEOCODER_CACHE_HOURS: '0' })
    for (let n = 0; n < 3; n += 1) expect(await addressAt(ctx, me, 1, 1, 'es')).toEqual(calatayud)
    expect(provider.asked.length).toBe(3)
  })

  test('does not reveal where another account has looked', async () => {
    const ctx = contextWith()
    await addressAt(ctx, me, 41.3532, -1.6431, 'es')
    await addressAt(ctx, other, 41.3532, -1.6431, 'es')
    expect(provider.asked.length).toBe(2)
  })

  test('a lookup in flight is not made twice', async () => {
    const ctx = contextWith()
    const all = await Promise.all(Array.from({ length: 2 }, () => addressAt(ctx, me, 7, 7, 'es')))
    expect(all).toEqual([calatayud, calatayud])
    expect(provider.asked.length).toBe(1)
  })
})

describe('inputs', () => {
  test.each([
    [Number.NaN, 0],
    [0, Number.POSITIVE_INFINITY],
    [90.1, 0],
    [0, -180.1],
  ])('%d, %d is nowhere', async (latitude, longitude) => {
    expect(await addressAt(contextWith(), me, latitude, longitude, 'es')).toBe(null)
    expect(provider.asked.length).toBe(0)
  })

  test('a language cannot add a header', async () => {
    const ctx = contextWith()
    for (const language of ['es\r\nx-evil: 1', 'ñ', '', 'x'.repeat(500), '*'])
      expect(await addressAt(ctx, me, 1, 1, language)).toEqual(calatayud)
    expect(provider.asked.map(({ headers }) => headers['accept-language'])).toEqual(['en'])
  })

  test('a text is cut to 200 characters, and needs 3', async () => {
    const ctx = contextWith()
    expect(await searchAddresses(ctx, me, ' ab\u0000 ', 'es')).toBe(null)
    expect(provider.asked.length).toBe(0)
    await searchAddresses(ctx, me, `${'y'.repeat(199)}\ud83d\ude00${'z'.repeat(5_000)}`, 'es')
    expect(provider.asked[0]!.query.get('q')!.length).toBe(200)
  })
})
