// Fuel of a device: a sensor with its calibration and test, levels, and a fill that is confirmed with its receipt.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { findBarriers } from './axe.ts'
import { drives, report } from './drives.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

let stage: Stage
let account: MadeAccount
beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account({ licenses: 50, timeZone: 'Europe/Madrid' })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

/** Drives, is filled from 20 % to 80 % after five minutes at a stop, and drives on. */
async function makeFilled(name: string) {
  const device = await stage.make.device(account, { name })
  const startMs = Date.now() - 3 * 3_600_000
  const { locations } = drives(startMs).drive(20).stand(25).drive(20).stand(20)
  const filledMs = startMs + 30 * 60_000
  const fuelled = locations.map((location) => ({
    ...location,
    attributes: { adc1: Date.parse(location.dateTime) < filledMs ? 1_000 : 4_000 },
  }))
  await report(stage, account, device.id, fuelled)
  return device
}

test('a sensor is set up with a table, tested, and finds a fill that is confirmed', async () => {
  const device = await makeFilled('Lorry 7')
  const { page, signIn } = await stage.visit()
  await signIn(account, `/devices/${device.id}?tab=fuel`)
  await page.getByText('No fuel sensor').waitFor()
  expect(await findBarriers(page)).toEqual([])

  await page.getByRole('button', { name: 'Add a fuel sensor' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Value of the tracker' }).click()
  await page.getByRole('option', { name: 'Another value' }).click()
  await dialog.getByRole('textbox', { name: 'Name of the value' }).fill('adc1')
  await dialog.getByRole('textbox', { name: 'Volume of the tank' }).fill('400')
  await dialog.getByRole('switch', { name: 'Use a calibration table' }).press('Space')
  const fill = (label: string, value: string) =>
    dialog.getByRole('textbox', { name: label, exact: true }).fill(value)
  await fill('Raw value, row 1', '0')
  await fill('Litres, row 1', '0')
  await fill('Raw value, row 2', '5000')
  await fill('Litres, row 2', '400')
  await dialog.getByRole('button', { name: 'Test on the last 7 days' }).click()
  await dialog.getByRole('figure', { name: 'Raw values and litres of the last 7 days' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })

  const events = page.getByRole('table', { name: 'Fills and drains' })
  await events.getByText('240 L').waitFor({ timeout: 90_000 })
  await page.getByRole('figure', { name: 'Fuel level over time' }).waitFor()
  await page.getByText('320 L', { exact: true }).waitFor()
  expect(await findBarriers(page)).toEqual([])

  await events.getByRole('button', { name: /Confirm Fill of/ }).click()
  await dialog.getByRole('textbox', { name: 'Litres by the receipt' }).fill('238.5')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Receipt 4711')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await events.getByText(/239 L · Receipt 4711/).waitFor()
  const { fuelEvents } = (await stage.call('GET', `/api/fuelEvents?deviceId=${device.id}`, account)).body
  expect(fuelEvents).toMatchObject([{ type: 'fill', litres: 240, confirmed: true, confirmedLitres: 238.5 }])
})

test('a wrong table is refused at its field', async () => {
  const device = await makeFilled('Lorry 8')
  const { page, signIn, expects } = await stage.visit()
  expects(/400 \(Bad Request\).*fuelSensors/)
  await signIn(account, `/devices/${device.id}?tab=fuel`)
  await page.getByRole('button', { name: 'Add a fuel sensor' }).click()
  const dialog = page.getByRole('dialog')
  const fill = (label: string, value: string) =>
    dialog.getByRole('textbox', { name: label, exact: true }).fill(value)
  await dialog.getByRole('textbox', { name: 'Volume of the tank' }).fill('400')
  await dialog.getByRole('switch', { name: 'Use a calibration table' }).press('Space')
  await fill('Raw value, row 1', '5')
  await fill('Litres, row 1', '0')
  await fill('Raw value, row 2', '5')
  await fill('Litres, row 2', '400')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('raw values must rise or fall from each pair to the next').waitFor()
})

test('on a phone in the dark, without barriers', async () => {
  const device = await makeFilled('Lorry 9')
  await stage.call('POST', `/api/devices/${device.id}/fuelSensors`, {
    token: account.token,
    body: { name: 'Tank', source: 'attribute', attribute: 'adc1', tankLitres: 5_000 },
  })
  const { page, signIn } = await stage.visit({ theme: 'dark', width: 375, height: 740 })
  await signIn(account, `/devices/${device.id}?tab=fuel`)
  await page.getByRole('table', { name: 'Fills and drains' }).waitFor({ timeout: 90_000 })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  expect(await findBarriers(page)).toEqual([])
})

test('what another user has changed meanwhile is not overwritten', async () => {
  const device = await stage.make.device(account, { name: 'Lorry 10' })
  const body = { name: 'Tank', source: 'fuel', tankLitres: 300 }
  const path = `/api/devices/${device.id}/fuelSensors`
  const { fuelSensor } = (await stage.call('POST', path, { token: account.token, body })).body
  const { page, signIn, expects } = await stage.visit()
  expects(/412 \(Precondition Failed\).*fuelSensors/)
  await signIn(account, `/devices/${device.id}?tab=fuel`)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Volume of the tank' }).fill('400')
  const other = { ...body, tankLitres: 350 }
  await stage.call('PUT', `${path}/${fuelSensor.id}`, { token: account.token, body: other })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('This sensor has been changed meanwhile.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  const read = async () => (await stage.call('GET', `${path}/${fuelSensor.id}`, account)).body.fuelSensor
  expect((await read()).tankLitres).toBe(350)
})
