// Trip settings of a device, a group and the account, and the odometer of a device.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { findBarriers } from './axe.ts'
import { dayBefore, drives, report } from './drives.ts'
import { makePerson } from './people.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

const timeZone = 'Europe/Madrid'

let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account({ licenses: 50, timeZone })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

const settingsOf = async (path: string) =>
  (await stage.call('GET', `/api/${path}/tripSettings`, account)).body as {
    stopSeconds?: number
    profile?: string | null
  }

test('a device shows what is in force and where it comes from, and can have a value of its own', async () => {
  const group = await stage.make.group(account, { name: 'Trucks' })
  const device = await stage.make.device(account, { name: 'Gaviota', groups: [group.id] })
  await stage.call('PUT', `/api/groups/${group.id}/tripSettings`, {
    token: account.token,
    body: { stopSeconds: 420 },
  })
  const { page, signIn } = await stage.visit()
  await signIn(account, `/devices/${device.id}?tab=trips`)
  const field = page.getByRole('textbox', { name: 'Stop after', exact: true })
  await field.waitFor()
  await page.getByText('Current: 7 min (group Trucks)').waitFor()
  await page.getByText(/Current: 80 m \(default\)/).waitFor()
  expect(await findBarriers(page)).toEqual([])

  await field.fill('4')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Current: 4 min (set here)').waitFor()
  expect((await settingsOf(`devices/${device.id}`)).stopSeconds).toBe(240)

  await field.fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Current: 7 min (group Trucks)').waitFor()
  expect((await settingsOf(`devices/${device.id}`)).stopSeconds).toBeUndefined()
})

test('a dry run shows the last days as two strips, and changes nothing until it is saved and applied', async () => {
  const device = await stage.make.device(account, { name: 'Albatros' })
  const { at } = dayBefore(2, timeZone)
  // A stop of ten minutes: with a longer threshold, both trips are one.
  const plan = drives(at(8)).drive(30).stand(10).drive(30).stand(60)
  const locations = plan.locations.map(({ ignition, ...location }) => ({ ...location, ignition: true }))
  await report(stage, account, device.id, locations)
  const { page, signIn } = await stage.visit()
  await signIn(account, `/devices/${device.id}?tab=trips`)
  const field = page.getByRole('textbox', { name: 'Stop after', exact: true })
  await field.waitFor()
  await field.fill('20')
  await page.getByRole('button', { name: 'Test on the last 14 days' }).click()
  const days = page.getByRole('table', { name: 'Trips by day, now and new' })
  await days.getByRole('img', { name: 'Now: 2 trips' }).waitFor()
  await days.getByRole('img', { name: 'New: 1 trip', exact: true }).waitFor()
  expect(await days.textContent()).toContain('2 → 1')
  expect(await findBarriers(page)).toEqual([])
  expect((await settingsOf(`devices/${device.id}`)).stopSeconds).toBeUndefined()

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Current: 20 min (set here)').waitFor()
  await page.getByLabel('From', { exact: true }).fill(dayBefore(5, timeZone).day)
  await page.getByRole('button', { name: 'Recalculate trips' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Recalculate trips' }).click()
  await page.getByText('The trips of 1 device are being recalculated.').waitFor()
  await expect
    .poll(async () => {
      const from = new Date(at(0)).toISOString()
      const path = `/api/devices/${device.id}/trips?from=${from}`
      return (await stage.call('GET', path, account)).body.trips.length
    })
    .toBe(1)
})

test('a profile of the account is in force for its groups', async () => {
  const group = await stage.make.group(account, { name: 'Ships' })
  const { page, signIn } = await stage.visit()
  await signIn(account, '/settings/trips')
  await page.getByRole('combobox', { name: 'Profile' }).click()
  await page.getByRole('option', { name: 'Vessel' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await settingsOf('account')).profile).toBe('vessel')
  await page.goto(`/settings/groups/${group.id}`)
  await page.getByRole('button', { name: 'Trip settings of this group' }).click()
  await page.getByText('Current: 400 m (profile Vessel, account)').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await stage.call('PUT', '/api/account/tripSettings', { token: account.token, body: {} })
})

test('a reading sets the odometer, and the next one shows the drift', async () => {
  const device = await stage.make.device(account, { name: 'Charran' })
  const { at } = dayBefore(1, timeZone)
  await report(stage, account, device.id, drives(at(8)).drive(60, 20).stand(30).locations)
  const { page, signIn } = await stage.visit()
  await signIn(account, `/devices/${device.id}?tab=trips`)
  const odometer = page.getByRole('region', { name: 'Odometer', exact: true })
  await odometer.getByText('Not set yet').waitFor()

  const enter = async (value: string, hour: number) => {
    await odometer.getByRole('button', { name: 'Enter reading' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Odometer reading' }).fill(value)
    const moment = Temporal.Instant.fromEpochMilliseconds(at(hour)).toZonedDateTimeISO(timeZone)
    await dialog
      .getByLabel('Date and time')
      .fill(moment.toPlainDateTime().toString({ smallestUnit: 'minute' }))
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Workshop')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await enter('10000', 7)
  await odometer
    .getByText(/10,07\d(\.\d)? km/)
    .first()
    .waitFor()
  await enter('10080', 10)
  const readings = odometer.getByRole('table', { name: 'Readings' })
  await expect.poll(() => readings.getByRole('row').count()).toBe(3)
  expect(await readings.textContent()).toMatch(/10,080 km.*[78](\.\d)? km \(\+\d+(\.\d)?%\)/)
  expect(await readings.textContent()).toContain('first reading')
  expect(await readings.textContent()).toContain('Workshop')
  expect(await findBarriers(page)).toEqual([])

  await odometer.getByRole('button', { name: 'Use factor' }).click()
  await page.getByText('The factor applies from now on.').waitFor()
  await page.getByText(/Current: 1\.1\d* \(set here\)/).waitFor()
})

test('without permission, settings and readings are shown but not changed', async () => {
  const group = await stage.make.group(account, { name: 'Watched' })
  const device = await stage.make.device(account, { name: 'Pardela', groups: [group.id] })
  const user = await makePerson(stage, account, { groupIds: [group.id] })
  const { page, signIn } = await stage.visit()
  await signIn(user, `/devices/${device.id}?tab=trips`)
  await page.getByText(/Current: 5 min \(default\)/).waitFor()
  expect(await page.getByRole('button', { name: 'Enter reading' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /Test on the last/ }).count()).toBe(0)
})
