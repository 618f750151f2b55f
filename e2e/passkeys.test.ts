// Passkeys in Chromium with its virtual authenticator (WebDriver's WebAuthn domain).

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { startProxy } from '../server/test/proxy.ts'
import { findBarriers } from './axe.ts'
import type { Authenticator } from './factors.ts'
import { addAuthenticator, addPasskey, fillPassword, storeCodes } from './factors.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import type { Visitor } from './visitor.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage({}, { host: 'localhost' })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

interface Holder extends Visitor, Authenticator {
  account: MadeAccount
}

/** Adds a passkey in the interface and signs out. */
async function registered(): Promise<Holder> {
  const account = await stage.make.account()
  const visitor = await stage.visit()
  const authenticator = await addAuthenticator(visitor)
  const { page, signIn } = visitor
  await signIn(account, '/settings/security')
  await addPasskey(page, 'Office laptop')
  await storeCodes(page)
  await page
    .getByRole('cell', { name: 'Office laptop' })
    .or(page.getByText('Office laptop'))
    .first()
    .waitFor()
  await page.context().clearCookies()
  await page.goto('/sign-in')
  return { ...visitor, ...authenticator, account }
}

async function useButton({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
}
const enters = ({ page }: Visitor) => page.getByRole('heading', { name: 'Devices' }).waitFor()
const passkeysOf = async ({ account }: Holder) =>
  (await stage.world.superuser.query('select * from passkeys where account_id = $1', [account.accountId]))
    .rows

/** Asks the browser for an assertion with options of our own, and posts it. Returns the status, or the browser's error. */
async function enterBy({ page }: Visitor, change: object, to = ''): Promise<number | string> {
  return page.evaluate(
    async ({ change, to }) => {
      const post = (path: string, body: object) =>
        fetch(to + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      const { options } = await (await post('/session/passkey/options', {})).json()
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, ...change })
      const response = await navigator.credentials.get({ publicKey }).then(
        (credential) => (credential as PublicKeyCredential).toJSON(),
        (error: Error) => error.name,
      )
      if (typeof response === 'string') return response
      return (await post('/session/passkey', { response })).status
    },
    { change, to },
  )
}

test('is registered with a named algorithm and enters without a password', async () => {
  const holder = await registered()
  const [stored] = await passkeysOf(holder)
  expect([-7, -8, -257]).toContain(stored.algorithm)
  expect(stored).toMatchObject({ host: 'localhost', name: 'Office laptop', synced: false })
  expect(await findBarriers(holder.page)).toEqual([])
  await useButton(holder)
  await enters(holder)
  await holder.goTo('/settings/security')
  await holder.page.getByText('Office laptop').first().waitFor()
  expect(await findBarriers(holder.page)).toEqual([])
})

test('every algorithm that the server offers is one of the named ones', async () => {
  const account = await stage.make.account()
  const token = await stage.make.passwordToken(account)
  const { body } = await stage.call('POST', '/api/me/passkeys/options', { token })
  expect(body.options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-7, -8, -257])
})

test('the second step offers the passkey after the password', async () => {
  const holder = await registered()
  const { page, account } = holder
  await fillPassword(page, account)
  await page.getByRole('heading', { name: 'Second factor' }).waitFor()
  await useButton(holder)
  await enters(holder)
})

test('is refused by the browser on another host, and by the server from another origin', async () => {
  const holder = await registered()
  const { page, expects } = holder
  // The page of the other proxy may still load when it is closed.
  expects(/request to another host|401|Failed to load resource|Part not loaded/)
  const { port } = new URL(stage.url)
  // The same server under another name: the browser does not let that page use the passkey.
  await page.goto(`http://127.0.0.1:${port}/sign-in`)
  expect(await enterBy(holder, { rpId: 'localhost' })).toBe('SecurityError')
  // The same host on another port: the browser has no objection, the server has.
  const other = await startProxy(`http://127.0.0.1:${port}`)
  try {
    await page.goto(`http://localhost:${new URL(other.url).port}/sign-in`)
    expect(await enterBy(holder, {})).toBe(401)
  } finally {
    await other.close()
  }
  await page.goto(`${stage.url}/sign-in`)
  expect(await enterBy(holder, {})).toBe(200)
})

test('an answer works once', async () => {
  const holder = await registered()
  const sent = holder.page.waitForRequest(/\/session\/passkey$/)
  await useButton(holder)
  const request = await sent
  await enters(holder)
  const { cookie = '' } = await request.allHeaders()
  const headers = { cookie, origin: stage.url, 'content-type': 'application/json' }
  const again = await fetch(`${stage.url}/session/passkey`, {
    method: 'POST',
    headers,
    body: request.postData()!,
  })
  expect([again.status, (await again.json()).code]).toEqual([401, 'session.passkey_refused'])
})

test('without user verification neither the browser nor the server lets it in', async () => {
  const holder = await registered()
  const { cdp, authenticatorId, expects } = holder
  expects(/401.*\/session\/passkey$/)
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  expect(await enterBy(holder, {})).toBe('NotAllowedError')
  expect(await enterBy(holder, { userVerification: 'discouraged' })).toBe(401)
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  expect(await enterBy(holder, {})).toBe(200)
})

test('a counter that goes back ends it', async () => {
  const holder = await registered()
  const { cdp, authenticatorId, page, expects } = holder
  expects(/401.*\/session\/passkey$/)
  expect(await enterBy(holder, {})).toBe(200)
  expect(await enterBy(holder, {})).toBe(200)
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
  const [credential] = credentials
  await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential!.credentialId })
  await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential!, signCount: 0 } })
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await useButton(holder)
  expect(await page.getByRole('alert').textContent()).toContain('not accepted')
  expect(await passkeysOf(holder)).toEqual([])
})

test('a removed one does not enter any more', async () => {
  const holder = await registered()
  const { page, expects } = holder
  expects(/401.*\/session\/passkey$/)
  await useButton(holder)
  await enters(holder)
  await holder.goTo('/settings/security')
  await page.getByRole('button', { name: 'Remove Office laptop' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
  await page.getByText('No passkey.').waitFor()
  expect(await passkeysOf(holder)).toEqual([])
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await useButton(holder)
  expect(await page.getByRole('alert').textContent()).toContain('not accepted')
})

const newPassword = 'mareas vivas de marzo'

test('a user without an app changes the password with it', async () => {
  const holder = await registered()
  const { page, account, goTo, expects } = holder
  // Of a request that was on its way when its session ended.
  expects(/401.*\/api\//)
  await useButton(holder)
  await enters(holder)
  await goTo('/settings/preferences')
  await page.getByLabel('Current password').fill(account.password)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Repeat new password').fill(newPassword)
  await page.getByRole('button', { name: 'Change password with a passkey' }).click()
  await page.getByText('Password changed.').waitFor()
  await page.context().clearCookies()
  await goTo('/sign-in')
  await fillPassword(page, { ...account, password: newPassword })
  await page.getByRole('heading', { name: 'Second factor' }).waitFor()
})

test('a temporary password is replaced with it', async () => {
  const holder = await registered()
  const { page, account, expects } = holder
  expects(/403.*\/session/)
  await stage.world.superuser.query(
    `update users set temporary_password_until = now() + interval '1 day' where id = $1`,
    [account.ownerId],
  )
  await fillPassword(page, account)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Code', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await enters(holder)
})
