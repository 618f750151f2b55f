// Places by name: in lists, tables and the card of a device, in alerts, and found by the palette.

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { findBarriers } from './axe.ts'
import { mapOf } from './map.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

let stage: Stage
let account: MadeAccount
let truck: { id: string }

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account()
  truck = await stage.make.device(account, { name: 'Truck' })
  const location = { dateTime: new Date().toISOString(), latitude: 41.3532, longitude: -1.55, speed: 0 }
  const options = { token: account.token, body: location }
  await stage.call('POST', `/api/devices/${truck.id}/locations`, options)
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const box = page.getByRole('textbox', { name: /^(Search devices, places|Buscar dispositivos, lugares)/ })
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type(text)
}

test('a device is somewhere: in the list, in its card, and in an alert', async () => {
  const { id } = await stage.make.alert(account, truck.id)
  const { page, signIn } = await stage.visit()
  await signIn(account)
  await page.getByRole('option', { name: /Truck.*7\.8 km E of Calatayud/ }).click()
  const card = page.getByRole('complementary', { name: 'Truck' })
  await card.getByText('7.8 km E of Calatayud, Zaragoza, Spain').waitFor()
  await page.goto(`/alerts?id=${id}`)
  await page.getByText('7.8 km E of Calatayud, Zaragoza, Spain').waitFor()
})

test('the palette flies to a town, which has the devices nearby', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account)
  await page.getByRole('option', { name: /Truck/ }).waitFor()
  await search(page, 'calatay')
  await page.getByRole('button', { name: /Calatayud.*Zaragoza, Spain/ }).click()
  const place = page.getByRole('group', { name: 'This place' })
  await place.getByText('Calatayud, Zaragoza, Spain').waitFor()
  const map = await mapOf(page)
  await expect.poll(() => map.evaluate((map) => map.getCenter().lng)).toBeCloseTo(-1.643, 1)
  expect(await findBarriers(page)).toEqual([])
  await place.getByRole('button', { name: /Truck/ }).click()
  await page.getByRole('complementary', { name: 'Truck' }).waitFor()
})

test('the palette finds coordinates as people write them', async () => {
  const { page, signIn } = await stage.visit({ language: 'es' })
  await signIn(account)
  await page.getByRole('option', { name: /Truck/ }).waitFor()
  await search(page, `41°21'11.5"N 1°33'W`)
  await page.getByRole('button', { name: /7,8 km al E de Calatayud, Zaragoza, España/ }).click()
  const place = page.getByRole('group', { name: 'Este lugar' })
  await place.getByText('41.35319, -1.55000').last().waitFor()
  await place.getByRole('button', { name: 'Cerrar' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.has('place')).toBe(false)
})

test('the table of devices names the places of the visible rows, in one request', async () => {
  const fleet = await stage.make.account({ licenses: 100 })
  for (let number = 0; number < 60; number += 1) {
    const { id } = await stage.make.device(fleet, { name: `Van ${String(number).padStart(2, '0')}` })
    // A device every 20 km: each has a name of its own.
    const body = { dateTime: new Date().toISOString(), latitude: 41, longitude: -6 + number / 4 }
    await stage.call('POST', `/api/devices/${id}/locations`, { token: fleet.token, body })
  }
  const { page, signIn } = await stage.visit({ width: 1_440, height: 900 })
  const asked: number[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/places/reverse')) return
    asked.push((request.postDataJSON() as { points: unknown[] }).points.length)
  })
  await signIn(fleet, '/devices')
  const table = page.getByRole('table', { name: 'Devices' })
  await table.getByRole('row', { name: /Van 00.* of Ledesma/ }).waitFor()
  expect(asked).toHaveLength(1)
  expect(asked[0]).toBeLessThan(40)
  await table.getByRole('row', { name: /Van 00/ }).hover()
  await page.mouse.wheel(0, 10_000)
  await table.getByRole('row', { name: /Van 59.* of / }).waitFor()
  expect(asked.length).toBeLessThan(8)
})

test('a row of the list that is reused for another device does not keep the place of the first', async () => {
  const fleet = await stage.make.account({ licenses: 100 })
  for (let number = 0; number < 50; number += 1) {
    const { id } = await stage.make.device(fleet, { name: `Van ${String(number).padStart(2, '0')}` })
    const longitude = number < 40 ? -1.55 : -9.14
    const body = { dateTime: new Date().toISOString(), latitude: 41.3532, longitude }
    await stage.call('POST', `/api/devices/${id}/locations`, { token: fleet.token, body })
  }
  const { page, signIn } = await stage.visit()
  await signIn(fleet)
  await page.getByRole('option', { name: /Van 00.*Calatayud/ }).waitFor()
  // What has not been in view has no name from here on.
  await page.route('**/api/places/reverse', () => {})
  await page.getByRole('textbox', { name: 'Search devices' }).fill('Van 49')
  const found = page.getByRole('option', { name: /Van 49/ })
  await found.waitFor()
  expect(await found.textContent()).not.toContain('Calatayud')
})

test('distances are in the units that the user has chosen, at once', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/settings/preferences')
  await page.getByRole('combobox', { name: 'Units' }).click()
  await page.getByRole('option', { name: /Imperial/ }).click()
  await page.goto('/live')
  await page.getByRole('option', { name: /Truck.*4\.8 mi E of Calatayud/ }).click()
  const card = page.getByRole('complementary', { name: 'Truck' })
  await card.getByText('4.8 mi E of Calatayud, Zaragoza, Spain').waitFor()
})
