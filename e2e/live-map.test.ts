// The live map as a tool: one filter, a camera that stays, nothing covers the selected device.

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { findBarriers } from './axe.ts'
import { devicesOn, mapOf } from './map.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { driveTracker } from './trackers.ts'
import { phone } from './visitor.ts'

let stage: Stage
let account: MadeAccount
const ids: Record<string, string> = {}

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account()
  const galicia = Array.from({ length: 6 }, (_, number): [string, number, number] => [
    `Truck ${number + 1}`,
    42.2 + number / 10,
    -8.6 + number / 20,
  ])
  for (const [name, latitude, longitude] of [...galicia, ['Vessel', -33, -71.6] as const]) {
    const { id } = await stage.make.device(account, { name })
    ids[name] = id
    const location = { dateTime: new Date().toISOString(), latitude, longitude, speed: 0 }
    await stage.call('POST', `/api/devices/${id}/locations`, {
      token: account.token,
      body: { locations: [location] },
    })
  }
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

const list = (page: Page) => page.getByRole('listbox', { name: 'Devices' })

/** Where the selected device is on the screen. */
async function selectedOn(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.getByTestId('map').boundingBox()
  const map = await mapOf(page)
  const at = await map.evaluate((map) => {
    const [device] = map.getLayer('selected-device')
      ? map.queryRenderedFeatures({ layers: ['selected-device'] })
      : []
    return device && map.project(device.geometry.coordinates)
  })
  return { x: (box?.x ?? 0) + (at?.x ?? Number.NaN), y: (box?.y ?? 0) + (at?.y ?? Number.NaN) }
}

async function viewOf(page: Page): Promise<{ zoom: number; lng: number; lat: number }> {
  return (await mapOf(page)).evaluate((map) => ({ zoom: map.getZoom(), ...map.getCenter() }))
}

test('the first view shows the dense part of the fleet, not the globe', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account)
  await list(page).getByRole('option').first().waitFor()
  await expect.poll(async () => (await viewOf(page)).zoom).toBeGreaterThan(6)
  const { lat, lng } = await viewOf(page)
  expect(Math.abs(lat - 42.45)).toBeLessThan(1)
  expect(Math.abs(lng + 8.5)).toBeLessThan(2)
})

test('list, map and chips follow one filter, and the map moves to what was found', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account)
  const search = page.getByRole('textbox', { name: 'Search devices' })
  await expect.poll(async () => (await devicesOn(page)).length).toBeGreaterThan(0)
  await search.fill('vessel')
  await expect.poll(() => list(page).getByRole('option').count()).toBe(1)
  await expect.poll(() => page.getByRole('button', { name: /^All/ }).textContent()).toBe('All 1')
  await expect.poll(async () => (await devicesOn(page)).map(({ name }) => name)).toEqual(['Vessel'])
  expect((await viewOf(page)).lat).toBeLessThan(-30)

  await search.fill('truck')
  await expect.poll(() => page.getByRole('button', { name: /^All/ }).textContent()).toBe('All 6')
  await expect.poll(async () => (await viewOf(page)).lat).toBeGreaterThan(40)
  await search.press('ArrowDown')
  expect(await list(page).evaluate((box) => box === document.activeElement)).toBe(true)
  await search.press('Enter')
  await page.getByRole('complementary', { name: 'Truck 1' }).waitFor()
})

test('the camera stays: in other views, after a reload, and after the filter once the map was moved', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account)
  await expect.poll(async () => (await viewOf(page)).zoom).toBeGreaterThan(6)
  const before = await viewOf(page)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await viewOf(page)).zoom).toBeCloseTo(before.zoom + 1, 1)
  await expect.poll(() => new URL(page.url()).searchParams.get('at')).not.toBeNull()
  const zoomed = await viewOf(page)

  await page.getByRole('textbox', { name: 'Search devices' }).fill('vessel')
  await expect.poll(() => list(page).getByRole('option').count()).toBe(1)
  await page.waitForTimeout(1_500)
  expect((await viewOf(page)).lat).toBeCloseTo(zoomed.lat, 2)
  await page.getByRole('button', { name: 'Fit map to listed devices' }).click()
  await expect.poll(async () => (await viewOf(page)).lat).toBeLessThan(-30)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('rastro.camera'))).toContain('/-3')

  await page.goto('/alerts')
  await page.goto('/live')
  await expect.poll(async () => (await viewOf(page)).lat).toBeLessThan(-30)
})

test('neither list nor card covers the selected device or its name', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account)
  await list(page)
    .getByRole('option', { name: /Truck 3/ })
    .click()
  const card = page.getByRole('complementary', { name: 'Truck 3' })
  await card.waitFor()
  await expect.poll(async () => (await selectedOn(page)).x).toBeGreaterThan(0)
  const cardBox = await card.boundingBox()
  const listBox = await page.getByRole('region', { name: 'Devices', exact: true }).boundingBox()
  await expect
    .poll(async () => {
      const { x } = await selectedOn(page)
      return x > (listBox?.x ?? 0) + (listBox?.width ?? 0) && x < (cardBox?.x ?? 0) - 80
    })
    .toBe(true)
  expect(await findBarriers(page)).toEqual([])
})

test('on a phone the card is a sheet that is dragged, and the device stays above it', async () => {
  const { page, signIn } = await stage.visit(phone)
  await signIn(account, `/live?device=${ids['Truck 2']}`)
  const card = page.getByRole('complementary', { name: 'Truck 2' })
  await card.waitFor()
  const top = async () => (await card.boundingBox())?.y ?? 0
  await expect.poll(async () => (await selectedOn(page)).y < (await top()) - 20).toBe(true)

  const half = await top()
  const x = phone.width / 2
  await page.mouse.move(x, half + 20)
  await page.mouse.down()
  await page.mouse.move(x, half - 100, { steps: 5 })
  await page.mouse.move(x, 120, { steps: 10 })
  await page.mouse.up()
  await expect.poll(top).toBeLessThan(half - 200)
  // By keyboard, twice down to the name alone.
  await card.getByRole('button', { name: 'Collapse panel' }).click()
  await card.getByRole('button', { name: 'Collapse panel' }).press('ArrowDown')
  await expect.poll(top).toBeGreaterThan(half + 200)
  expect(await findBarriers(page)).toEqual([])
  await card.getByRole('button', { name: 'Close' }).click()
  await list(page).waitFor()
})

test('a place has a menu, and distances are measured from it', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account)
  await expect.poll(async () => (await viewOf(page)).zoom).toBeGreaterThan(6)
  await page.getByTestId('map').click({ button: 'right', position: { x: 800, y: 400 } })
  await page.getByRole('menuitem', { name: /^Copy / }).waitFor()
  await page.getByRole('menuitem', { name: 'Measure from here' }).click()
  const ruler = page.getByRole('group', { name: 'Measure distance' })
  await ruler.waitFor()
  await page.getByTestId('map').click({ position: { x: 900, y: 500 } })
  await expect.poll(() => ruler.textContent()).toMatch(/Distance: \d/)
  await page.keyboard.press('Escape')
  await ruler.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Map layers and legend' }).click()
  await page.getByText('Legend', { exact: true }).waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('a link is made without leaving the map, and the guest’s map follows', async () => {
  const identifier = '356307040000033'
  await stage.make.device(account, { name: 'Courier', identifier })
  const tracker = await driveTracker(stage.world.gatewayPort, identifier)
  await tracker.report({ latitude: 41.1, longitude: -8.6, speedKmh: 50 })
  const { page, signIn } = await stage.visit()
  await signIn(account, '/live?q=courier')
  await list(page)
    .getByRole('option', { name: /Courier/ })
    .click()
  await page.getByRole('complementary', { name: 'Courier' }).getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Courier')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = page.getByRole('textbox', { name: 'Link' })
  await link.waitFor()
  expect(new URL(page.url()).pathname).toBe('/live')

  const guest = await stage.visit(phone)
  await guest.goTo(new URL(await link.inputValue()).pathname)
  await guest.page.getByText(/Link valid until .+\(.+\)/).waitFor()
  await expect.poll(async () => Math.abs((await viewOf(guest.page)).lat - 41.1)).toBeLessThan(0.01)
  await tracker.report({ latitude: 41.2, longitude: -8.5, speedKmh: 50 })
  await expect.poll(async () => Math.abs((await viewOf(guest.page)).lat - 41.2)).toBeLessThan(0.01)
  expect(await findBarriers(guest.page)).toEqual([])
  tracker.close()
})
