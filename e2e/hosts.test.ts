// Two resellers, each with a host and a brand, through Caddy in Chromium: nothing of one is seen under the name of the
// other.

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { serveAsk } from '../server/test/ask.ts'
import type { MadeAccount } from '../server/test/make.ts'
import { listen } from '../server/test/moved-host.ts'
import { pngOf } from '../server/test/pictures.ts'
import type { MadeReseller } from '../server/test/resale.ts'
import { addVerifiedHost, adoptAccount, applyTree, makeReseller } from '../server/test/resale.ts'
import type { World } from '../server/test/world.ts'
import { openWorld } from '../server/test/world.ts'
import { findBarriers } from './axe.ts'
import type { Caddy } from './caddy.ts'
import { openCaddy } from './caddy.ts'
import { addAuthenticator, addPasskey, fillPassword, storeCodes } from './factors.ts'
import { screenshotPath } from './stage.ts'
import { openVisitor } from './visitor.ts'

interface Brand {
  name: string
  host: string
  color: string
  reseller: MadeReseller
  customer: MadeAccount
}

let world: World
let ask: Awaited<ReturnType<typeof serveAsk>>
let caddy: Caddy
let alpha: Brand
let beta: Brand

beforeAll(async () => {
  world = await openWorld({
    RASTRO_PUBLIC_URL: 'https://track.example',
    RASTRO_PRODUCT_NAME: 'Platformtrack',
  })
  alpha = await openBrand('Alphatrack', 'alpha.example', '#0b7285', [11, 114, 133])
  beta = await openBrand('Betafleet', 'beta.example', '#c2255c', [194, 37, 92])
  // No notifier runs here.
  await applyTree(world)
  ask = await serveAsk(world)
  const apiPort = await listen(world.app)
  caddy = await openCaddy({ host: 'track.example', apiPort, askPort: ask.port })
})
afterEach(async ({ task }) => {
  const pages = caddy.browser.contexts().flatMap((context) => context.pages())
  for (const page of pages)
    if (task.result?.state === 'fail') await page.screenshot({ path: screenshotPath(task.name) })
  await Promise.all(caddy.browser.contexts().map((context) => context.close()))
})
afterAll(async () => {
  await caddy.close()
  await ask.stop()
  await world.close()
})

async function openBrand(name: string, host: string, color: string, rgb: number[]): Promise<Brand> {
  const reseller = await makeReseller(world)
  const { token } = reseller.staff
  const customer = await world.make.account()
  await adoptAccount(world, reseller, customer)
  const sentence = `${name} keeps an eye on your vehicles.`
  const body = { name, shortName: name.slice(0, 12), color, sentence }
  expect((await world.call('PUT', '/api/resale/brand', { token, body })).status).toBe(200)
  const picture = Buffer.from(pngOf(512, rgb as [number, number, number]))
  const icon = await world.call('PUT', '/api/resale/brand/pictures/icon', {
    token,
    body: picture,
    headers: { 'content-type': 'image/png' },
  })
  expect(icon.status).toBe(200)
  await addVerifiedHost(world, reseller.id, host)
  return { name, host, color, reseller, customer }
}

/** Everything that the page got, as text. */
function collect(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    // A stream of events does not end.
    if (/text\/(?!event-stream)|json|javascript|manifest/.test(response.headers()['content-type'] ?? ''))
      bodies.push(response.text().catch(() => ''))
  })
  return async () => (await Promise.all(bodies)).join('\n')
}

test.each([
  ['alpha', () => [alpha, beta] as const],
  ['beta', () => [beta, alpha] as const],
])('the page, the manifest and the answers of %s have nothing of the other', async (_name, pick) => {
  const [own, other] = pick()
  const visitor = await openVisitor(caddy.browser, `https://${own.host}`)
  const { page } = visitor
  const received = collect(page)
  await page.goto('/sign-in')
  await page.getByText(`${own.name} keeps an eye on your vehicles.`).waitFor()
  expect(await page.title()).toContain(own.name)
  expect(await page.locator('meta[name="theme-color"]').first().getAttribute('content')).toBe(own.color)
  await page.screenshot({ path: screenshotPath(`brand ${own.name}`) })
  expect(await findBarriers(page)).toEqual([])
  const manifest = await page.evaluate(async () => (await fetch('/manifest.webmanifest')).json())
  expect([manifest.name, manifest.theme_color, manifest.icons[0].src]).toEqual([
    own.name,
    own.color,
    expect.stringMatching(/^\/brand\/[0-9a-f]{64}\.png$/),
  ])
  await fillPassword(page, own.customer)
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  const text = await received()
  expect(text).toContain(own.name)
  expect(text.match(new RegExp(`${other.name}|${other.host}|Platformtrack`, 'g'))).toBeNull()
  // Chromium keeps the cookie at this host alone.
  const cookies = await visitor.context.cookies()
  expect(cookies.filter(({ name }) => name === '__Host-rastro').map(({ domain }) => domain)).toEqual([
    own.host,
  ])
  await page.goto(`https://${other.host}/live`)
  await page.getByText(`${other.name} keeps an eye on your vehicles.`).waitFor()
})

test('a user of one brand gets the message for a wrong password at the host of the other', async () => {
  const { page, expects } = await openVisitor(caddy.browser, `https://${beta.host}`)
  expects(/401.*\/session$/)
  const answerTo = async (user: { userName: string; password: string }) => {
    await page.goto('/sign-in')
    await fillPassword(page, user)
    return page.getByRole('alert').first().textContent()
  }
  const foreign = await answerTo(alpha.customer)
  expect(foreign).toBe(await answerTo({ ...beta.customer, password: 'not the password' }))
})

test('a passkey of one host is not offered at the other', async () => {
  const visitor = await openVisitor(caddy.browser, `https://${alpha.host}`)
  const { page } = visitor
  await addAuthenticator(visitor)
  await page.goto('/sign-in')
  await fillPassword(page, alpha.customer)
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  await page.goto('/settings/security')
  await addPasskey(page, 'Office laptop')
  await storeCodes(page)
  await page.getByRole('button', { name: 'Remove Office laptop' }).waitFor()
  const { rows } = await world.superuser.query('select host from passkeys where account_id = $1', [
    alpha.customer.accountId,
  ])
  expect(rows).toEqual([{ host: alpha.host }])
  await page.goto(`https://${beta.host}/sign-in`)
  const error = await page.evaluate(async (rpId) => {
    const publicKey = { rpId, challenge: new Uint8Array(32) }
    return navigator.credentials.get({ publicKey }).then(
      () => 'accepted',
      (reason: Error) => reason.name,
    )
  }, alpha.host)
  expect(error).toBe('SecurityError')
})

test('each host has a certificate of its own, and an unknown one has none', async () => {
  for (const { host } of [alpha, beta]) {
    const socket = await caddy.connect(host)
    const { subjectaltname, issuer } = socket.getPeerCertificate()
    socket.destroy()
    expect([subjectaltname, issuer.CN]).toEqual([
      `DNS:${host}`,
      expect.stringContaining('Caddy Local Authority'),
    ])
  }
  await expect(caddy.connect('evil.example')).rejects.toThrow(/alert internal error|ECONNRESET/)
  const { page } = await openVisitor(caddy.browser, 'https://evil.example')
  await expect(page.goto('/sign-in')).rejects.toThrow('ERR_SSL')
})

test('a request for an unknown host over the connection of a known one gets 421 and no name', async () => {
  const socket = await caddy.connect(alpha.host)
  socket.end('GET /sign-in HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1.1 421 /)
  expect(answer).not.toMatch(/Alphatrack|Betafleet|Platformtrack/)
})

test.each([
  ['en', 'Hosts', 'Check now'],
  ['es', 'Dominios', 'Comprobar ahora'],
  ['pt', 'Domínios', 'Verificar agora'],
] as const)('the console in %s shows the records, also on 320 pixels', async (language, title, check) => {
  const options = { language, width: 320, height: 640, theme: 'dark' } as const
  const { page, context } = await openVisitor(caddy.browser, 'https://track.example', options)
  await page.goto('/sign-in')
  // Names of this browser are not known outside of it.
  const { userName, password } = alpha.reseller.staff
  await page.evaluate(
    (data) =>
      fetch('/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(data),
      }),
    { userName, password },
  )
  expect(await context.cookies()).not.toEqual([])
  await page.goto('/console/hosts')
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await page.getByText('_rastro.alpha.example').first().waitFor()
  await page.getByRole('button', { name: `${check}: alpha.example` }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.screenshot({ path: screenshotPath(`hosts ${language}`) })
})

test('the screenshots of the two brands differ', () => {
  const [one, two] = [alpha, beta].map(({ name }) => readFileSync(screenshotPath(`brand ${name}`)))
  expect(one!.equals(two!)).toBe(false)
})
