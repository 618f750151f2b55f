// Unsaved changes survive everything but a decision, and deletions can be undone.

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { fillAccount } from './fill-account.ts'
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

const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true })
const storedDrafts = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, value]) => (key.startsWith('rastro.draft') ? [value] : [])),
  )

test('a rule survives a reload, and saving it ends the draft', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/rules/new?kind=speed')
  await nameOf(page).fill('Night speed')
  await page.getByRole('textbox', { name: 'Limit' }).fill('77')
  await expect.poll(() => storedDrafts(page)).toHaveLength(1)
  await page.reload()
  await page.getByText(/Unsaved changes from .* restored/).waitFor()
  expect(await nameOf(page).inputValue()).toBe('Night speed')
  expect(await page.getByRole('textbox', { name: 'Limit' }).inputValue()).toMatch(/^77/)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/rules')
  await expect.poll(() => storedDrafts(page)).toEqual([])
  await page.goto('/rules/new?kind=speed')
  expect(await nameOf(page).inputValue()).toBe('Speed')
})

test('leaving asks once: stay, leave and keep, or discard', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, `/rules/${things.ruleId}`)
  await nameOf(page).fill('Renamed')
  await page.getByRole('link', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await nameOf(page).inputValue()).toBe('Renamed')

  await page.getByRole('link', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Leave, keep changes' }).click()
  await page.waitForURL('**/rules')
  await page.goto(`/rules/${things.ruleId}`)
  await page.getByText(/Unsaved changes from .* restored/).waitFor()

  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  expect(await nameOf(page).inputValue()).not.toBe('Renamed')
  // Nothing is unsaved: leaving does not ask.
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL('**/rules')
  expect(await storedDrafts(page)).toEqual([])
})

test('the tabs of a device keep each other’s input', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, `/devices/${things.deviceId}`)
  await page.getByRole('textbox', { name: 'Description' }).fill('The blue one')
  await page.getByRole('tab', { name: 'Limits and expiry' }).click()
  await page.getByRole('textbox', { name: 'E-mails per day' }).fill('7')
  await page.getByRole('tab', { name: 'Details' }).click()
  expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('The blue one')
  await page.getByRole('tab', { name: 'Limits and expiry' }).click()
  expect(await page.getByRole('textbox', { name: 'E-mails per day' }).inputValue()).toBe('7')
  for (const tab of ['Limits and expiry', 'Details']) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
  }
})

test('two browser tabs do not overwrite each other silently', async () => {
  const { page, context, signIn } = await stage.visit()
  await signIn(account, `/settings/groups/${things.groupId}`)
  const other = await context.newPage()
  await other.goto(`/settings/groups/${things.groupId}`)
  await nameOf(page).fill('From the first tab')
  await other.getByText('Also being edited in another tab of this browser.').waitFor()
  await nameOf(other).fill('From the second tab')
  await page.getByText('Also being edited in another tab of this browser.').waitFor()
  await expect.poll(() => storedDrafts(page)).toHaveLength(2)

  await page.getByRole('button', { name: 'Save' }).click()
  await other.getByText(/Saved in another tab of this browser/).waitFor()
  expect(await nameOf(other).inputValue()).toBe('From the second tab')
  await expect.poll(() => storedDrafts(other)).toHaveLength(1)
})

test('a broken connection loses nothing: what could not be saved is there after a reload', async () => {
  const { page, signIn, expectsOutage } = await stage.visit()
  expectsOutage()
  await signIn(account, '/settings/contacts')
  await page.getByRole('button', { name: 'New contact' }).click()
  const dialog = page.getByRole('dialog')
  await nameOf(page).fill('Ana')
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('ana@example.com')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  await page.context().setOffline(false)
  await page.reload()
  await page.getByRole('button', { name: 'New contact' }).click()
  await page.getByText(/Unsaved changes from .* restored/).waitFor()
  expect(await nameOf(page).inputValue()).toBe('Ana')
  // Closing the dialog asks too.
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Discard changes' })
    .click()
  expect(await storedDrafts(page)).toEqual([])
})

test('drafts of another user are not shown', async () => {
  const { page, context, signIn } = await stage.visit()
  await signIn(account, '/rules/new?kind=speed')
  await nameOf(page).fill('Secret plan')
  await expect.poll(() => storedDrafts(page)).toHaveLength(1)
  const admin = await makePerson(stage, account, { role: 'administrator' })
  await context.clearCookies()
  await signIn(admin, '/rules/new?kind=speed')
  expect(await nameOf(page).inputValue()).toBe('Speed')
})

test('a deleted rule comes back by Undo, and by Ctrl+Z', async () => {
  const { page, signIn } = await stage.visit()
  const { id, name } = await stage.make.rule(account, { name: 'Undo me' })
  for (const undo of [
    () => page.getByRole('button', { name: 'Undo' }).click(),
    () => page.keyboard.press('Control+z'),
  ]) {
    await signIn(account, `/rules/${id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('“Undo me” deleted.').waitFor()
    await page.getByRole('link', { name: new RegExp(name) }).waitFor({ state: 'hidden' })
    await undo()
    await page.getByRole('link', { name: new RegExp(name) }).waitFor()
    expect((await stage.call('GET', `/api/alertRules/${id}`, account)).status).toBe(200)
  }
})

test('a deletion happens after the toast, and also when the page is left', async () => {
  const { page, signIn } = await stage.visit()
  const waited = await stage.make.rule(account, { name: 'Waited' })
  await signIn(account, `/rules/${waited.id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect
    .poll(async () => (await stage.call('GET', `/api/alertRules/${waited.id}`, account)).status)
    .toBe(404)

  const { id } = await stage.make.geofence(account, { name: 'Left behind' })
  await page.goto(`/geofences/${id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('“Left behind” deleted.').waitFor()
  await page.goto('/settings/preferences')
  await expect.poll(async () => (await stage.call('GET', `/api/geofences/${id}`, account)).status).toBe(404)
})
