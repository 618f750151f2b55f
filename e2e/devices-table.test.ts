// The devices as an administrator works with them: found, sorted, selected, changed together, imported.

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { onePixel } from '../server/test/pictures.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

async function makeFleet(names: string[]) {
  const account = await stage.make.account({ licenses: 100 })
  const ids: string[] = []
  for (const name of names) ids.push((await stage.make.device(account, { name })).id)
  return { account, ids }
}

const table = (page: Page) => page.getByRole('table', { name: 'Devices' })
const namesIn = (page: Page) => table(page).getByRole('link').allTextContents()

test('devices are sorted by a click, and chosen columns are remembered', async () => {
  const { account } = await makeFleet(['Van 10', 'Van 2', 'Ávila'])
  const { page, signIn } = await stage.visit({ width: 1_440, height: 900 })
  await signIn(account, '/devices')
  await expect.poll(() => namesIn(page)).toEqual(['Ávila', 'Van 2', 'Van 10'])
  await table(page).getByRole('button', { name: 'Name' }).click()
  await expect.poll(() => namesIn(page)).toEqual(['Van 10', 'Van 2', 'Ávila'])
  expect(page.url()).toContain('sort=-name')
  await table(page).getByText('Never reported').first().waitFor()

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Protocol' }).click()
  await page.keyboard.press('Escape')
  await table(page).getByRole('columnheader', { name: 'Protocol' }).waitFor()
  await page.reload()
  await table(page).getByRole('columnheader', { name: 'Protocol' }).waitFor()
})

test('a filter is saved under a name', async () => {
  const { account } = await makeFleet(['Truck 1', 'Boat 1'])
  const { page, signIn } = await stage.visit()
  await signIn(account, '/devices')
  await page.getByRole('textbox', { name: 'Search by name' }).fill('boat')
  await expect.poll(() => namesIn(page)).toEqual(['Boat 1'])
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('textbox', { name: 'Name of this filter' }).fill('Boats')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.goto('/devices')
  await expect.poll(() => namesIn(page)).toHaveLength(2)
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Boats', exact: true }).click()
  await expect.poll(() => namesIn(page)).toEqual(['Boat 1'])
})

test('a range of devices is put into a group, and one undo takes it back', async () => {
  const { account, ids } = await makeFleet(['A 1', 'A 2', 'A 3', 'A 4'])
  const group = await stage.make.group(account, { name: 'North' })
  const { page, signIn } = await stage.visit()
  await signIn(account, '/devices')
  await page.getByRole('checkbox', { name: 'Select A 1' }).click()
  await page.getByRole('checkbox', { name: 'Select A 3' }).click({ modifiers: ['Shift'] })
  await page.getByText('3 selected').waitFor()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Add to group…' }).click()
  await page.getByRole('combobox', { name: 'Group', exact: true }).click()
  await page.getByRole('option', { name: 'North' }).click()
  await page.getByRole('button', { name: 'Change 3 devices' }).click()
  await page.getByText('3 devices changed.').waitFor()
  const members = async () => (await stage.call('GET', `/api/groups/${group.id}`, account)).body.devices
  expect(await members()).toEqual(ids.slice(0, 3))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(members).toEqual([])
})

test('deleted devices come back with undo, and are gone without it', async () => {
  const { account } = await makeFleet(['Kept', 'Gone 1', 'Gone 2'])
  const { page, signIn } = await stage.visit()
  await signIn(account, '/devices')
  const remove = async () => {
    await page.getByRole('checkbox', { name: 'Select Gone 1' }).click()
    await page.getByRole('checkbox', { name: 'Select Gone 2' }).click()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('2')
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await expect.poll(() => namesIn(page)).toEqual(['Kept'])
  }
  const names = async () => {
    const { body } = await stage.call('GET', '/api/devices?sort=name', account)
    return body.devices.map(({ name }: { name: string }) => name)
  }
  await remove()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => namesIn(page)).toHaveLength(3)
  expect(await names()).toHaveLength(3)
  await remove()
  await expect.poll(names).toEqual(['Kept'])
})

test('a device deleted on its page comes back with undo', async () => {
  const { account } = await makeFleet(['Only one'])
  const { page, signIn } = await stage.visit()
  await signIn(account, '/devices')
  await table(page).getByRole('link', { name: 'Only one' }).click()
  await page.getByRole('button', { name: 'Delete device…' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Only one')
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('“Only one” deleted.').waitFor()
  await page.getByText('No devices yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => namesIn(page)).toEqual(['Only one'])
})

test('a spreadsheet with Spanish headings is matched, corrected and imported', async () => {
  const account = await stage.make.account({ licenses: 100 })
  const group = await stage.make.group(account, { name: 'Norte' })
  const { page, signIn } = await stage.visit()
  await signIn(account, '/devices')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const choose = (csv: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'flota.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await choose('Nombre;Matrícula;Grupo;Tipo;Kilómetros\n;1;Norte;camión;5\nB;2;Sur;x;6\nC;3;Norte;barco;7\n')
  await page.getByText('1 column is not recognised').waitFor()
  await page.getByText('Kilómetros', { exact: true }).first().waitFor()
  await page.getByText('Fix 3 errors to continue.').waitFor()
  const lines = page.getByRole('table', { name: 'Errors in the file' }).getByRole('row')
  await expect
    .poll(async () => (await lines.allTextContents()).map((text) => text[0]))
    .toEqual(['L', '2', '3', '3'])
  // By the headings of the file.
  await lines.getByText('Grupo', { exact: true }).waitFor()
  await choose('Nombre;Matrícula;Grupo;Tipo\nA;1;Norte;camión\nB;2;Norte;barco\n')
  await page.getByRole('button', { name: 'Import 2 devices' }).click()
  await page.getByRole('button', { name: 'Edit these devices' }).click()
  await page.getByText('2 selected').waitFor()
  const { body } = await stage.call('GET', `/api/devices?groupId=${group.id}`, account)
  expect(
    body.devices.map(({ licensePlate, vehicleType }: Record<string, string>) => [licensePlate, vehicleType]),
  ).toEqual([
    ['1', 'truck'],
    ['2', 'boat'],
  ])
})

test('the device page starts with the vehicle: photo, plate, and a driver to call', async () => {
  const account = await stage.make.account({ licenses: 1 })
  const device = await stage.make.device(account, {
    name: 'Camión 7',
    vehicleType: 'truck',
    licensePlate: '1234 BCD',
    driverName: 'Ana Gil',
    driverPhone: '+34 600 111 222',
  })
  const { page, signIn } = await stage.visit()
  await signIn(account, `/devices/${device.id}`)
  const vehicle = page.getByRole('region', { name: 'Vehicle' })
  await vehicle.getByText('1234 BCD').waitFor()
  expect(await vehicle.getByRole('link', { name: '+34 600 111 222' }).getAttribute('href')).toBe(
    'tel:+34600111222',
  )
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'truck.png', mimeType: 'image/png', buffer: onePixel })
  await vehicle.getByRole('img', { name: 'Photo of Camión 7' }).waitFor()
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await vehicle.getByRole('img', { name: 'Photo of Camión 7' }).waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Raw messages' }).waitFor()
})
