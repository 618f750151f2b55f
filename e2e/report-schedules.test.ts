// Reports that are sent regularly: schedule one, test it, pause it, change it, and learn why it does not send.

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { verifyEmailOf } from '../server/test/identity.ts'
import type { MadeAccount } from '../server/test/make.ts'
import { makeVerifiedContact } from '../server/test/scheduled.ts'
import { findBarriers } from './axe.ts'
import { dayBefore, drives, report } from './drives.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { phone } from './visitor.ts'

const timeZone = 'Europe/Madrid'
const yesterday = encodeURIComponent('now-1d/d')

let stage: Stage
let account: MadeAccount
let gaviota: { id: string }
const { day, at } = dayBefore(1, timeZone)

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account({ licenses: 50, timeZone })
  gaviota = await stage.make.device(account, { name: 'Gaviota' })
  await report(stage, account, gaviota.id, drives(at(8)).drive(30).stand(60).locations)
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

const searchOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

test('a report is sent regularly, tested, paused, changed and deleted', async () => {
  const contact = await makeVerifiedContact(stage.world, account, { name: 'Office' })
  await verifyEmailOf(stage.world, account.ownerId)
  const { page, signIn } = await stage.visit()
  await signIn(account, `/reports?report=trips&from=${yesterday}&to=${yesterday}&devices=${gaviota.id}`)
  await page.getByRole('table', { name: 'Trips', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send regularly' }).click()
  const form = page.getByRole('dialog', { name: 'Send “Trips” regularly' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Trips of Gaviota')
  await form.getByText('Daily', { exact: true }).click()
  await form.getByLabel('Time', { exact: true }).fill('00:00')
  await form.getByRole('checkbox', { name: 'CSV' }).check()
  await form.getByRole('combobox', { name: 'Recipients' }).click()
  await page.getByRole('option', { name: contact.address }).click()
  await page.keyboard.press('Escape')
  expect(await form.getByText(`${timeZone}, the time zone of the account`).count()).toBe(1)
  expect(await findBarriers(page)).toEqual([])
  await form.getByRole('button', { name: 'Create schedule' }).click()
  await form.waitFor({ state: 'hidden' })

  const schedules = page.getByRole('table', { name: 'Sent regularly' })
  const row = schedules.getByRole('row').nth(1)
  await row.getByText(/^Every day at (00:00|12:00\sAM)$/).waitFor()
  expect(await row.textContent()).toMatch(/Trips of Gaviota.*Trips · PDF, CSV.*1 recipient.*none/)
  const choose = async (item: string) => {
    await row.getByRole('button', { name: 'Actions for Trips of Gaviota' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  await choose('Send a test to me now')
  const history = page.getByRole('dialog', { name: 'Run history: Trips of Gaviota' })
  await history.getByText(/^You · sent/).waitFor({ timeout: 30_000 })
  expect(await findBarriers(page)).toEqual([])
  await history.getByRole('button', { name: 'Close' }).click()

  // As if it were due.
  await stage.world.superuser.query(
    'update report_schedules set next_on = $2::date + 1, next_due_at = now() where name = $1',
    ['Trips of Gaviota', day],
  )
  await row.getByText('Sent', { exact: true }).waitFor({ timeout: 60_000 })
  const sentTo = (address: string) => stage.mailbox.messages.filter(({ to }) => to.includes(address)).length
  expect(sentTo(contact.address)).toBe(1)

  await choose('Pause')
  await row.getByText('Paused').waitFor()
  await choose('Resume')
  await row.getByText('Paused').waitFor({ state: 'hidden' })
  await choose('Edit')
  const edit = page.getByRole('dialog', { name: 'Edit schedule: Trips' })
  await edit.getByText('Monthly', { exact: true }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await row.getByText(/^Monthly on day 1 at/).waitFor()

  await choose('Change the report')
  await page.getByText('Report of the schedule “Trips of Gaviota”').waitFor()
  expect(searchOf(page, 'devices')).toBe(gaviota.id)
  await page.getByRole('combobox', { name: 'Group rows by' }).click()
  await page.getByRole('option', { name: 'Not grouped' }).click()
  await page.getByRole('button', { name: 'Save to schedule' }).click()
  await expect.poll(() => searchOf(page, 'schedule')).toBeNull()
  const { body } = await stage.call('GET', '/api/reportSchedules', account)
  expect(body.reportSchedules[0]).toMatchObject({
    request: { groupBy: 'none', deviceIds: [gaviota.id] },
    rhythm: { every: 'monthly', day: 1 },
    lastRun: { state: 'sent', unsentEmails: 0 },
  })

  await choose('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await schedules.waitFor({ state: 'hidden' })
})

test('why a schedule does not send is explained, on a phone, in the language of the user', async () => {
  const contact = await makeVerifiedContact(stage.world, account, { name: 'Oficina' })
  const made = await stage.make.reportSchedule(account, [contact.id], { name: 'Resumen' })
  await stage.world.superuser.query(
    `update report_schedules set enabled = false, next_on = null, next_due_at = null, stopped_at = now(),
       stopped_reason = 'privilege_missing' where id = $1`,
    [made.id],
  )
  const { page, signIn } = await stage.visit({ ...phone, theme: 'dark', language: 'es' })
  await signIn(account, '/reports')
  const schedules = page.getByRole('table', { name: 'Envíos periódicos' })
  await schedules.getByText('El usuario que lo programó ya no puede ver informes.').waitFor()
  expect(await page.getByRole('main').evaluate((main) => main.scrollWidth)).toBeLessThanOrEqual(phone.width)
  expect(await findBarriers(page)).toEqual([])
  await schedules.getByRole('button', { name: 'Acciones para Resumen' }).click()
  await page.getByRole('menuitem', { name: 'Editar' }).click()
  await page.getByRole('dialog', { name: /^Editar programación/ }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await stage.call('DELETE', `/api/reportSchedules/${made.id}`, account)
})
