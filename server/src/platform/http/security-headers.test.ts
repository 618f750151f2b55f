import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let dir: string
let world: World
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rastro-headers-'))
  mkdirSync(join(dir, 'assets'))
  writeFileSync(join(dir, 'index.html'), '<html></html>')
  writeFileSync(join(dir, 'assets/fleet-1a2b.js'), 'postMessage(1)')
  world = await openWorld({ RASTRO_WEB_DIR: dir, RASTRO_PUBLIC_URL: 'https://rastro.example' })
})
afterAll(async () => {
  await world.close()
  rmSync(dir, { recursive: true })
})

const browser = { accept: 'text/html' }

test.each([
  ['GET', '/api/account', {}],
  ['GET', '/api/nothing', {}],
  ['PUT', '/api/account', {}],
  ['OPTIONS', '/api/account', {}],
  ['POST', '/session', {}],
  ['GET', '/openapi.json', {}],
  ['GET', '/healthz', {}],
  ['GET', '/share/lnk_cut', {}],
  ['GET', '/web/config.json', {}],
  ['GET', '/assets/fleet-1a2b.js', {}],
  ['GET', '/assets/missing.js', {}],
  ['GET', '/', browser],
  ['GET', '/docs/api/', browser],
  ['GET', '/devices', browser],
  ['GET', '/nothing', {}],
] as const)(
  '%s %s has headers against sniffing, framing, referrer leaks and plain http',
  async (method, path, headers) => {
    const answer = await world.call(method, path, { headers })
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
    const policy = String(answer.headers['content-security-policy']).split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([`default-src 'none'`, `base-uri 'none'`, `frame-ancestors 'none'`]),
    )
    expect(policy.join()).not.toContain('unsafe')
  },
)

test('a response opened as a page can load nothing, and a worker script only what the page can', async () => {
  const answer = await world.call('GET', '/api/account')
  expect(answer.headers['content-security-policy']).not.toMatch(/(script|connect|style)-src/)
  const script = await world.call('GET', '/assets/fleet-1a2b.js')
  expect(script.headers['content-security-policy']).toContain(`connect-src 'self';`)
})

test('no HSTS without https', async () => {
  const plain = await openWorld()
  const { headers } = await plain.call('GET', '/api/account')
  expect(headers).not.toHaveProperty('strict-transport-security')
  await plain.close()
})
