// What programs need of the interface: a key, a webhook, and the proof that both were used.

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

test('a key that is made here gets a token with the line that is shown, and its use is seen', async () => {
  const { page, signIn, context } = await stage.visit()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(account, '/settings/api-keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('ERP sync')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const secret = await page.getByRole('textbox', { name: 'API key' }).inputValue()
  expect(secret).toMatch(/^rk_live_/)
  const line = await page.locator('code', { hasText: 'curl' }).textContent()
  expect(line).toContain(secret)

  const row = page.getByRole('row', { name: /ERP sync/ })
  expect(await row.textContent()).toContain('never')
  const { stdout } = await run('sh', ['-c', line ?? ''])
  const { token } = JSON.parse(stdout)
  expect((await stage.call('GET', '/api/account', { token })).status).toBe(200)

  await page.getByRole('button', { name: 'Copy the key' }).click()
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

test('a key is deleted only by who types its name, and its tokens die with it', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/settings/api-keys')
  await page.getByRole('button', { name: 'Actions for ERP sync' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Delete the key' })
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('ERP sync')
  await confirm.click()
  await page.getByRole('row', { name: /ERP sync/ }).waitFor({ state: 'detached' })
})

test('a webhook is made, tested, hears of an alert, and its log says how it went', async () => {
  const receiver = await openReceiver()
  const { page, signIn, context } = await stage.visit()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const device = await stage.make.device(account, { name: 'Gaviota' })
  await signIn(account, '/settings/webhooks')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour')
  await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
  await page.getByText('Only these', { exact: true }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  expect(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(/^whsec_/)
  await page.getByRole('button', { name: 'Copy the secret' }).click()
  await page.getByRole('link', { name: 'Harbour' }).click()

  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('The receiver took it').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  expect(receiver.received.map(({ json }) => json.type)).toEqual(['webhook.test'])

  receiver.mood = 500
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
    .toMatch(/Waiting.*500 · \d+ tr/)
  await log
    .getByRole('button', { name: /alert.raised/ })
    .first()
    .click()
  await log.getByText('Answer 500').waitFor()

  receiver.mood = 204
  await log.getByRole('button', { name: 'Deliver again' }).click()
  await expect
    .poll(() =>
      log
        .getByRole('button', { name: /alert.raised/ })
        .first()
        .textContent(),
    )
    .toMatch(/Delivered/)
  await receiver.close()
})

test('signing out ends the session of this browser', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/settings/account')
  await page.getByRole('button', { name: 'Sign out here' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto('/live')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
