// Geofences, rules and alerts.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { fillAccount } from './fill-account.ts'
import { mapOf } from './map.ts'
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

async function findGeofence(name: string) {
  const { body } = await stage.call('GET', '/api/geofences?limit=1000', account)
  return body.geofences.find((one: { name: string }) => one.name === name)
}

test('a circle is drawn on the map, then edited by radius', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/geofences/new?at=10/42.2/-8.8')
  await mapOf(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Anchorage')
  await page.getByRole('button', { name: 'Circle' }).click()
  await page.getByText('Drag from the centre to the border, or click both.').waitFor()
  await page.mouse.move(850, 400)
  await page.mouse.down()
  await page.mouse.move(930, 400, { steps: 8 })
  await page.mouse.up()
  await page.getByText(/Circle, radius .* km²/).waitFor()
  await page.getByRole('button', { name: 'Green' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => findGeofence('Anchorage')).toMatchObject({ type: 'circle', color: '#2b8a3e' })
  const { id, radius } = await findGeofence('Anchorage')
  expect(radius).toBeGreaterThan(100)

  await page.goto(`/geofences/${id}`)
  await page.getByText('Edit', { exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Radius' })
  await field.fill('750')
  await field.press('Tab')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await findGeofence('Anchorage')).radius).toBe(750)
})

test('a GeoJSON file is imported', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/geofences')
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: 'Import file' }).click()
  const square = [
    [
      [-9, 42],
      [-8.9, 42],
      [-8.9, 42.1],
      [-9, 42],
    ],
  ]
  const feature = {
    type: 'Feature',
    properties: { name: 'Reserve' },
    geometry: { type: 'Polygon', coordinates: square },
  }
  await page.locator('input[type=file]').setInputFiles({
    name: 'places.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [feature] })),
  })
  await page.getByRole('button', { name: 'Create 1 geofence' }).click()
  await expect.poll(() => findGeofence('Reserve')).toMatchObject({ type: 'polygon' })
})

test('a rule is tested on past data before it is saved', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/rules')
  await page.getByRole('link', { name: 'New rule' }).click()
  await page
    .getByRole('link', { name: /Speed/ })
    .or(page.getByRole('button', { name: /Speed/ }))
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Faster than walking')
  await page.getByRole('textbox', { name: 'Limit' }).fill('10')
  await page.getByRole('combobox', { name: 'Device' }).last().fill('Gavi')
  await page.getByRole('option', { name: 'Gaviota' }).click()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText(/Would have raised 1 alert$/).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => {
      const { body } = await stage.call('GET', '/api/alertRules?limit=100', account)
      return (body.alertRules ?? body.rules).map(({ name }: { name: string }) => name)
    })
    .toContain('Faster than walking')
})

test('a new alert appears at once, is counted on the rail, and is acknowledged by keyboard', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/alerts')
  await page.getByRole('link', { name: 'Alerts, 1 open alert' }).waitFor()
  await stage.make.alert(account, things.deviceId!, { name: 'lowBattery' })
  await page.getByRole('link', { name: 'Alerts, 2 open alerts' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await page.getByRole('link', { name: 'Alerts, 1 open alert' }).waitFor()
})
