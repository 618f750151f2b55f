import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

const inline = 'document.documentElement.classList.add("dark")'
const page = (text: string) =>
  `<script type="module" src="/docs/assets/app.1a2b.js"></script><script id="x">${inline}</script><h1>${text}</h1>`
const script = `console.log('${'docs '.repeat(500)}')`
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

let dir: string
let world: World
beforeAll(async () => {
  const outside = mkdtempSync(join(tmpdir(), 'rastro-docs-'))
  dir = join(outside, 'site')
  for (const folder of ['', 'assets', 'trackers']) mkdirSync(join(dir, folder), { recursive: true })
  const write = (name: string, content: string | Buffer) => writeFileSync(join(dir, name), content)
  write('index.html', page('Home'))
  write('404.html', page('Nothing here'))
  write('start.html', page('Start'))
  write('trackers/index.html', page('Trackers'))
  write('trackers/gt06.html', page('GT06'))
  write('icon.svg', '<svg/>')
  write('.hidden', 'secret')
  write('../outside.txt', 'secret')
  write('assets/app.1a2b.js', script)
  write('assets/app.1a2b.js.br', brotliCompressSync(script))
  world = await openWorld({ RASTRO_DOCS_DIR: dir })
})
afterAll(async () => {
  await world.close()
  rmSync(join(dir, '..'), { recursive: true })
})

const get = (url: string, headers: Record<string, string> = browser) =>
  world.app.inject({ method: 'GET', url, headers })

describe('the documentation', () => {
  test.each([
    ['/docs/', 'Home'],
    ['/docs/start', 'Start'],
    ['/docs/start.html', 'Start'],
    ['/docs/trackers/', 'Trackers'],
    ['/docs/trackers', 'Trackers'],
    ['/docs/trackers/gt06?q=1', 'GT06'],
  ])('is public at %s', async (path, title) => {
    const answer = await get(path)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.body).toContain(`<h1>${title}</h1>`)
    expect(answer.headers['cache-control']).toBe('public, max-age=0')
  })

  test('has its home page at /docs/', async () => {
    const answer = await get('/docs')
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '/docs/'])
  })

  test('allows only its own scripts', async () => {
    const policy = String((await get('/docs/start')).headers['content-security-policy'])
    const hash = createHash('sha256').update(inline).digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(policy).not.toContain('unsafe')
  })

  test('has its own page for missing paths', async () => {
    const answer = await get('/docs/nothing')
    expect([answer.statusCode, answer.body.includes('Nothing here')]).toEqual([404, true])
    expect(answer.headers['content-security-policy']).toContain('sha256-')
    expect(answer.headers['cache-control']).toBe('no-store')
    const program = await get('/docs/nothing', { accept: 'application/json' })
    expect([program.statusCode, program.json().code]).toEqual([404, 'path.not_found'])
  })

  test('caches hashed files for a year, compressed as the browser accepts', async () => {
    const answer = await get('/docs/assets/app.1a2b.js', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-type']).toMatch(/javascript/)
    expect((await get('/docs/icon.svg')).headers['cache-control']).toBe('public, max-age=0')
  })

  test.each([
    '/docs/.hidden',
    '/docs/../outside.txt',
    '/docs/%2e%2e/outside.txt',
    '/docs/..%2foutside.txt',
    '/docs/assets/..%2f..%2foutside.txt',
    '/docs/%00',
    '/docs/assets',
  ])('gives nothing else out at %s', async (path) => {
    const answer = await get(path, {})
    expect([answer.statusCode >= 400, answer.body.includes('secret')]).toEqual([true, false])
  })

  test('does not hide the API reference', async () => {
    expect((await get('/docs/api/')).body).toContain('swagger')
    expect((await get('/docs/api/static/swagger-ui.css')).statusCode).toBe(200)
  })

  test('is read-only', async () => {
    const answer = await world.app.inject({ method: 'POST', url: '/docs' })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

test('explains how to build the documentation if it is not built', async () => {
  const bare = await openWorld({ RASTRO_DOCS_DIR: join(dir, 'nowhere') })
  for (const url of ['/docs', '/docs/', '/docs/start']) {
    const page = await bare.app.inject({ method: 'GET', url, headers: browser })
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
    expect(page.payload).toContain('npm run docs')
    const answer = await bare.app.inject({ method: 'GET', url })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'docs.not_built'])
  }
  expect((await bare.app.inject('/docs/api/')).statusCode).toBe(200)
  await bare.close()
})
