// The console of a reseller: 10,000 accounts, paged and searched by the server; create, move licenses, suspend, reopen.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeReseller } from '../server/test/resale.ts'
import { makeReseller } from '../server/test/resale.ts'
import { findBarriers } from './axe.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { phone } from './visitor.ts'

const many = 10_000

let stage: Stage
let reseller: MadeReseller

beforeAll(async () => {
  stage = await openStage()
  reseller = await makeReseller(stage.world, { licenses: 500 })
  await fillTree()
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

/** Accounts that are in the tree only, with counts as a cell reports them. */
async function fillTree(): Promise<void> {
  await stage.world.superuser.query(
    `insert into nodes (number, id, kind, parent, path, depth, name, account_number, granted, version, applied_version,
       account_status, licenses, devices, active_devices, users, last_location_at, reported_at)
     select 1000000 + n, 'acc_' || lpad(n::text, 22, '0'), 'account', r.number,
       r.path || lpad((1000000 + n)::text, 8, '0') || '/', r.depth + 1,
       'Fleet ' || lpad(n::text, 5, '0'), 1000000000 + n, 0, 1, 1, 'active', 0, n % 40, n % 30, 1 + n % 5,
       now() - n * interval '1 minute', now() + interval '1 day'
     from nodes r, generate_series(1, $2) as n where r.id = $1`,
    [reseller.id, many],
  )
}

test('a list of 10,000 accounts is searched and paged, on a desktop and on a phone', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(reseller.staff, '/console')
  await page.getByRole('heading', { name: 'Console' }).waitFor()
  const table = page.getByRole('table', { name: 'Accounts' })
  await table.getByText('Fleet 00001').waitFor()
  // The first page of the list, and not 10,000 rows.
  expect(await table.getByRole('row').count()).toBeLessThan(300)
  await page.getByText('10,001', { exact: true }).waitFor()
  expect(await findBarriers(page)).toEqual([])

  await page.getByRole('searchbox', { name: 'Search accounts by name' }).fill('09999')
  await table.getByText('Fleet 09999').waitFor()
  await expect.poll(() => table.getByRole('row').count()).toBe(2)
  await page.setViewportSize(phone)
  await page.waitForTimeout(300)
  expect(await findBarriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test.each([
  ['es', 'Consola', 'Cuentas', 'Activa'],
  ['pt', 'Console', 'Contas', 'Ativa'],
] as const)('in %s, on a screen of 320 pixels', async (language, title, accounts, active) => {
  const { page, signIn } = await stage.visit({ language, width: 320, height: 640, theme: 'dark' })
  await signIn(reseller.staff, '/console?q=0000')
  await page.getByRole('heading', { name: title }).waitFor()
  await page.getByRole('table', { name: accounts }).getByText(active, { exact: true }).first().waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('an account is created, gets licenses, is suspended and reopened', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(reseller.staff, '/console')
  await page.getByRole('button', { name: 'New account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name of the account', exact: true }).fill('Beta Logistics')
  await dialog.getByRole('textbox', { name: 'Name of the account holder' }).fill('Eva Sanz')
  await dialog.getByRole('textbox', { name: 'E-mail of the account holder' }).fill('eva@beta.example')
  await dialog.getByRole('textbox', { name: 'Licenses' }).fill('20')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('An invitation was sent to eva@beta.example.').waitFor()
  await expect.poll(() => stage.mailbox.messages.some(({ to }) => to.includes('eva@beta.example'))).toBe(true)

  await page.getByRole('searchbox', { name: 'Search accounts by name' }).fill('Beta')
  const row = page.getByRole('row', { name: /Beta Logistics/ })
  await row.waitFor()
  const open = async (item: string) => {
    await row.getByRole('button', { name: 'Actions for Beta Logistics' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await open('Move licenses')
  await dialog.getByRole('textbox', { name: 'Number of licenses' }).fill('15')
  await dialog.getByText('Take back').click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Order 31')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText('The licenses of Beta Logistics were changed.').waitFor()
  // What is used of it is counted every 10 seconds.
  await expect.poll(() => row.textContent()).toMatch(/Active(0 of )?5/)

  await open('Suspend')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Invoice 114 is unpaid')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Beta Logistics is suspended.').waitFor()
  await row.getByText('Suspended').waitFor()
  await open('Reopen')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paid')
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await page.getByText('Beta Logistics is open again.').waitFor()
  await row.getByText('Active').waitFor()
})

test('more licenses than the pool has are refused with the number that is free', async () => {
  const { page, signIn, expects } = await stage.visit()
  expects(/409/)
  await signIn(reseller.staff, '/console?q=00007')
  const row = page.getByRole('row', { name: /Fleet 00007/ })
  await row.getByRole('button', { name: 'Actions for Fleet 00007' }).click()
  await page.getByRole('menuitem', { name: 'Move licenses' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Number of licenses' }).fill('100000')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Order 32')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await dialog.getByText(/The pool has \d+ free licenses/).waitFor()
})

test('usage of a month, a price list, and several accounts suspended at once, by keyboard and at 320 px', async () => {
  const month = new Date().toISOString().slice(0, 7)
  await stage.world.superuser.query(
    `insert into node_usage_days (account_number, day, account, path, ends_at, licenses_peak, licenses_granted, emails,
       sms, sms_prefixes, api_units, locations, closed_at, is_emitted)
     select account_number, $2::date, id, path, now(), 7, 10, 3, 2, '{"+34612": 2}', 100, 5000, now(), true
     from nodes where kind = 'account' and path like (select path from nodes where id = $1) || '%' limit 150`,
    [reseller.id, `${month}-01`],
  )
  const { page, signIn } = await stage.visit()
  await signIn(reseller.staff, '/console/usage')
  const usage = page.getByRole('table', { name: 'Usage' })
  await usage.getByRole('row').nth(1).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.setViewportSize({ width: 1_280, height: 800 })

  await page.goto(`${new URL(page.url()).origin}/console/prices`)
  await page.getByRole('button', { name: 'New price list' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Standard')
  await dialog.getByRole('textbox', { name: 'License, per day' }).fill('0.033333')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByRole('table', { name: 'Prices' }).getByText('€0.033333').waitFor()
  expect(await findBarriers(page)).toEqual([])

  await page.goto(`${new URL(page.url()).origin}/console?q=0003`)
  for (const name of ['Fleet 00031', 'Fleet 00032'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).press('Space')
  await page.getByRole('button', { name: 'Suspend', exact: true }).press('Enter')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Unpaid')
  await dialog.getByRole('button', { name: 'Suspend' }).press('Enter')
  await page.getByText('2 of 2 accounts were changed.').waitFor()
})

test('an account that manages no reseller has no console', async () => {
  const account = await stage.make.account()
  const { page, signIn } = await stage.visit()
  await signIn(account, '/live')
  await page.getByRole('link', { name: 'Settings' }).waitFor()
  expect(await page.getByRole('link', { name: 'Console' }).count()).toBe(0)
  await page.goto('/console')
  await page.getByText('You manage no reseller').waitFor()
})
