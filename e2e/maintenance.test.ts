// Maintenance: a plan is created, comes due, raises an alert, and is recorded as done.

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { findBarriers } from './axe.ts'
import { makePerson } from './people.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { phone } from './visitor.ts'

const dayMs = 86_400_000

let stage: Stage
let account: MadeAccount
let group: { id: string }
let gaviota: { id: string }
beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account({ licenses: 50, timeZone: 'Europe/Madrid' })
  group = await stage.make.group(account, { name: 'Boats' })
  gaviota = await stage.make.device(account, { name: 'Gaviota', groups: [group.id] })
  await stage.make.device(account, { name: 'Albatros' })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

const tableOf = (page: Page) => page.getByRole('table', { name: 'Maintenance', exact: true })
const rowOf = (page: Page, device: string, plan: string) =>
  tableOf(page).getByRole('row').filter({ hasText: device }).filter({ hasText: plan })

test('a plan is created, edited and listed with its devices', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/devices')
  await page.getByRole('link', { name: 'Maintenance' }).click()
  await page.getByText('No maintenance plans yet').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'New plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'New plan' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Oil change')
  await dialog.getByRole('textbox', { name: 'Distance', exact: true }).fill('15000')
  await dialog.getByRole('textbox', { name: 'Days', exact: true }).fill('365')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  for (const device of ['Gaviota', 'Albatros']) {
    expect(await rowOf(page, device, 'Oil change').textContent()).toMatch(/OK.*15,000 km.*365 days.*never/)
  }
  await page.getByRole('button', { name: 'Edit: Oil change' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit plan' })
  await editor.getByRole('textbox', { name: 'Distance', exact: true }).fill('20000')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => rowOf(page, 'Gaviota', 'Oil change').textContent()).toMatch(/20,000 km/)
  expect(await findBarriers(page)).toEqual([])
})

test('what is due is first, raises an alert, and starts again when it is done', async () => {
  const plan = await stage.make.maintenancePlan(account, {
    name: 'Inspection',
    everyDays: 30,
    devices: [gaviota.id],
  })
  const doneAt = new Date(Date.now() - 32 * dayMs).toISOString()
  await stage.make.maintenanceWork(account, { deviceId: gaviota.id, planId: plan.id }, { doneAt })
  const alerts = async (state: string) =>
    (await stage.call('GET', `/api/alerts?name=maintenance.due&state=${state}`, account)).body.alerts.length
  await expect.poll(() => alerts('open'), { timeout: 30_000 }).toBe(1)

  const { page, signIn } = await stage.visit({ ...phone, theme: 'dark' })
  await signIn(account, '/maintenance')
  const row = tableOf(page).getByRole('row').nth(1)
  await expect.poll(() => row.textContent()).toMatch(/Gaviota.*Inspection.*Due.*exceeded by 2 days/)
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Record as done: Inspection, Gaviota' }).click()
  const dialog = page.getByRole('dialog', { name: 'Inspection done' })
  await dialog.getByRole('textbox', { name: 'Odometer' }).fill('84210')
  await dialog.getByRole('textbox', { name: 'Cost' }).fill('129.5')
  await dialog.getByRole('textbox', { name: 'Currency' }).fill('eur')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Hull and engine')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => rowOf(page, 'Gaviota', 'Inspection').textContent()).toMatch(/OK.*30 days/)
  expect([await alerts('open'), await alerts('resolved')]).toEqual([0, 1])
})

test('the page of a device has its plans and the work that was done', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, `/devices/${gaviota.id}?tab=maintenance`)
  await expect.poll(() => tableOf(page).textContent()).toMatch(/Inspection.*OK/)
  const work = page.getByRole('table', { name: 'Work done' })
  expect(await work.getByRole('row').nth(1).textContent()).toMatch(
    /Inspection.*84,210 km.*129\.50.*Hull and engine/,
  )
  expect(await findBarriers(page)).toEqual([])
  // The record before it counts again.
  await work
    .getByRole('button', { name: /^Delete: Inspection/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => tableOf(page).textContent()).toMatch(/exceeded by 2 days/)
})

test('a standard user sees the own devices, and records with the privilege only', async () => {
  const person = await makePerson(stage, account, { groupIds: [group.id] })
  const { page, signIn } = await stage.visit({ language: 'es' })
  await signIn(person, '/maintenance')
  const table = page.getByRole('table', { name: 'Mantenimiento', exact: true })
  await expect.poll(() => table.textContent()).toMatch(/Gaviota/)
  expect(await table.textContent()).not.toMatch(/Albatros/)
  expect(await page.getByRole('button', { name: /Nuevo plan|Registrar como hecho/ }).count()).toBe(0)
  expect(await findBarriers(page)).toEqual([])
})
