// Drivers: a tag that nobody has is given to a new driver, whom the trips of the past then have; purpose by one click.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { findBarriers } from './axe.ts'
import { dayBefore, drives } from './drives.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { phone } from './visitor.ts'

const timeZone = 'Europe/Madrid'
const tag = '01A2B3C4D5E6F708'

let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account({ licenses: 50, timeZone })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

/** A trip with the tag, yesterday at 07:00. */
async function makeDriven(name: string, driverId: string) {
  const device = await stage.make.device(account, { name })
  const { day, at } = dayBefore(1, timeZone)
  const plan = drives(at(7)).drive(30).stand(60)
  const locations = plan.locations.map((one) => ({
    ...one,
    ...(one.ignition && { attributes: { driverId } }),
  }))
  const answer = await stage.call('POST', `/api/devices/${device.id}/locations`, {
    token: account.token,
    body: { locations },
  })
  if (answer.status >= 300) throw new Error(`no locations: ${answer.text}`)
  return { device, day, at }
}

test('a tag of nobody is given to a new driver, also for the past, and a click sets the purpose', async () => {
  const { device, day, at } = await makeDriven('Gaviota', tag)
  await expect
    .poll(
      async () => (await stage.call('GET', '/api/drivers/unknownTags', account)).body.unknownTags.length,
      {
        timeout: 60_000,
      },
    )
    .toBe(1)
  const { page, signIn } = await stage.visit()
  await signIn(account, '/drivers')
  await page.getByRole('table', { name: 'Unknown tags' }).getByText(tag).waitFor()
  expect(await findBarriers(page)).toEqual([])

  await page.getByRole('button', { name: 'New driver' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ana Gil')
  await page.getByRole('textbox', { name: 'Phone' }).fill('+34 600 111 222')
  await page.getByRole('button', { name: 'Create driver' }).click()
  await page.getByRole('heading', { name: 'Ana Gil' }).waitFor()

  await page.goto('/drivers')
  await page.getByRole('button', { name: `Give to a driver: ${tag}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Driver' }).click()
  await page.getByRole('option', { name: 'Ana Gil' }).click()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Give to a driver', exact: true }).click()
  await page.getByText('The tag now belongs to Ana Gil.').waitFor()
  await page.getByRole('table', { name: 'Unknown tags' }).waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Ana Gil' }).click()
  await page.getByRole('table', { name: 'Sessions' }).getByRole('link', { name: 'Gaviota' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.setViewportSize(phone)
  expect(await findBarriers(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto(`/history/${device.id}?from=${day}&to=${day}`)
  const trip = page
    .getByRole('list', { name: 'Trips and stops' })
    .getByRole('button', { name: /^Trip.*Ana Gil/ })
  await trip.click()
  await page.getByRole('radiogroup', { name: 'Purpose' }).getByText('Business').click()
  const read = async () => {
    const from = new Date(at(0)).toISOString()
    return (await stage.call('GET', `/api/devices/${device.id}/trips?from=${from}`, account)).body.trips[0]
  }
  await expect.poll(async () => (await read()).purpose).toBe('business')
  expect((await read()).driver.name).toBe('Ana Gil')
  await page.getByRole('button', { name: /^Trip.*Ana Gil · Business/ }).waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('a driver is assigned to a device', async () => {
  const driver = await stage.make.driver(account, { name: 'Bea Mar' })
  const device = await stage.make.device(account, { name: 'Albatros' })
  const { page, signIn } = await stage.visit()
  await signIn(account, `/devices/${device.id}?tab=trips`)
  await page.getByRole('button', { name: 'Assign driver' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Driver' }).click()
  await page.getByRole('option', { name: 'Bea Mar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Bea Mar' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  const path = `/api/devices/${device.id}/driver`
  expect((await stage.call('GET', path, account)).body.driver).toMatchObject({ id: driver.id })
})

test('drivers are imported from a spreadsheet, after their errors are fixed', async () => {
  const driver = await stage.make.driver(account, { name: 'Cid Paz' })
  await stage.make.driverTag(account, driver.id, { tag: 'TAKEN' })
  const { page, signIn } = await stage.visit()
  await signIn(account, '/drivers')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import drivers' })
  const choose = (text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'drivers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('Nombre;Talla;Llave\nDan Río;M;TAKEN\n;L;K1\n')
  const errors = dialog.getByRole('table', { name: 'Errors in the file' })
  await errors.getByText('“TAKEN” already belongs to a driver').waitFor()
  await errors.getByRole('cell', { name: 'Nombre' }).waitFor()
  await dialog.getByText('1 column is not recognised and is left out:').waitFor()
  expect(await dialog.getByRole('button', { name: 'Import 2 drivers' }).isDisabled()).toBe(true)
  expect(await findBarriers(page)).toEqual([])
  await choose('Nombre;Llave\nDan Río;K1\n')
  await dialog.getByRole('button', { name: 'Import 1 driver' }).click()
  await dialog.getByText('1 driver imported.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('link', { name: 'Dan Río' }).waitFor()
  const { drivers } = (await stage.call('GET', '/api/drivers?search=K1', account)).body
  expect(drivers).toMatchObject([{ name: 'Dan Río', tags: [{ tag: 'K1', from: null, to: null }] }])
})

test('the period of a tag is changed', async () => {
  const driver = await stage.make.driver(account, { name: 'Eva Sol' })
  const { tag: given } = await stage.make.driverTag(account, driver.id, { tag: `P${driver.id.slice(-6)}` })
  const { page, signIn } = await stage.visit()
  await signIn(account, `/drivers/${driver.id}`)
  await page.getByRole('button', { name: `Change period of tag ${given}` }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await dialog.getByLabel('To', { exact: true }).fill('2026-01-31T12:00')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const { tags } = (await stage.call('GET', `/api/drivers/${driver.id}/tags`, account)).body
  expect(tags).toMatchObject([{ tag: given, from: null, to: '2026-01-31T11:00:00.000Z' }])
  await page.getByRole('table', { name: 'Tags' }).getByText('Jan 31, 2026').waitFor()
})
