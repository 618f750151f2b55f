// The frame of every view: navigation, palette, theme, language, and the phone layout.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { findBarriers } from './axe.ts'
import { mapOf } from './map.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { phone } from './visitor.ts'

let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account()
  for (const name of ['Gaviota', 'Albatros', 'Charrán']) await stage.make.device(account, { name })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

test('every view of the rail has its URL, survives a reload, and Back works', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account)
  const rail = page.getByRole('navigation', { name: 'Main' })
  const views = {
    History: '/history',
    Alerts: '/alerts',
    Devices: '/devices',
    Geofences: '/geofences',
    Settings: '/settings',
    'Live map': '/live',
  }
  for (const [name, path] of Object.entries(views)) {
    await rail.getByRole('link', { name }).click()
    await page.locator(`a[href="${path}"][aria-current=page]`).waitFor()
    expect(new URL(page.url()).pathname.startsWith(path)).toBe(true)
    await page.reload()
    await page.locator(`a[href="${path}"][aria-current=page]`).waitFor()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }
  await page.goBack()
  await expect.poll(() => page.url()).toContain('/settings')
}, 240_000)

test('search, status and order are kept in the URL and applied to the list', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account)
  const rows = page.getByRole('listbox', { name: 'Devices' }).getByRole('option')
  await expect.poll(() => rows.count()).toBe(3)

  await page.getByRole('textbox', { name: 'Search devices' }).fill('charran')
  await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining('Charrán')])
  expect(new URL(page.url()).searchParams.get('q')).toBe('charran')
  await page.reload()
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.poll(() => rows.count()).toBe(3)

  const chips = page.getByRole('group', { name: 'Status' })
  await chips.getByRole('button', { name: /Never seen 3/ }).click()
  expect(new URL(page.url()).searchParams.get('status')).toBe('never')
  expect(await chips.getByRole('button', { name: /Never seen/ }).getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => rows.count()).toBe(3)
  await page.goto('/live?status=moving')
  await page.getByText('No matching devices').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => rows.count()).toBe(3)
})

test('the palette finds a device and a view by keyboard', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account)
  await page.getByRole('option', { name: /Albatros/ }).waitFor()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('textbox', { name: 'Search devices, places, pages and actions' })
  // The test types faster than a person: without focus the keys would go to the list behind the palette.
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type('albat')
  await page.getByRole('button', { name: /Albatros/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Albatros' }).waitFor()
  expect(new URL(page.url()).searchParams.get('device')).toMatch(/^dev_/)
  await box.waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).searchParams.has('device')).toBe(false)
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/settings/account')
})

test('the list is navigated and opened by keyboard', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account)
  await page.getByRole('option', { name: /Albatros/ }).waitFor()
  await page.getByRole('listbox', { name: 'Devices' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Charrán' }).waitFor()
})

test('the theme is switched and remembered', async () => {
  const { page, signIn } = await stage.visit({ theme: 'light' })
  await signIn(account)
  const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('dialog').getByText('Dark', { exact: true }).click()
  await expect.poll(scheme).toBe('dark')
  await page.reload()
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  expect(await scheme()).toBe('dark')
})

test('the language is the browser’s at first, then the chosen one', async () => {
  const { page, goTo } = await stage.visit({ language: 'pt' })
  await goTo('/sign-in')
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  await page.getByRole('combobox', { name: 'Idioma' }).click()
  await page.getByRole('option', { name: 'Español' }).click()
  await page.getByRole('textbox', { name: 'Nombre de usuario' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('es')
  await page.reload()
  await page.getByRole('textbox', { name: 'Nombre de usuario' }).waitFor()
})

test('a phone shows the map with a panel that expands and collapses, and nothing overflows', async () => {
  const { page, signIn } = await stage.visit(phone)
  await signIn(account)
  await page.getByRole('option', { name: /Gaviota/ }).waitFor()
  const topOf = async () =>
    (await page.getByRole('region', { name: 'Devices', exact: true }).boundingBox())?.y ?? 0
  const half = await topOf()
  await page.getByRole('button', { name: 'Expand panel' }).click()
  await expect.poll(topOf).toBeLessThan(half)
  await page.getByRole('button', { name: 'Collapse panel' }).click()
  await page.getByRole('button', { name: 'Collapse panel' }).click()
  await expect.poll(topOf).toBeGreaterThan(half)
  const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await widthOf()).toBeLessThanOrEqual(phone.width)
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await widthOf()).toBeLessThanOrEqual(phone.width)
})

test('the user menu names user and account, and signs out', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account)
  await page.getByRole('button', { name: /^Account/ }).click()
  const menu = page.getByRole('dialog')
  await menu.getByText(account.userName, { exact: false }).first().waitFor()
  expect(await menu.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/docs/')
  expect(await findBarriers(page)).toEqual([])
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('dates follow the region of the browser, and the clock the choice of the user', async () => {
  const device = await stage.make.device(account, { name: 'Paíño' })
  const { id } = await stage.make.alert(account, device.id, { dateTime: '2026-11-15T15:06:00Z' })
  const { page, signIn } = await stage.visit({ language: 'en-GB' })
  await signIn(account, `/alerts?id=${id}`)
  const detail = page.getByRole('complementary', { name: 'SOS' })
  await expect.poll(() => detail.textContent()).toMatch(/15 Nov 2026, \d\d:06:00/)
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('dialog').getByText('12-hour', { exact: true }).click()
  await expect.poll(() => detail.textContent()).toMatch(/:06:00\s?[ap]m/i)
})

test('a view that could not be loaded opens by itself when the connection is back', async () => {
  const { page, signIn, context, expectsOutage } = await stage.visit()
  expectsOutage()
  await signIn(account)
  await page.getByRole('option', { name: /Albatros/ }).waitFor()
  const map = await mapOf(page)
  await expect.poll(() => map.evaluate((loading) => loading.loaded())).toBe(true)
  // The stream of the worker ignores the setting of the browser.
  await context.setOffline(true)
  stage.proxy.blackHole()
  stage.proxy.cut()
  await page.getByText(/No connection for/).waitFor()
  await page.getByRole('link', { name: 'Geofences' }).click()
  await page.getByText('No connection: this page could not be loaded').waitFor()
  // The rail is still there: the rest of the page works.
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await context.setOffline(false)
  stage.proxy.heal()
  stage.proxy.cut()
  await page.getByRole('heading', { name: 'Geofences' }).waitFor()
  await page
    .getByText(/No connection/)
    .first()
    .waitFor({ state: 'detached' })
}, 120_000)

test('a slow line shows the logo instead of a blank page', async () => {
  const { page, goTo } = await stage.visit()
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  const opening = goTo('/sign-in')
  await page.locator('#splash').waitFor()
  await opening
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.locator('#splash').count()).toBe(0)
})

test('the interface starts in a browser that blocks storage', async () => {
  const { page, context, signIn } = await stage.visit()
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          // Unlike a DOMException, it has a stack for the report of the test.
          throw new Error(`${name} is blocked`)
        },
      })
    }
  })
  await signIn(account)
  await page.getByRole('option', { name: /Albatros/ }).waitFor()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
})
