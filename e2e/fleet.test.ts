// The dashboard of the fleet: figures that lead to what is behind them, and that follow the fleet by themselves.

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { findBarriers } from './axe.ts'
import { dayBefore, drives, report } from './drives.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { phone } from './visitor.ts'

const timeZone = 'Europe/Madrid'

let stage: Stage
let account: MadeAccount
let group: { id: string }
const { at } = dayBefore(1, timeZone)

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account({ licenses: 50, timeZone })
  group = await stage.make.group(account, { name: 'Boats' })
  const gaviota = await stage.make.device(account, { name: 'Gaviota', groups: [group.id] })
  const albatros = await stage.make.device(account, { name: 'Albatros' })
  await report(stage, account, gaviota.id, drives(at(8)).drive(60).stand(60).locations)
  await report(stage, account, albatros.id, drives(at(10)).drive(20).stand(60).locations)
  const isComputed = async () => (await readDashboard()).distance > 70_000
  await vi.waitUntil(isComputed, { timeout: 60_000, interval: 200 })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

async function readDashboard() {
  return (await stage.call('GET', '/api/fleet/dashboard', account)).body.dashboard
}
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const pathOf = (page: Page) => new URL(page.url()).pathname
const figure = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first()

test('is in the navigation, and has a shortcut', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/devices')
  await page.getByRole('link', { name: 'Gaviota' }).first().waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await page.getByRole('heading', { level: 1, name: 'Fleet' }).waitFor()
  expect(pathOf(page)).toBe('/fleet')
  const rail = page.getByRole('navigation', { name: 'Main' })
  expect(await rail.getByRole('link', { name: 'Fleet' }).getAttribute('aria-current')).toBe('page')
  await figure(page, 'Last 28 days').waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('every figure leads to the report or the devices behind it', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/fleet')
  const { from, to } = await readDashboard()
  await figure(page, /^Last 28 days/).click()
  await page.getByRole('table', { name: 'Fleet summary' }).getByText('Albatros').waitFor()
  expect(searchOf(page)).toMatchObject({ report: 'fleetSummary', from, to })
  await page.goBack()
  await figure(page, /^No data/).click()
  await expect.poll(() => searchOf(page)).toMatchObject({ report: 'dataQuality', from, to })
  await page.goBack()
  await figure(page, /^Silent/).click()
  await expect.poll(() => [pathOf(page), searchOf(page).status]).toEqual(['/live', 'offline'])
  await page.goBack()
  await page.getByRole('table', { name: 'Utilisation by group' }).getByRole('link', { name: 'Boats' }).click()
  await expect.poll(() => searchOf(page)).toMatchObject({ report: 'fleetSummary', groups: group.id })
  await page.goBack()
  await page.getByRole('list', { name: 'Longest distance' }).getByRole('link', { name: 'Gaviota' }).click()
  await expect.poll(() => searchOf(page)).toMatchObject({ report: 'days', from, to })
})

test('shows the days as bars, and as a table', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/fleet')
  const chart = page.getByRole('figure', { name: /^Distance by day/ })
  await chart.locator('canvas').waitFor()
  await page.getByText('Show as a table').click()
  const table = page.getByRole('table', { name: 'Distance' })
  expect(await table.getByRole('row').count()).toBe(29)
  const [yesterday] = await table.locator('tbody tr').allTextContents()
  expect(yesterday).toMatch(/\d\d km/)
  // The newest day is the rightmost bar.
  const box = (await chart.locator('.u-over').boundingBox())!
  await page.mouse.click(box.x + box.width - box.width / 56, box.y + box.height / 2)
  await expect.poll(() => searchOf(page).report).toBe('fleetSummary')
  expect(searchOf(page).from).toBe(searchOf(page).to)
})

test('is limited to a group, which is in the URL', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/fleet')
  await page.getByRole('list', { name: 'Longest distance' }).getByText('Albatros').waitFor()
  await page.getByRole('combobox', { name: 'Group' }).click()
  await page.getByRole('option', { name: 'Boats' }).click()
  await expect.poll(() => searchOf(page).group).toBe(group.id)
  const list = page.getByRole('list', { name: 'Longest distance' })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  await page.reload()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
})

test('on a phone it is in the menu of the user, fits, and has no barriers', async () => {
  const { page, signIn } = await stage.visit({ ...phone, theme: 'dark', language: 'es' })
  await signIn(account, '/devices')
  await page.getByRole('button', { name: 'Cuenta' }).click()
  await page.getByRole('link', { name: 'Flota' }).click()
  await page.getByRole('heading', { level: 1, name: 'Flota' }).waitFor()
  await figure(page, /^Últimos 28 días/).waitFor()
  const width = await page.evaluate(() => document.querySelector('main')!.scrollWidth)
  expect(width).toBeLessThanOrEqual(phone.width)
  await expect.poll(() => findBarriers(page)).toEqual([])
})

test('an account without devices has a link to the first step', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(await stage.make.account(), '/fleet')
  await page.getByText('No devices yet').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Connect a tracker' }).click()
  await expect.poll(() => pathOf(page)).toBe('/connect')
})

test('a failure can be repeated, and values stay when the next ones cannot be read', async () => {
  const { page, signIn, expects } = await stage.visit()
  expects(/500/)
  let isBroken = true
  await page.route('**/api/fleet/dashboard*', (route) =>
    isBroken
      ? route.fulfill({
          status: 500,
          json: { success: false, error: 'Broken.', code: 'internal', requestId: 'x' },
        })
      : route.continue(),
  )
  await signIn(account, '/fleet')
  await page.getByRole('alert').getByText('Broken.').waitFor({ timeout: 60_000 })
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await figure(page, /^Last 28 days/).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('follows the fleet by itself', async () => {
  const { page, signIn } = await stage.visit()
  await page.clock.install()
  await signIn(account, '/fleet')
  await figure(page, /^Standing|^Silent/).waitFor()
  const { now } = await readDashboard()
  await stage.make.device(account, { name: 'New' })
  await page.clock.fastForward(61_000)
  await figure(page, new RegExp(`^Silent\\s*${now.silent + 1}$`)).waitFor()
})

test('counts what needs maintenance, and leads to its report', async () => {
  const plan = await stage.make.maintenancePlan(account, { name: 'Oil', everyKm: 1, warnKm: 0 })
  const { devices } = (await stage.call('GET', '/api/devices', account)).body
  for (const { id: deviceId } of devices) {
    const doneAt = new Date(at(5)).toISOString()
    await stage.make.maintenanceWork(account, { deviceId, planId: plan.id }, { doneAt })
  }
  const { page, signIn } = await stage.visit()
  await signIn(account, '/fleet')
  await figure(page, /^Overdue\s*2$/).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await figure(page, /^Overdue/).click()
  await page.getByRole('table', { name: 'Maintenance' }).getByText('Oil').first().waitFor()
  const { from, to } = await readDashboard()
  expect(searchOf(page)).toMatchObject({ report: 'maintenance', from, to })
})
