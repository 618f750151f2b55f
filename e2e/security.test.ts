// Sessions and sign-ins of users, and API keys with limits.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account()
  await stage.make.group(account, { name: 'Fishing boats' })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

test('a session is ended from another browser, and its page signs out', async () => {
  const mine = await stage.visit()
  const forgotten = await stage.visit()
  // Its calls are refused once it is signed out.
  forgotten.expects(/401/)
  await forgotten.signIn(account, '/settings/preferences')
  await mine.signIn(account, '/settings/security')
  const sessions = mine.page.getByRole('table', { name: 'Sessions' })
  await sessions.getByText('this one').waitFor()
  expect(await sessions.getByRole('row').count()).toBe(3)
  await sessions.getByRole('button', { name: /^Sign out/ }).click()
  await mine.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => sessions.getByRole('row').count()).toBe(2)

  await forgotten.page.goto(`${stage.url}/settings/security`)
  await forgotten.page.getByRole('textbox', { name: 'User name' }).waitFor()
})

test('recent sign-ins show a refused one with its reason', async () => {
  await stage.call('POST', '/session', { body: { userName: account.userName, password: 'wrong' } })
  const { page, signIn } = await stage.visit()
  await signIn(account, '/settings/security')
  const signIns = page.getByRole('table', { name: 'Recent sign-ins' })
  await expect
    .poll(
      async () => {
        await page.reload()
        await signIns.waitFor()
        return signIns.textContent()
      },
      { interval: 1_000 },
    )
    .toContain('Wrong password or key')
})

test('a key is created with limits, edited, and replaced with an overlap', async () => {
  const { page, signIn, expects } = await stage.visit()
  expects(/400.*apiKeys/)
  await signIn(account, '/settings/api-keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Dashboard')
  await dialog.getByRole('radio', { name: 'Only what is selected' }).check()
  await dialog.getByRole('checkbox', { name: 'Manage geofences' }).check()
  await dialog.getByRole('radio', { name: 'Groups' }).check()
  await dialog.getByRole('combobox', { name: 'Groups' }).click()
  await page.getByRole('option', { name: 'Fishing boats' }).click()
  const networks = dialog
    .getByRole('combobox', { name: 'Allowed networks' })
    .or(dialog.getByRole('textbox', { name: 'Allowed networks' }))
  await networks.fill('not a network')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.getByText('must be an IP address or a network').waitFor()
  await networks.press('Backspace')
  await networks.fill('127.0.0.0/8')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const secret = await page.getByRole('textbox', { name: 'API key' }).inputValue()
  const row = page.getByRole('row', { name: /Dashboard/ })
  for (const limit of ['Permissions', 'Devices', 'Networks']) await row.getByText(limit).waitFor()

  const { userName } = account
  const exchanged = await stage.call('POST', '/api/Auth/Token', { body: { userName, apiKey: secret } })
  const { token } = exchanged.body
  expect((await stage.call('POST', '/api/groups', { token, body: { name: 'No' } })).status).toBe(403)

  await page.getByRole('button', { name: 'Actions for Dashboard' }).click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'All devices of the user' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await row.getByText('Devices').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Actions for Dashboard' }).click()
  await page.getByRole('menuitem', { name: 'New secret…' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Old secret' }).click()
  await page.getByRole('option', { name: 'Works for 1 day' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Type' }).fill('Dashboard')
  await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click()
  await row.getByText('The old secret works until').waitFor()
  expect((await stage.call('GET', '/api/account', { token })).status).toBe(200)

  await page.getByRole('button', { name: 'Actions for Dashboard' }).click()
  await page.getByRole('menuitem', { name: 'End old secret…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End old secret' }).click()
  await row.getByText('The old secret works until').waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await stage.call('GET', '/api/account', { token })).status, { timeout: 5_000 })
    .toBe(401)
})
