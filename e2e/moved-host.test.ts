// An installation that moved to another host. Chromium lets the new host use passkeys of the former one, because that
// names it in /.well-known/webauthn (related origins). Needs HTTPS: the file is read from port 443 only.

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listen, openApiWith } from '../server/test/moved-host.ts'
import type { World } from '../server/test/world.ts'
import { openWorld } from '../server/test/world.ts'
import { findBarriers } from './axe.ts'
import { addAuthenticator, addPasskey, fillPassword, storeCodes } from './factors.ts'
import { screenshotPath } from './stage.ts'
import type { TlsProxy } from './tls-proxy.ts'
import { openTlsProxy } from './tls-proxy.ts'
import { openVisitor } from './visitor.ts'

const former = 'https://old.example'
const current = 'https://new.example'
const foreign = 'https://evil.example'
const newPassword = 'mareas vivas de marzo'

let world: World
let moved: Awaited<ReturnType<typeof openApiWith>>
let proxy: TlsProxy
let oldPort: number

beforeAll(async () => {
  world = await openWorld({ RASTRO_PUBLIC_URL: former })
  moved = await openApiWith(world, { RASTRO_PUBLIC_URL: current, RASTRO_FORMER_PUBLIC_URLS: former })
  oldPort = await listen(world.app)
  proxy = await openTlsProxy(oldPort)
})
afterEach(async ({ task }) => {
  const pages = proxy.browser.contexts().flatMap((context) => context.pages())
  for (const page of pages)
    if (task.result?.state === 'fail') await page.screenshot({ path: screenshotPath(task.name) })
  await Promise.all(proxy.browser.contexts().map((context) => context.close()))
})
afterAll(async () => {
  await proxy.close()
  await moved.close()
  await world.close()
})

/** Asks for a passkey of the former host. Returns the browser's error. */
const askAt = (page: Page) =>
  page.evaluate(async () => {
    const publicKey = { rpId: 'old.example', challenge: new Uint8Array(32) }
    return navigator.credentials.get({ publicKey }).then(
      () => 'accepted',
      (error: Error) => error.name,
    )
  })

test('a passkey of the former host signs in at the new one, and no other host can ask for it', async () => {
  const account = await world.make.account()
  proxy.leadTo(oldPort)
  const visitor = await openVisitor(proxy.browser, former)
  const { page, expects, faults } = visitor
  // The second one is of a request that was on its way when the new password ended its session.
  expects(/request to another host: https:\/\/(new|evil)\.example|401.*\/api\//)
  await addAuthenticator(visitor)
  await page.goto('/sign-in')
  expect(await page.getByRole('button', { name: /created at/ }).count()).toBe(0)
  await fillPassword(page, account)
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  await page.goto('/settings/security')
  await addPasskey(page, 'Office laptop')
  await storeCodes(page)
  await page.getByRole('button', { name: 'Remove Office laptop' }).waitFor()

  // The page and its stream lose their connections.
  await page.goto('about:blank')
  proxy.leadTo(moved.port)
  await page.goto(`${current}/sign-in`)
  const button = page.getByRole('button', { name: 'Use a passkey created at old.example' })
  await button.waitFor()
  expect(await findBarriers(page)).toEqual([])
  await button.click()
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  const { rows } = await world.superuser.query('select host from passkeys where account_id = $1', [
    account.accountId,
  ])
  expect(rows).toEqual([{ host: 'old.example' }])

  await page.goto(`${current}/settings/preferences`)
  await page.getByLabel('Current password').fill(account.password)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Repeat new password').fill(newPassword)
  await button.click()
  await page.getByText('Password changed.').waitFor()

  await page.goto(`${foreign}/sign-in`)
  expect(await askAt(page)).toBe('SecurityError')
  expect(faults()).toEqual([])
})
