import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

const script = `console.log('${'map '.repeat(500)}')`
const basemap = Buffer.from(Array.from({ length: 10_000 }, (_, index) => index % 251))
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

let dir: string
let world: World
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rastro-web-'))
  for (const folder of ['assets', 'basemap', 'fonts']) mkdirSync(join(dir, folder))
  const write = (name: string, content: string | Buffer) => writeFileSync(join(dir, name), content)
  write('index.html', '<meta nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__"></script>')
  write('favicon.svg', '<svg/>')
  write('.hidden', 'secret')
  write('assets/app-1a2b.js', script)
  write('assets/app-1a2b.js.br', brotliCompressSync(script))
  write('assets/app-1a2b.js.gz', gzipSync(script))
  write('assets/plain-1a2b.css', 'body{}')
  write('basemap/world.pmtiles', basemap)
  write('fonts/0-255.pbf', 'glyphs')
  world = await openWorld({
    RASTRO_WEB_DIR: dir,
    RASTRO_PUBLIC_URL: 'https://rastro.example',
    RASTRO_FORMER_PUBLIC_URLS: 'https://old.example https://older.example:8443 https://rastro.example:8443',
    RASTRO_PRODUCT_NAME: 'Flota',
    RASTRO_GATEWAY_PORT: '5027',
    RASTRO_BASEMAP_KIND: 'style',
    RASTRO_BASEMAP_URL: 'https://maps.example/styles/bright.json?key=abc',
    RASTRO_BASEMAP_ATTRIBUTION: '© Example Maps',
    RASTRO_BASEMAP_ORIGINS: 'https://tiles.example/ https://maps.example',
  })
})
afterAll(async () => {
  await world.close()
  rmSync(dir, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  world.app.inject({ method: 'GET', url, headers })

describe('the page', () => {
  test.each(['/', '/devices', '/devices/dev_x/history?day=1', '/a/b/c.d', '/api-keys', '/nothing/'])(
    'is sent to browsers at %s',
    async (path) => {
      const answer = await get(path, browser)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(answer.headers['cache-control']).toMatch(/^no-/)
      expect(answer.body).toContain('<script nonce=')
    },
  )

  test('has a new nonce in every response, the same in the page and in the policy', async () => {
    const answers = await Promise.all([get('/', browser), get('/devices', browser)])
    const nonces = answers.map(({ body, headers }) => {
      const [, nonce = ''] = /<meta nonce="([^"]{24,})">/.exec(body) ?? []
      expect(body).toBe(`<meta nonce="${nonce}"><script nonce="${nonce}"></script>`)
      const policy = String(headers['content-security-policy']).split('; ')
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`)
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
      return nonce
    })
    expect(new Set(nonces).size).toBe(2)
  })

  test('loads only from this server and the configured maps, and cannot be framed', async () => {
    const { headers } = await get('/', browser)
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toEqual([
      `default-src 'none'`,
      expect.stringContaining('script-src'),
      expect.stringContaining('style-src'),
      `img-src 'self' data: blob: https://maps.example https://tiles.example`,
      `font-src 'self'`,
      `connect-src 'self' https://maps.example https://tiles.example`,
      `worker-src 'self'`,
      `manifest-src 'self'`,
      `base-uri 'none'`,
      `form-action 'self'`,
      `frame-ancestors 'none'`,
    ])
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  })

  test('is not sent for server paths, nor to programs', async () => {
    for (const path of ['/api/nothing', '/%61pi/nothing', '/api', '/assets/old-9z.js', '/basemap/x']) {
      const answer = await get(path, browser)
      expect([path, answer.statusCode, answer.json().code]).toEqual([path, 404, 'path.not_found'])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    for (const accept of ['*/*', 'application/json', 'application/json, text/html', '']) {
      expect([accept, (await get('/devices', { accept })).statusCode]).toEqual([accept, 404])
    }
    const posted = await world.app.inject({ method: 'POST', url: '/devices', headers: browser })
    expect(posted.statusCode).toBe(404)
    expect((await get('/api/Auth/Token', browser)).statusCode).toBe(405)
    expect((await get('/api/account', browser)).statusCode).toBe(401)
    const reference = await get('/docs/api/', browser)
    expect([reference.statusCode, reference.body]).toEqual([200, expect.stringContaining('swagger-ui')])
    expect((await get('/docs/api/static/swagger-ui.css')).statusCode).toBe(200)
    expect((await get('/openapi.json', browser)).json().openapi).toBe('3.1.0')
  })
})

describe('a shared link', () => {
  test('returns the page to browsers and JSON to programs, not cached and not indexed', async () => {
    const account = await world.make.account({ licenses: 1 })
    const device = await world.make.device(account, { name: 'Goleta' })
    const { secret } = await world.make.share(account, { devices: [device.id] })
    const page = await get(`/share/${secret}`, browser)
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).toContain('<script nonce=')
    expect(page.body).not.toContain('Goleta')
    const program = await get(`/share/${secret}`, { accept: 'application/json' })
    expect(program.json().devices).toEqual([{ device: 1, name: 'Goleta' }])
    for (const { headers } of [page, program]) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        vary: 'Accept',
      })
    }
  })

  test('that does not exist returns the page too, which shows the error', async () => {
    for (const secret of [`lnk_${'0'.repeat(32)}`, 'lnk_cut']) {
      expect((await get(`/share/${secret}`, browser)).statusCode).toBe(200)
      expect((await get(`/share/${secret}`)).statusCode).toBeGreaterThanOrEqual(400)
    }
  })
})

describe('files', () => {
  test('with a hash in their name are cached for a year, compressed as the browser accepts', async () => {
    const file = '/assets/app-1a2b.js'
    const [plain, br, gz] = await Promise.all([
      get(file),
      get(file, { 'accept-encoding': 'gzip, deflate, br' }),
      get(file, { 'accept-encoding': 'gzip' }),
    ])
    expect([plain.body, plain.headers['content-encoding']]).toEqual([script, undefined])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script)
    expect(gunzipSync(gz.rawPayload).toString()).toBe(script)
    for (const { headers } of [plain, br, gz]) {
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(headers['content-type']).toMatch(/^(text|application)\/javascript/)
      expect(headers.vary).toMatch(/accept-encoding/i)
    }
    const style = await get('/assets/plain-1a2b.css', { 'accept-encoding': 'br' })
    expect([style.body, style.headers['content-encoding']]).toEqual(['body{}', undefined])
  })

  test('of the basemap support range requests and are never compressed', async () => {
    const headers = { range: 'bytes=127-1126', 'accept-encoding': 'gzip, br' }
    const part = await get('/basemap/world.pmtiles', headers)
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe('bytes 127-1126/10000')
    expect(part.headers['content-encoding']).toBeUndefined()
    expect(part.rawPayload.equals(basemap.subarray(127, 1_127))).toBe(true)
    const whole = await get('/basemap/world.pmtiles')
    expect([whole.statusCode, whole.headers['accept-ranges']]).toEqual([200, 'bytes'])
    expect((await get('/basemap/world.pmtiles', { range: 'bytes=20000-' })).statusCode).toBe(416)
  })

  test('beside the page are revalidated each time by ETag; those in other folders after an hour', async () => {
    const icon = await get('/favicon.svg', browser)
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(icon.headers['cache-control']).toBe('public, max-age=0')
    const again = await get('/favicon.svg', { 'if-none-match': String(icon.headers.etag) })
    expect(again.statusCode).toBe(304)
    const glyphs = await get('/fonts/0-255.pbf')
    expect([glyphs.body, glyphs.headers['cache-control']]).toEqual(['glyphs', 'public, max-age=3600'])
  })

  test('outside the folder, or hidden, are not served', async () => {
    const tried = [
      '/.hidden',
      '/assets/../.hidden',
      '/assets/%2e%2e/.hidden',
      '/assets/..%2findex.html',
      '/assets/',
    ]
    for (const path of tried) {
      const answer = await get(path)
      expect([path, answer.statusCode >= 400, answer.body.includes('secret')]).toEqual([path, true, false])
    }
  })
})

test('the web interface gets its configuration without signing in', async () => {
  const answer = await get('/web/config.json')
  expect(answer.json()).toEqual({
    productName: 'Flota',
    brand: expect.objectContaining({ name: 'Flota', shortName: 'Flota', color: '#1864ab' }),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    publicUrl: 'https://rastro.example',
    basemap: {
      type: 'style',
      url: 'https://maps.example/styles/bright.json?key=abc',
      attribution: '© Example Maps',
    },
    providers: [],
    openIn: [],
    maps: [],
    gateway: { host: 'rastro.example', port: 5_027 },
    formerHosts: ['old.example', 'older.example'],
    signsUp: false,
    hasDocs: true,
    sendsMail: true,
    takesMqtt: false,
  })
  expect(answer.headers['cache-control']).toBe('public, max-age=300')
})

test('loads from map providers that the operator has chosen, and from no others', async () => {
  const chosen = await openWorld({ RASTRO_WEB_DIR: dir, RASTRO_MAP_PROVIDERS: 'openfreemap,openstreetmap' })
  const { headers } = await chosen.app.inject({ method: 'GET', url: '/', headers: browser })
  const origins = 'https://tiles.openfreemap.org https://tile.openstreetmap.org'
  expect(headers['content-security-policy']).toContain(`img-src 'self' data: blob: ${origins};`)
  expect(headers['content-security-policy']).toContain(`connect-src 'self' ${origins};`)
  const worker = await chosen.app.inject('/assets/app-1a2b.js')
  expect(worker.headers['content-security-policy']).toContain(`connect-src 'self' ${origins};`)
  const { providers } = (await chosen.app.inject('/web/config.json')).json()
  expect(providers).toMatchObject([
    { id: 'openfreemap', type: 'style', disclosure: expect.stringContaining('to OpenFreeMap') },
    { id: 'openstreetmap', type: 'raster', maxZoom: 19, needsReferrer: true },
  ])
  expect(providers[0]).not.toHaveProperty('terms')
  await chosen.close()
})

test('explains how to build the web interface if it is not built', async () => {
  const bare = await openWorld({ RASTRO_WEB_DIR: join(dir, 'nowhere') })
  const answer = await bare.app.inject({ method: 'GET', url: '/', headers: browser })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(answer.body).toContain('npm run build -w web')
  const elsewhere = await bare.app.inject({ method: 'GET', url: '/devices', headers: browser })
  expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([404, 'path.not_found'])
  const { basemap } = (await bare.app.inject('/web/config.json')).json()
  expect(basemap).toEqual({ type: 'built-in' })
  await bare.close()
})
