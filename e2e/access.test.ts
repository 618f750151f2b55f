// Access: a user limited to a group, and a visitor with a share link.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account()
  const group = await stage.make.group(account, { name: 'Fishing boats' })
  await stage.make.device(account, { name: 'Gaviota', groups: [group.id] })
  const ferries = await stage.make.group(account, { name: 'Ferries' })
  await stage.make.device(account, { name: 'Charrán', groups: [ferries.id, group.id] })
  await stage.make.device(account, { name: 'Albatros' })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

test('a user limited to groups sees only their devices, and no action that is refused', async () => {
  const owner = await stage.visit()
  const { page } = owner
  await owner.signIn(account, '/settings/users/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Marta Iglesias')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('marta@example.com')
  await page.getByRole('radio', { name: 'Standard' }).check()
  await page.getByRole('radio', { name: 'Groups' }).check()
  await page.getByPlaceholder('Choose groups').click()
  await page.getByRole('option', { name: 'Fishing boats' }).click()
  await page.getByRole('option', { name: 'Ferries' }).click()
  await page.getByText(/sees only the devices in the groups Fishing boats and Ferries/).waitFor()
  await page.getByRole('radio', { name: 'Generate a password' }).check()
  await page.getByRole('button', { name: 'Create user' }).click()
  const password = await page.getByRole('textbox', { name: 'Password' }).inputValue()

  const marta = await stage.visit()
  await marta.signIn({ userName: 'marta@example.com', password })
  const rows = marta.page.getByRole('listbox', { name: 'Devices' }).getByRole('option')
  await expect
    .poll(() => rows.allTextContents())
    .toEqual([expect.stringContaining('Charrán'), expect.stringContaining('Gaviota')])
  expect(await marta.page.getByRole('link', { name: 'Connect a tracker' }).count()).toBe(0)
  await marta.page.goto('/connect')
  await marta.page.waitForURL('**/live*')
  await marta.page.goto('/settings/ingest-keys')
  await marta.page.waitForURL('**/settings/account')
  const menu = marta.page.getByRole('navigation', { name: 'Settings' })
  await expect.poll(() => menu.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
  expect(await marta.page.getByText('Licenses', { exact: true }).count()).toBe(0)
  await marta.page.goto('/settings/webhooks')
  await marta.page.getByRole('heading', { name: 'Webhooks' }).waitFor()
  expect(await marta.page.getByRole('button', { name: 'Create webhook' }).count()).toBe(0)
  await marta.page.goto('/settings/audit')
  await marta.page.getByText('No access', { exact: true }).waitFor()
})

test('the audit log shows the change and its user', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/settings/audit')
  const row = page.getByRole('row', { name: /Created a user/ }).first()
  await row.waitFor()
  expect(await row.textContent()).toContain(account.userName)
  expect(await row.textContent()).toContain('Marta Iglesias')
})

test('a share link shows its device without signing in, until it is revoked', async () => {
  const owner = await stage.visit()
  const { page } = owner
  await owner.signIn(account, '/settings/shares')
  await page.getByRole('button', { name: 'New share link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('For the port')
  await dialog.getByLabel('Devices').first().fill('Gavi')
  await page.getByRole('option', { name: 'Gaviota' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = page.getByRole('textbox', { name: 'Link' })
  await link.waitFor()
  const url = new URL(await link.inputValue())
  expect(url.origin).toBe(stage.url)

  const visitor = await stage.visit()
  await visitor.goTo(url.pathname)
  await visitor.page.getByRole('list', { name: 'Shared devices' }).getByText('Gaviota').waitFor()
  expect(await visitor.page.content()).not.toContain('Albatros')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for For the port' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('row', { name: /For the port/ }).waitFor({ state: 'detached' })
  visitor.expects(/404|410/)
  await visitor.page.reload()
  await visitor.page.getByText('This link is no longer valid').waitFor()
})
