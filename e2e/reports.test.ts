// Reports: choose, preview, create a file, download it, and follow the files that were made.

import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { findBarriers } from './axe.ts'
import { dayBefore, drives, report } from './drives.ts'
import { makePerson } from './people.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { phone } from './visitor.ts'

const timeZone = 'Europe/Madrid'

let stage: Stage
let account: MadeAccount
let group: { id: string }
let gaviota: { id: string }
let albatros: { id: string }
const { day, at } = dayBefore(1, timeZone)

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account({ licenses: 50, timeZone })
  group = await stage.make.group(account, { name: 'Boats' })
  gaviota = await stage.make.device(account, { name: 'Gaviota', groups: [group.id] })
  albatros = await stage.make.device(account, { name: 'Albatros' })
  await report(stage, account, gaviota.id, drives(at(8)).drive(30).stand(20).drive(40).stand(60).locations)
  await report(stage, account, albatros.id, drives(at(10)).drive(20).stand(60).locations)
  // Reports contain stored trips only.
  const isComputed = async () => (await countTrips()) === 3
  await vi.waitUntil(isComputed, { timeout: 60_000, interval: 200 })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

async function countTrips(): Promise<number> {
  const { body } = await stage.call('POST', '/api/reports/preview', {
    token: account.token,
    body: { report: 'trips', from: day, to: day, groupBy: 'none' },
  })
  return body.preview.rows.filter(({ type }: { type: string }) => type === 'row').length
}

const searchOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const previewOf = (page: Page) => page.getByRole('table', { name: 'Trips', exact: true })
const rowsOf = (page: Page) => previewOf(page).locator('tr[data-type=row]')
const tripsYesterday = `/reports?report=trips&from=${encodeURIComponent('now-1d/d')}&to=${encodeURIComponent('now-1d/d')}`

async function createRun(format: string, of = day): Promise<string> {
  const { body } = await stage.call('POST', '/api/reportRuns', {
    token: account.token,
    body: { report: 'trips', from: of, to: of, format },
  })
  return body.reportRun.id
}
const stateOf = async (id: string) =>
  (await stage.call('GET', `/api/reportRuns/${id}`, account)).body.reportRun.state

test('a report is chosen from the catalogue, shown at once, and kept in the URL', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/devices')
  await page.getByRole('link', { name: 'Gaviota' }).first().waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click()
  const catalogue = page.getByRole('navigation', { name: 'Reports' })
  await expect.poll(() => catalogue.getByRole('link').count()).toBe(15)
  expect(await findBarriers(page)).toEqual([])

  await catalogue.getByRole('link', { name: /^Trips/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Trips' }).waitFor()
  const periods = page.getByRole('group', { name: 'Period' })
  await periods.getByRole('button', { name: 'Yesterday', exact: true }).click()
  await expect.poll(() => rowsOf(page).count()).toBe(3)
  expect(await previewOf(page).locator('tr[data-type=subtotal]').count()).toBe(2)
  expect(await previewOf(page).locator('tr[data-type=total]').textContent()).toMatch(/\d+ km/)
  await page.getByText('3 rows', { exact: true }).waitFor()
  expect(searchOf(page, 'from')).toBe('now-1d/d')
  expect(await findBarriers(page)).toEqual([])

  await page.getByRole('combobox', { name: 'Devices', exact: true }).click()
  await page.getByRole('option', { name: 'Gaviota' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => rowsOf(page).count()).toBe(2)
  await page.getByRole('button', { name: /^Choose columns/ }).click()
  const topSpeed = page.getByRole('checkbox', { name: 'Top speed' })
  await topSpeed.click()
  // Its state is in the URL.
  await expect.poll(() => topSpeed.isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Move “Distance” up' }).click()
  const headings = () => previewOf(page).getByRole('columnheader').allTextContents()
  await expect.poll(headings).not.toContain('Top speed')
  await expect
    .poll(async () => {
      const titles = await headings()
      return titles.indexOf('Distance') < titles.indexOf('To')
    })
    .toBe(true)
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  const before = { headings: await headings(), url: page.url() }
  expect(searchOf(page, 'devices')).toBe(gaviota.id)

  await page.reload()
  await expect.poll(() => rowsOf(page).count()).toBe(2)
  expect(await headings()).toEqual(before.headings)
  expect(page.url()).toBe(before.url)
})

test('a row leads to its trip, and back leads to the report', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, tripsYesterday)
  await rowsOf(page).first().getByRole('link').click()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/history\/dev_/)
  await page.getByRole('list', { name: 'Trips and stops' }).waitFor()
  await page.goBack()
  await expect.poll(() => rowsOf(page).count()).toBe(3)
})

test('an Excel file is created, downloaded and deleted', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, tripsYesterday)
  await rowsOf(page).first().waitFor()
  const saving = page.getByRole('region', { name: 'Save as' })
  await saving.getByRole('button', { name: /^Excel/ }).click()
  const download = page.waitForEvent('download')
  await saving.getByRole('button', { name: 'Download Trips' }).click()
  const path = join(mkdtempSync(join(tmpdir(), 'rastro-report-')), 'trips.xlsx')
  const file = await download
  await file.saveAs(path)
  expect(file.suggestedFilename()).toBe(`trips-${day}-${day}.xlsx`)
  expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK')

  const files = page.getByRole('table', { name: 'Files' })
  const first = files.getByRole('row').nth(1)
  expect(await first.textContent()).toMatch(/Trips.*Excel.*Ready.*3 rows/)
  await first.getByRole('button', { name: 'Actions for Trips' }).click()
  await page.getByRole('menuitem', { name: 'Delete file' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await first.getByText('No longer available').waitFor()
})

test('a run shows its progress and is cancelled', async () => {
  const id = await createRun('csv')
  await expect.poll(() => stateOf(id)).toBe('done')
  // As if another process were writing it.
  const hold = `update report_runs set state = 'running', progress = 0.4, lease_until = now() + interval '1 hour' where id = $1`
  await stage.world.superuser.query(hold, [id])
  const { page, signIn } = await stage.visit()
  await signIn(account, '/reports')
  const first = page.getByRole('table', { name: 'Files' }).getByRole('row').nth(1)
  await first.getByText('In progress · 40%').waitFor()
  expect(await first.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  await stage.world.superuser.query('update report_runs set progress = 0.8 where id = $1', [id])
  await first.getByText('In progress · 80%').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await first.getByRole('button', { name: 'Cancel Trips' }).click()
  await first.getByText('Cancelled', { exact: true }).waitFor()
  expect(await stateOf(id)).toBe('cancelled')

  await first.getByRole('button', { name: 'Actions for Trips' }).click()
  await page.getByRole('menuitem', { name: 'Create again with current data' }).click()
  await first.getByText('Ready').waitFor()
})

test('late data shows what would differ today', async () => {
  const device = await stage.make.device(account, { name: 'Pardela' })
  const before = dayBefore(3, timeZone)
  const whole = drives(before.at(7)).drive(90).stand(60).locations
  const isLate = ({ dateTime }: { dateTime: string }) => {
    const minute = (Date.parse(dateTime) - before.at(7)) / 60_000
    return minute >= 30 && minute < 90
  }
  await report(
    stage,
    account,
    device.id,
    whole.filter((one) => !isLate(one)),
  )
  // Until the trip is stored, there is nothing to correct.
  const count = async (table: string) => {
    const { rows } = await stage.world.superuser.query(
      `select 1 from ${table} s join devices d on d.account_id = s.account_id and d.number = s.device_number
       where d.id = $1`,
      [device.id],
    )
    return rows.length
  }
  await expect
    .poll(() => count(`(select * from segments where kind = 'trip' and ended_at is not null)`))
    .toBe(1)
  const id = await createRun('json', before.day)
  await expect.poll(() => stateOf(id)).toBe('done')
  await report(stage, account, device.id, whole.filter(isLate))
  await expect.poll(() => count('segment_corrections')).toBeGreaterThan(0)
  const { page, signIn } = await stage.visit()
  await signIn(account, `/reports?run=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Trips' })
  await dialog.getByRole('heading', { name: 'What would differ today' }).waitFor()
  const table = dialog.getByRole('table', { name: 'What would differ today' })
  await table.getByRole('link', { name: 'Pardela' }).first().waitFor()
  expect(await table.textContent()).toContain('Late data')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => searchOf(page, 'run')).toBeNull()
})

test('an empty period, one that is too long, and an unknown report are explained', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/reports?report=trips&from=2020-01-01&to=2020-01-02')
  await page.getByText('No rows in this period').waitFor()
  await page.goto('/reports?report=days&from=2026-01-01&to=2026-06-30')
  await page.getByText('This report covers at most 31 days. Choose a shorter period.').waitFor()
  await page.goto('/reports?report=trips&from=someday&to=now')
  await page.getByText('The period from “someday” to “now” is not valid.').waitFor()
  await page.goto('/reports?report=horoscope')
  await page.getByText('This report does not exist').waitFor()
})

test('on a phone, the catalogue comes first and the table scrolls', async () => {
  const { page, signIn } = await stage.visit({ ...phone, theme: 'dark' })
  await signIn(account)
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('link', { name: 'Reports' }).click()
  const catalogue = page.getByRole('navigation', { name: 'Reports' })
  await catalogue.getByRole('link', { name: /^Fleet summary/ }).click()
  await catalogue.waitFor({ state: 'hidden' })
  await page.getByRole('group', { name: 'Period' }).getByRole('button', { name: 'Yesterday' }).click()
  const table = page.getByRole('table', { name: 'Fleet summary' })
  await expect.poll(() => table.locator('tr[data-type=row]').count()).toBeGreaterThan(1)
  expect(await page.getByRole('main').evaluate((main) => main.scrollWidth)).toBeLessThanOrEqual(phone.width)
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('link', { name: 'All reports' }).click()
  await catalogue.waitFor()
})

test('users without the permission are not offered reports; with it they see their devices', async () => {
  const without = await makePerson(stage, account, { groupIds: [group.id] })
  const { page, signIn } = await stage.visit()
  await signIn(without, '/reports')
  await page.getByText('You may not see reports').waitFor()
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect.poll(() => main.getByRole('link', { name: 'Reports' }).count()).toBe(0)

  const reader = await makePerson(stage, account, { groupIds: [group.id], privileges: ['reports.read'] })
  const other = await stage.visit()
  await other.signIn(reader, '/live')
  await other.page.getByRole('navigation', { name: 'Main' }).waitFor()
  await other.page.keyboard.press('g')
  await other.page.keyboard.press('r')
  await expect.poll(() => new URL(other.page.url()).pathname).toBe('/reports')
  await other.page.getByText('No files yet').waitFor()
  await other.page.goto(`/reports?report=fleetSummary&from=${day}&to=${day}`)
  const table = other.page.getByRole('table', { name: 'Fleet summary' })
  await expect.poll(() => table.locator('tr[data-type=row]').count()).toBe(1)
  expect(await table.textContent()).not.toContain('Albatros')
})

test('working hours are chosen, and part of the URL', async () => {
  const { page, signIn } = await stage.visit()
  const days = `from=${encodeURIComponent('now-1d/d')}&to=${encodeURIComponent('now-1d/d')}`
  await signIn(account, `/reports?report=workTime&${days}`)
  await page.getByRole('table', { name: 'Work time', exact: true }).waitFor()
  await page.getByLabel('Work starts at').fill('22:00')
  await expect.poll(() => searchOf(page, 'hours')).toBe('22:00-19:00')
  await page.getByText('Ends on the next day').waitFor()
  await page.getByRole('combobox', { name: 'Working days' }).click()
  await page.getByRole('option', { name: 'Sun' }).click()
  await expect.poll(() => searchOf(page, 'weekdays')).toBe('monday,tuesday,wednesday,thursday,friday,sunday')
  await page.keyboard.press('Escape')
  expect(await findBarriers(page)).toEqual([])
})
