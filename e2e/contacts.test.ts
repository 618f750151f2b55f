// A rule with a contact that is created inside it, and verified by the recipient.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { fillAccount } from './fill-account.ts'
import { linkSecretIn } from './mail.ts'
import { makePerson } from './people.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

let stage: Stage
let account: MadeAccount
let things: Record<string, string>

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account()
  things = await fillAccount(stage, account)
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

test('a contact is created inside a rule, verified by its link, and the rule is still there', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, `/rules/new?kind=geofence&geofence=${things.geofenceId}`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Yard left')
  await page.getByRole('button', { name: 'New contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'New contact' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bruno')
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('bruno@example.com')
  await dialog.getByRole('button', { name: 'Save' }).click()

  const verifying = page.getByRole('dialog', { name: 'Verify “Bruno”' })
  await verifying.getByRole('button', { name: 'Send message' }).click()
  const secret = await linkSecretIn(stage.mailbox, 'bruno@example.com')

  const guest = await stage.visit()
  await guest.goTo(`/verify/${secret}`)
  await guest.page.getByText(/b…@example.com/).waitFor()
  const { body } = await stage.call('GET', '/api/contacts?search=bruno', account)
  expect(body.contacts[0].verified).toBe(false)
  await guest.page.getByRole('button', { name: 'Yes, confirm' }).click()
  await guest.page.getByText('b…@example.com is confirmed').waitFor()

  // The dialog of the sender notices it.
  await verifying.waitFor({ state: 'hidden' })
  await page.getByText('Bruno is verified and gets alerts from now on.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Yard left')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => {
      const { body } = await stage.call('GET', '/api/alertRules?search=Yard', account)
      return body.alertRules[0]?.contacts.length
    })
    .toBe(1)
})

test('an unknown link is explained', async () => {
  const { page, goTo, expects } = await stage.visit({ language: 'es' })
  expects(/404.*\/verify\//)
  await goTo(`/verify/${'x'.repeat(52)}`)
  await page.getByText('Este enlace ya no es válido').waitFor()
})

test('a rule is tested on a group', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/rules/new?kind=speed')
  await page.getByRole('textbox', { name: 'Limit' }).fill('10')
  await page
    .locator('label')
    .filter({ hasText: /^Group$/ })
    .click()
  await page.getByRole('combobox', { name: 'Group', exact: true }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText(/Would have raised \d+ alerts?$/).waitFor()
  await page.getByText(/On \d of \d devices/).waitFor()
})

test('a look-only user meets no editing of rules', async () => {
  const reader = await makePerson(stage, account, { groupIds: [things.groupId] })
  const { page, signIn } = await stage.visit()
  await signIn(reader, '/rules')
  await page.getByRole('heading', { name: 'Alert rules' }).waitFor()
  await page.getByText('Administrators manage the rules').waitFor()
  expect(await page.getByRole('link', { name: 'New rule' }).count()).toBe(0)
  expect(await page.getByRole('switch').count()).toBe(0)
  await page.goto(`/rules/${things.ruleId}`)
  await page.getByText('Administrators manage the rules').waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
})
