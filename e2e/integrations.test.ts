// API keys and webhooks: created, used, and their use shown.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { openReceiver } from '../server/test/receiver.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

const run = promisify(execFile)

let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account()
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

test('a new key gets a token with the shown command, and its use is listed', async () => {
  const { page, signIn, context } = await stage.visit()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(account, '/settings/api-keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('ERP sync')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const secret = await page.getByRole('textbox', { name: 'API key' }).inputValue()
  expect(secret).toMatch(/^rk_live_/)
  const command = await page.locator('code', { hasText: 'curl' }).textContent()
  expect(command).toContain(secret)

  const row = page.getByRole('row', { name: /ERP sync/ })
  expect(await row.textContent()).toContain('never')
  const { stdout } = await run('sh', ['-c', command ?? ''])
  const { token } = JSON.parse(stdout)
  expect((await stage.call('GET', '/api/account', { token })).status).toBe(200)

  await page.getByRole('button', { name: 'Copy key' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await expect
    .poll(
      async () => {
        await page.reload()
        await row.waitFor()
        return row.textContent()
      },
      { interval: 2_000 },
    )
    .toMatch(/ago, from 127\.0\.0\.1/)
  expect(await page.content()).not.toContain(secret)
})

test('deleting a key requires typing its name', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/settings/api-keys')
  await page.getByRole('button', { name: 'Actions for ERP sync' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Delete key' })
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('ERP sync')
  await confirm.click()
  await page.getByRole('row', { name: /ERP sync/ }).waitFor({ state: 'detached' })
})

test('the secret of a deleted key is no longer offered', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/settings/api-keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Short-lived')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const secret = page.getByRole('textbox', { name: 'API key' })
  await secret.waitFor()
  await page.getByRole('button', { name: 'Actions for Short-lived' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Short-lived')
  await dialog.getByRole('button', { name: 'Delete key' }).click()
  await secret.waitFor({ state: 'detached' })
})

test('a webhook is created, tested, receives an alert, and logs its deliveries', async () => {
  const receiver = await openReceiver()
  const { page, signIn, context } = await stage.visit()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const device = await stage.make.device(account, { name: 'Gaviota' })
  await signIn(account, '/settings/webhooks')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour')
  await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
  await page.getByText('Selected events', { exact: true }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  expect(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(/^whsec_/)
  await page.getByRole('button', { name: 'Copy secret' }).click()
  // Nothing was delivered yet.
  await page
    .getByRole('row', { name: /Harbour/ })
    .getByText('Waiting for events')
    .waitFor()
  await page.getByRole('link', { name: 'Harbour' }).click()

  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('Accepted by the receiver').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  expect(receiver.received.map(({ json }) => json.type)).toEqual(['webhook.test'])

  receiver.behaviour = 500
  await stage.make.alert(account, device.id)
  const log = page.getByRole('region', { name: 'Deliveries' })
  await expect.poll(() => receiver.received.some(({ json }) => json.type === 'alert.raised')).toBe(true)
  await expect
    .poll(
      async () => {
        await page.reload()
        await log
          .getByRole('button', { name: /alert.raised/ })
          .first()
          .waitFor()
        return log
          .getByRole('button', { name: /alert.raised/ })
          .first()
          .textContent()
      },
      { interval: 1_000 },
    )
    .toMatch(/Waiting.*500 · \d+ att/)
  await log
    .getByRole('button', { name: /alert.raised/ })
    .first()
    .click()
  // On a slow machine the first retry has failed too.
  await log.getByText('Response 500').first().waitFor()

  receiver.behaviour = 204
  await log.getByRole('button', { name: 'Resend' }).click()
  await expect
    .poll(() =>
      log
        .getByRole('button', { name: /alert.raised/ })
        .first()
        .textContent(),
    )
    .toMatch(/Delivered/)
  await page.getByText('Active', { exact: true }).waitFor()
  await receiver.close()
})

test('signing out ends the session of this browser', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/settings/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto('/live')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
