import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  linksIn,
  settleIdentity,
  startIdentityWorkers,
  textOf,
  verifyEmailOf,
} from '../../../../test/identity.ts'
import type { Mailbox } from '../../../../test/mailbox.ts'
import { openMailbox } from '../../../../test/mailbox.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import type { MadeReseller } from '../../../../test/resale.ts'
import { addVerifiedHost, adoptAccount, makeReseller } from '../../../../test/resale.ts'
import type { Called, World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'

let world: World
let mailbox: Mailbox
let worker: { stop(): Promise<void> }
let alpha: MadeReseller
let dealer: MadeReseller
let beta: MadeReseller
let ofAlpha: MadeAccount
let ofDealer: MadeAccount
let ofBeta: MadeAccount
let ofPlatform: MadeAccount
const platformHost = 'track.platform.example'
const alphaHost = 'fleet.alpha.example'
const betaHost = 'gps.beta.example'

beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_PUBLIC_URL: `https://${platformHost}`,
    RASTRO_PRODUCT_NAME: 'Platform',
    RASTRO_MAIL_FROM: 'Platform <alerts@mail.example>',
  })
  worker = startIdentityWorkers(world.ctx)
  alpha = await makeReseller(world)
  // Without a brand of its own: its customers see that of Alpha.
  dealer = await makeReseller(world, { parentId: alpha.id })
  beta = await makeReseller(world)
  ofAlpha = await made(alpha)
  ofDealer = await made(dealer)
  ofBeta = await made(beta)
  ofPlatform = await world.make.account()
  await brand(alpha, 'Alphatrack')
  await brand(beta, 'Betafleet')
  await addVerifiedHost(world, alpha.id, alphaHost)
  await addVerifiedHost(world, beta.id, betaHost)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await mailbox.close()
})

async function made(reseller: MadeReseller): Promise<MadeAccount> {
  const account = await world.make.account()
  await adoptAccount(world, reseller, account)
  return account
}

const brand = ({ staff: { token } }: MadeReseller, name: string) =>
  world.call('PUT', '/api/resale/brand', { token, body: { name, shortName: name, color: '#0b7285' } })

const at = (host: string, headers: Record<string, string> = {}) => ({ host, ...headers })
const signIn = (host: string, { userName, password }: { userName: string; password: string }) =>
  world.call('POST', '/session', { body: { userName, password }, headers: at(host) })
const refresh = (host: string, cookie: string) =>
  world.call('POST', '/session/refresh', { headers: at(host, { cookie }) })
const cookieOf = ({ headers }: Called) => String(headers['set-cookie'] ?? '').split(';')[0]!

describe('sign-in', () => {
  test('on the host of a reseller only for accounts with its brand', async () => {
    const statuses = async (host: string) =>
      Promise.all(
        [ofAlpha, ofDealer, ofBeta, ofPlatform, alpha.staff].map(
          async (one) => (await signIn(host, one)).status,
        ),
      )
    expect(await statuses(platformHost)).toEqual([200, 200, 200, 200, 200])
    expect(await statuses(alphaHost)).toEqual([200, 200, 401, 401, 200])
    expect(await statuses(betaHost)).toEqual([401, 401, 200, 401, 401])
  })

  test('others get the same answer as for a wrong password', async () => {
    const foreign = await signIn(betaHost, ofAlpha)
    const wrong = await signIn(betaHost, { ...ofBeta, password: 'not the password' })
    const unknown = await signIn(betaHost, { userName: 'nobody@beta.example', password: 'not the password' })
    const plain = ({ body: { requestId, ...body }, status }: Called) => ({ status, body })
    expect(plain(foreign)).toEqual(plain(wrong))
    expect(plain(foreign)).toEqual(plain(unknown))
    expect(foreign.headers['set-cookie']).toBeUndefined()
  })

  test('ends there when a node below gets a brand of its own', async () => {
    const { cookie, status } = await signIn(alphaHost, ofDealer).then((answer) => ({
      cookie: cookieOf(answer),
      status: answer.status,
    }))
    expect(status).toBe(200)
    await brand(dealer, 'Dealertrack')
    await world.ctx.sites.refresh()
    expect((await refresh(alphaHost, cookie)).status).toBe(401)
    expect((await signIn(alphaHost, ofDealer)).status).toBe(401)
    // Its links do not lead to a host with another brand.
    expect(await world.ctx.sites.urlOf(ofDealer.accountId)).toBe(`https://${platformHost}`)
    await world.call('DELETE', '/api/resale/brand', { token: dealer.staff.token })
    await world.ctx.sites.refresh()
    expect((await refresh(alphaHost, cookie)).status).toBe(200)
  })

  test('a program gets a token on any host', async () => {
    const body = { userName: ofAlpha.userName, apiKey: ofAlpha.apiKey }
    expect((await world.call('POST', '/api/Auth/Token', { body, headers: at(betaHost) })).status).toBe(200)
  })
})

describe('a session belongs to its host', () => {
  test('a refresh elsewhere gives nothing, and ends nothing', async () => {
    const cookie = cookieOf(await signIn(alphaHost, ofAlpha))
    expect((await refresh(betaHost, cookie)).status).toBe(401)
    expect((await refresh(platformHost, cookie)).status).toBe(401)
    expect((await refresh(alphaHost, cookie)).status).toBe(200)
    const ofOurs = cookieOf(await signIn(platformHost, ofAlpha))
    expect((await refresh(alphaHost, ofOurs)).status).toBe(401)
    expect((await refresh(platformHost, ofOurs)).status).toBe(200)
  })

  test('it is not signed out elsewhere', async () => {
    const cookie = cookieOf(await signIn(alphaHost, ofAlpha))
    await world.call('DELETE', '/session', { headers: at(betaHost, { cookie }) })
    expect((await refresh(alphaHost, cookie)).status).toBe(200)
  })

  test('a removed host ends it', async () => {
    await addVerifiedHost(world, alpha.id, 'old.alpha.example')
    const cookie = cookieOf(await signIn('old.alpha.example', ofAlpha))
    await world.call('DELETE', '/api/resale/hosts/old.alpha.example', { token: alpha.staff.token })
    expect((await refresh('old.alpha.example', cookie)).status).toBe(421)
    expect((await refresh(alphaHost, cookie)).status).toBe(401)
  })

  test('the origin is compared with the host of the request', async () => {
    const from = (origin: string) =>
      world.call('POST', '/session', {
        body: { userName: ofAlpha.userName, password: ofAlpha.password },
        headers: at(alphaHost, { origin }),
      })
    expect((await from(`https://${alphaHost}`)).status).toBe(200)
    for (const origin of [`https://${platformHost}`, `https://${betaHost}`, `http://${alphaHost}`])
      expect([origin, (await from(origin)).body.code]).toEqual([origin, 'session.foreign_origin'])
  })

  test('the challenge of a passkey is for the host, and former hosts are those of the platform', async () => {
    const options = (host: string, body = {}) =>
      world.call('POST', '/session/passkey/options', { body, headers: at(host) })
    expect((await options(alphaHost)).body.options.rpId).toBe(alphaHost)
    expect((await options(platformHost)).body.options.rpId).toBe(platformHost)
    expect((await options(alphaHost, { host: platformHost })).status).toBe(400)
    const related = await world.call('GET', '/.well-known/webauthn', { headers: at(alphaHost) })
    expect(related.body.origins).toEqual([`https://${alphaHost}`])
  })
})

test('names, pictures, headers and documentation follow the host', async () => {
  const read = async (host: string, url: string, accept = '*/*') =>
    world.app.inject({ url, headers: { host, accept } })
  for (const url of ['/web/config.json', '/manifest.webmanifest']) {
    const [ours, theirs, none] = await Promise.all(
      [alphaHost, betaHost, platformHost].map(async (host) => (await read(host, url)).body),
    )
    expect([ours!.match(/Betafleet|Platform"|beta\.example/g), /Alphatrack/.test(ours!)]).toEqual([
      null,
      true,
    ])
    expect([theirs!.match(/Alphatrack|Platform"|alpha\.example/g), /Betafleet/.test(theirs!)]).toEqual([
      null,
      true,
    ])
    expect(none!.match(/Alphatrack|Betafleet/g)).toBeNull()
  }
  const config = (await read(alphaHost, '/web/config.json')).json()
  expect([config.publicUrl, config.signsUp, config.hasDocs]).toEqual([`https://${alphaHost}`, false, false])
  const hsts = async (host: string) =>
    (await read(host, '/web/config.json')).headers['strict-transport-security']
  expect(await hsts(platformHost)).toBe('max-age=31536000; includeSubDomains')
  expect(await hsts(alphaHost)).toBe('max-age=31536000')
  expect((await read(alphaHost, '/docs')).json().code).toBe('path.not_found')
  const settings = { isHome: true, servesDocs: true }
  const changed = await world.call('PUT', `/api/resale/hosts/${alphaHost}`, {
    token: alpha.staff.token,
    body: settings,
  })
  expect(changed.status).toBe(200)
  // Built or not, it is there for this host.
  expect((await read(alphaHost, '/docs')).body).not.toContain('path.not_found')
  expect((await world.call('GET', '/session/sign-up', { headers: at(alphaHost) })).body.code).toBe(
    'signUp.off',
  )
})

describe('links', () => {
  async function newestTo(to: string): Promise<string> {
    const find = () => mailbox.messages.findLast((one) => one.to === to && one.raw.includes('reset'))?.raw
    await expect.poll(find, { timeout: 60_000 }).toBeTypeOf('string')
    await settleIdentity(world)
    return find()!
  }

  test('of e-mails have the home host of the account, whatever host was asked for', async () => {
    for (const [account, home] of [
      [ofAlpha, alphaHost],
      [ofBeta, betaHost],
      [ofPlatform, platformHost],
    ] as const) {
      await verifyEmailOf(world, account.ownerId)
      const body = { userName: account.userName, language: 'en' }
      const evil = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
      const asked = await world.call('POST', '/session/reset', { body, headers: at(platformHost, evil) })
      expect(asked.status).toBe(202)
      const refused = await world.call('POST', '/session/reset', { body, headers: at('evil.example') })
      expect(refused.status).toBe(421)
      const to = await addressOf(account)
      const raw = await newestTo(to)
      expect([to, linksIn(raw).map((link) => new URL(link).host)]).toEqual([to, [home]])
      expect(textOf(raw)).not.toContain('evil.example')
    }
  })

  test('of shares too', async () => {
    const device = await world.make.device(ofAlpha)
    const { id } = await world.make.share(ofAlpha, { devices: [device.id] })
    const headers = at(platformHost, { 'x-forwarded-host': 'evil.example' })
    const read = await world.call('GET', `/api/shares/${id}`, { token: ofAlpha.token, headers })
    expect([read.status, new URL(read.body.url).host]).toEqual([200, alphaHost])
  })

  async function addressOf({ ownerId }: MadeAccount): Promise<string> {
    const { rows } = await world.superuser.query('select email from users where id = $1', [ownerId])
    return rows[0].email
  }
})

test('the last known hosts stay while the directory is unavailable, and certificates are decided from memory', async () => {
  const { sites } = world.ctx
  expect([
    sites.isVerified(alphaHost),
    sites.isVerified('evil.example'),
    sites.isVerified(platformHost),
  ]).toEqual([true, false, false])
  const times = Array.from({ length: 10_000 }, () => {
    const beganAt = performance.now()
    sites.isVerified(alphaHost)
    return performance.now() - beganAt
  }).sort((one, other) => one - other)
  expect(times[9_900]).toBeLessThan(50)
})
