import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runRastro } from '../../test/processes.ts'
import { ConfigError, mapOrigins, maskSecrets, readConfig } from './config.ts'

const dir = mkdtempSync(join(tmpdir(), 'rastro-config-'))
afterAll(() => rmSync(dir, { recursive: true }))

const secret = 'a secret that is long enough to be one'
const enough = {
  RASTRO_DATABASE_URL: 'postgresql://rastro_app:dbpass@db.example:5432/rastro',
  RASTRO_NATS_URL: 'nats://rastro:natspass@nats.example:4222',
  RASTRO_SECRET: secret,
}

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).faults
  }
}

describe('the configuration', () => {
  test('requires three settings and has defaults for the rest', () => {
    const config = readConfig(enough)
    expect(config).toMatchObject({
      mode: 'development',
      http: { port: 8080, publicUrl: 'http://localhost:8080' },
      access: { tokenMinutes: 60 },
    })
  })

  test('has the port in its own URL, unless a public one is set', () => {
    const { http, access } = readConfig({ ...enough, RASTRO_HTTP_PORT: '9090' })
    expect([http.publicUrl, access.issuer]).toEqual(['http://localhost:9090', 'http://localhost:9090'])
    const set = readConfig({ ...enough, RASTRO_HTTP_PORT: '9090', RASTRO_PUBLIC_URL: 'https://a.example' })
    expect(set.http.publicUrl).toBe('https://a.example')
  })

  test('reports all errors at once', () => {
    const faults = faultsOf({
      RASTRO_MODE: 'prod',
      RASTRO_PUBLIC_URL: 'ftp://rastro.example',
      RASTRO_HTTP_PORT: '80800',
      RASTRO_DATABASE_POOL_SIZE: 'many',
      RASTRO_TOKEN_MINUTES: '4',
      RASTRO_NATS_URL: 'not a url',
      RASTRO_SECRET: 'short',
    })
    expect(faults).toEqual([
      'RASTRO_MODE is "prod", but must be one of development, production',
      'RASTRO_HTTP_PORT is "80800", but must be a whole number from 0 to 65535',
      'RASTRO_PUBLIC_URL must begin with http:// or https://',
      'RASTRO_DATABASE_URL is not set',
      'RASTRO_DATABASE_POOL_SIZE is "many", but must be a whole number from 1 to 200',
      expect.stringContaining('RASTRO_NATS_URL is not a URL'),
      expect.stringContaining('RASTRO_NATS_URL is not a URL'),
      expect.stringContaining('RASTRO_NATS_URL is not a URL'),
      'RASTRO_SECRET must have at least 32 characters',
      'RASTRO_TOKEN_MINUTES is "4", but must be a whole number from 5 to 1440',
    ])
    expect(() => readConfig({})).toThrow(ConfigError)
  })

  test('supports several database servers, and masks their password', () => {
    const url = 'postgres://rastro_app:word@one:5432,two:5433/rastro'
    const config = readConfig({ ...enough, RASTRO_DATABASE_URL: url })
    expect(config.db.databaseUrl).toBe(url)
    expect(maskSecrets(config)).toMatchObject({
      db: { databaseUrl: 'postgres://rastro_app:(set)@one:5432,two:5433/rastro' },
    })
    expect(faultsOf({ ...enough, RASTRO_DATABASE_URL: 'postgres://one:5432,two:x/rastro' })).toEqual([
      'RASTRO_DATABASE_URL is not a URL',
    ])
  })

  test('reads prices in millionths, and requires one for every telephone number', () => {
    const { spending } = readConfig({
      ...enough,
      RASTRO_EMAIL_PRICE: '0.0004',
      RASTRO_SMS_PRICES: '*=0.08, +34=0.045 +351=1',
    })
    expect(spending.prices).toEqual({
      email: 400,
      smsPrefixes: ['', '+34', '+351'],
      smsPrices: [80_000, 45_000, 1_000_000],
      whatsapp: 0,
      voice: 0,
    })
    expect(faultsOf({ ...enough, RASTRO_SMS_PRICES: '+34=0.045' })).toEqual([
      'RASTRO_SMS_PRICES lacks a price for *',
    ])
    expect(faultsOf({ ...enough, RASTRO_SMS_PRICES: '*=0.0000001' })).toHaveLength(1)
    expect(faultsOf({ ...enough, RASTRO_SMS_PRICES: '34=0.05,*=1' })).toHaveLength(1)
    expect(faultsOf({ ...enough, RASTRO_EMAIL_PRICE: '-1', RASTRO_CURRENCY: 'euro' })).toHaveLength(2)
  })

  test('of map providers must be known and have their keys', () => {
    const faults = faultsOf({
      ...enough,
      RASTRO_MAP_PROVIDERS: 'openfreemap,googel maptiler',
      RASTRO_MAP_PROVIDER_KEYS: "stadia=abc maptiler='onload",
    })
    expect(faults).toEqual([
      'RASTRO_MAP_PROVIDER_KEYS must be like maptiler=KEY,stadia=KEY',
      expect.stringContaining('RASTRO_MAP_PROVIDERS has "googel", but must be of openfreemap, protomaps'),
      'RASTRO_MAP_PROVIDERS has "maptiler", but RASTRO_MAP_PROVIDER_KEYS has no key for it',
    ])
    const { web } = readConfig({
      ...enough,
      RASTRO_MAP_PROVIDERS: 'maptiler,sentinel-2',
      RASTRO_MAP_PROVIDER_KEYS: 'maptiler=abc',
    })
    expect(web.providers.map(({ url }) => url)).toEqual([
      'https://api.maptiler.com/maps/streets-v2/style.json?key=abc',
      expect.stringContaining('s2cloudless_3857'),
    ])
    expect(mapOrigins(web)).toEqual(['https://api.maptiler.com', 'https://tiles.maps.eox.at'])
  })

  test('of links to other maps must be known', () => {
    expect(faultsOf({ ...enough, RASTRO_OPEN_IN: 'osm,bing' })).toEqual([
      'RASTRO_OPEN_IN has "bing", but must be of osm, google, apple, waze, geo',
    ])
    expect(readConfig({ ...enough, RASTRO_OPEN_IN: 'waze, osm, waze' }).web.openIn).toEqual(['waze', 'osm'])
    expect(readConfig(enough).web.openIn).toEqual([])
  })

  test('of a custom basemap requires its URL and valid origins', () => {
    const faults = faultsOf({
      ...enough,
      RASTRO_BASEMAP_KIND: 'raster',
      RASTRO_BASEMAP_ORIGINS: "https://tiles.example 'unsafe-inline'",
    })
    expect(faults).toEqual([
      'RASTRO_BASEMAP_URL is not set, but RASTRO_BASEMAP_KIND is "raster"',
      expect.stringContaining(`RASTRO_BASEMAP_ORIGINS has "'unsafe-inline'"`),
    ])
  })

  test('of a geocoder requires its URL, and a valid template', () => {
    expect(readConfig(enough).geocoding).toMatchObject({ kind: 'off', requestsPerSecond: 1, cacheHours: 24 })
    expect(faultsOf({ ...enough, RASTRO_GEOCODER_KIND: 'photon' })).toEqual([
      'RASTRO_GEOCODER_URL is not set, but RASTRO_GEOCODER_KIND is "photon"',
    ])
    const geocoder = {
      ...enough,
      RASTRO_GEOCODER_KIND: 'template',
      RASTRO_GEOCODER_URL: 'https://geo.example/',
    }
    expect(faultsOf(geocoder)).toEqual([
      'RASTRO_GEOCODER_TEMPLATE is not set, but RASTRO_GEOCODER_KIND is "template"',
    ])
    expect(faultsOf({ ...geocoder, RASTRO_GEOCODER_TEMPLATE: '{' })[0]).toBe(
      'RASTRO_GEOCODER_TEMPLATE is not JSON',
    )
    const template = { reverse: '/r?at={latitude},{longitude}', fields: { text: '/label' } }
    const RASTRO_GEOCODER_TEMPLATE_FILE = join(dir, 'template.json')
    writeFileSync(RASTRO_GEOCODER_TEMPLATE_FILE, JSON.stringify(template))
    expect(readConfig({ ...geocoder, RASTRO_GEOCODER_TEMPLATE_FILE }).geocoding).toMatchObject({
      geocoderUrl: 'https://geo.example',
      template: { reverse: template.reverse, results: [''], fields: { text: ['/label'], street: [] } },
    })
  })

  test.each(['0', '1001', '-1', '1e2', '.5', 'x'])('rejects %o requests per second', (text) => {
    expect(faultsOf({ ...enough, RASTRO_GEOCODER_REQUESTS_PER_SECOND: text })).toEqual([
      `RASTRO_GEOCODER_REQUESTS_PER_SECOND is "${text}", but must be a number from 0.01 to 1000`,
    ])
  })

  test('a contact cannot add a header', () => {
    expect(faultsOf({ ...enough, RASTRO_GEOCODER_CONTACT: 'a@b.example\r\nx-evil: 1' })).toHaveLength(1)
    expect(faultsOf({ ...enough, RASTRO_GEOCODER_CONTACT: 'ñ@b.example' })).toHaveLength(1)
  })

  test.each(['1.5', '1e9', '0x10', 'NaN', '-1', '٣', ' '])('rejects %o as a number', (text) => {
    const faults = faultsOf({ ...enough, RASTRO_HTTP_PORT: text })
    // Only spaces means not set.
    expect(faults.length).toBe(text.trim() ? 1 : 0)
  })

  test.each(['nowhere', '192.0.2.0/33', '192.0.2.0/x', '192.0.2.0/', '2001:db8::/129', '300.1.1.1'])(
    'rejects %o as a network',
    (network) => {
      const names = [
        'RASTRO_DIRECTIP_NETWORKS',
        'RASTRO_GATEWAY_SHARED_NETWORKS',
        'RASTRO_WEBHOOK_ALLOWED_NETWORKS',
        'RASTRO_GEOCODER_ALLOWED_NETWORKS',
      ]
      for (const name of names) {
        const faults = faultsOf({ ...enough, [name]: `127.0.0.1,${network}` })
        expect(faults).toEqual([`${name} has "${network}", which is not a network like 10.1.0.0/16`])
      }
    },
  )

  test('reports errors without secrets', () => {
    const faults = faultsOf({
      RASTRO_DATABASE_URL: 'mysql://user:dbpass@db.example/rastro',
      RASTRO_NATS_URL: 'nats://rastro:natspass@[broken',
      RASTRO_SECRET: 'too-short-secret',
    })
    expect(faults.length).toBe(3)
    expect(faults.join()).not.toMatch(/dbpass|natspass|too-short/)
  })

  test('is frozen', () => {
    const config = readConfig(enough)
    expect(() => Object.assign(config.access, { tokenMinutes: 1 })).toThrow(TypeError)
    expect(() => Object.assign(config, { mode: 'production' })).toThrow(TypeError)
  })

  test('reads the secret from a file', () => {
    const file = join(dir, 'secret')
    writeFileSync(file, `${secret}\n`)
    const { RASTRO_SECRET: _, ...rest } = enough
    expect(readConfig({ ...rest, RASTRO_SECRET_FILE: file }).access.secret).toBe(secret)
    expect(faultsOf({ ...rest, RASTRO_SECRET_FILE: join(dir, 'missing') })).toEqual([
      expect.stringMatching(/^RASTRO_SECRET_FILE cannot be read: ENOENT/),
    ])
    writeFileSync(file, 'short')
    expect(faultsOf({ ...rest, RASTRO_SECRET_FILE: file })).toEqual([
      'RASTRO_SECRET must have at least 32 characters',
    ])
  })

  test('reads URLs with passwords from files, and treats an empty file as not set', () => {
    const fileOf = (name: string, text: string) => {
      writeFileSync(join(dir, name), text)
      return join(dir, name)
    }
    const inFiles = {
      RASTRO_DATABASE_URL_FILE: fileOf('database-url', `${enough.RASTRO_DATABASE_URL}\n`),
      RASTRO_NATS_URL_FILE: fileOf('nats-url', 'nats://rastro:one@a:4222,nats://rastro:one@b:4222\n'),
      RASTRO_SMTP_URL_FILE: fileOf('smtp-url', '\n'),
      RASTRO_SMS_HTTP_SECRET_FILE: fileOf('sms-secret', ''),
      RASTRO_SECRET: secret,
    }
    const { db, bus, notifications } = readConfig(inFiles)
    expect(db.databaseUrl).toBe(enough.RASTRO_DATABASE_URL)
    expect(bus.natsUrls).toHaveLength(2)
    expect(notifications.smtpUrl).toBeUndefined()
    expect(notifications.smsHttp.secret).toBeUndefined()
    expect(faultsOf({ ...inFiles, RASTRO_DATABASE_URL_FILE: join(dir, 'missing') })).toEqual([
      expect.stringMatching(/^RASTRO_DATABASE_URL_FILE cannot be read: ENOENT/),
    ])
    expect(faultsOf({ ...inFiles, RASTRO_NATS_URL_FILE: fileOf('nats-url', '') })).toEqual([
      'RASTRO_NATS_URL is not set',
    ])
  })
})

describe('the masked configuration', () => {
  test.each([
    ['a plain secret', { RASTRO_SECRET: secret }, secret],
    [
      'a secret that could be an address',
      { RASTRO_SECRET: 'nats:0123456789-0123456789-0123456789' },
      '0123456789',
    ],
    ['the password of the database', {}, 'dbpass'],
    ['the password of NATS', {}, 'natspass'],
    [
      'the password of the owner',
      { RASTRO_DATABASE_OWNER_URL: 'postgres://o:ownerpass@db/rastro' },
      'ownerpass',
    ],
    [
      'the password of backups',
      { RASTRO_DATABASE_BACKUP_URL: 'postgres://b:backuppass@db/rastro' },
      'backuppass',
    ],
    [
      'a password in the query',
      { RASTRO_DATABASE_URL: 'postgres://db/r?user=u&password=inquery' },
      'inquery',
    ],
    [
      'a token instead of user and password',
      { RASTRO_NATS_URL: 'nats://natstoken@nats.example:4222' },
      'natstoken',
    ],
    ['a mail server’s password', { RASTRO_SMTP_URL: 'smtp://us:mailpass@mail.example' }, 'mailpass'],
    ['an SMS centre’s password', { RASTRO_SMPP_URL: 'smpp://us:smspass@sms.example:2775' }, 'smspass'],
    ['a provider’s secret', { RASTRO_SMS_HTTP_SECRET: 'providersecret' }, 'providersecret'],
    ['a provider’s key', { RASTRO_SMS_HTTP_URL: 'https://sms.example/?key=providerkey' }, 'providerkey'],
    ['a bot’s token', { RASTRO_TELEGRAM_TOKEN: '123456:telegramtoken-of-a-bot' }, 'telegramtoken'],
    ['a geocoder’s secret', { RASTRO_GEOCODER_SECRET: 'geocodersecret' }, 'geocodersecret'],
    ['a geocoder’s key', { RASTRO_GEOCODER_URL: 'https://geo.example/?key=geocoderkey' }, 'geocoderkey'],
    [
      'a key in a template',
      { RASTRO_GEOCODER_TEMPLATE: '{"reverse":"/r?key=templatekey","fields":{"text":"/t"}}' },
      'templatekey',
    ],
  ])('hides %s', (_, change, hidden) => {
    const shown = JSON.stringify(maskSecrets(readConfig({ ...enough, ...change })))
    expect(shown).not.toContain(hidden)
    expect(shown).toContain('(set)')
  })

  test('shows hosts and roles', () => {
    const shown = JSON.stringify(maskSecrets(readConfig(enough)))
    expect(shown).toContain('rastro_app')
    expect(shown).toContain('db.example:5432/rastro')
    expect(shown).toContain('nats.example:4222')
  })

  test('is printed by `rastro config`', async () => {
    const { code, stdout } = await runRastro(enough, 'config').ended
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual(maskSecrets(readConfig(enough)))
  })
})
