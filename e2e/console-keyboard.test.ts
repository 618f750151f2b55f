// The console without a mouse: everything is reached with Tab, its focus is visible, and dialogs give it back.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeReseller } from '../server/test/resale.ts'
import { makeCustomer, makeReseller } from '../server/test/resale.ts'
import { findBarriers } from './axe.ts'
import { keyboardOf } from './keyboard.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { phone } from './visitor.ts'

let stage: Stage
let reseller: MadeReseller

beforeAll(async () => {
  stage = await openStage()
  reseller = await makeReseller(stage.world, { licenses: 500 })
  await makeCustomer(stage.world, reseller, { name: 'Alpha Freight' })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

test('an account is created, gets licenses and limits, is suspended and reopened', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(reseller.staff, '/console')
  const keys = keyboardOf(page)
  const dialog = page.getByRole('dialog')
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })

  const create = page.getByRole('button', { name: 'New account' })
  await keys.press(create)
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => create.evaluate((one) => one === document.activeElement)).toBe(true)

  await keys.press(create)
  await keys.type(field('Name of the account'), 'Beta Logistics')
  await keys.type(field('Name of the account holder'), 'Eva Sanz')
  await keys.type(field('E-mail of the account holder'), 'eva@beta.example')
  await keys.type(field('Licenses'), '20')
  await keys.press(button('Create account'))
  await page.getByText('An invitation was sent to eva@beta.example.').waitFor()

  await keys.type(page.getByRole('searchbox', { name: 'Search accounts by name' }), 'Beta')
  const row = page.getByRole('row', { name: /Beta Logistics/ })
  await row.waitFor()
  await page.getByRole('row', { name: /Alpha Freight/ }).waitFor({ state: 'detached' })
  const menu = row.getByRole('button', { name: 'Actions for Beta Logistics' })

  await keys.choose(menu, 'Move licenses')
  await keys.type(dialog.getByRole('textbox', { name: 'Number of licenses' }), '15')
  await keys.type(field('Reason'), 'Order 31')
  await keys.press(button('Move'))
  await page.getByText('The licenses of Beta Logistics were changed.').waitFor()

  await keys.choose(menu, 'Limits per account')
  await keys.type(field('SMS per day'), '40')
  await keys.type(field('Costs per month'), '12.50')
  expect(await findBarriers(page)).toEqual([])
  await keys.press(button('Save'))
  await page.getByText('The limits of Beta Logistics were changed.').waitFor()
  await keys.choose(menu, 'Limits per account')
  await field('SMS per day').waitFor()
  expect([await field('SMS per day').inputValue(), await field('Costs per month').inputValue()]).toEqual([
    '40',
    '12.5',
  ])
  await keys.press(button('Cancel'))

  await keys.choose(menu, 'Suspend')
  await keys.type(field('Reason'), 'Invoice 114 is unpaid')
  await keys.press(button('Suspend'))
  await row.getByText('Suspended').waitFor()
  await keys.choose(menu, 'Reopen')
  await keys.type(field('Reason'), 'Paid')
  await keys.press(button('Reopen'))
  await row.getByText('Active').waitFor()
})

test('a reseller is created, gets licenses, limits and a budget, and is suspended with its customers', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(reseller.staff, '/console')
  const keys = keyboardOf(page)
  await keys.press(page.getByRole('link', { name: 'Resellers' }))
  await page.getByText('No resellers yet').waitFor()
  expect(await findBarriers(page)).toEqual([])
  const dialog = page.getByRole('dialog')
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })

  await keys.press(page.getByRole('button', { name: 'New reseller' }))
  await keys.type(field('Name of the reseller'), 'North Dealers')
  await keys.type(field('Name of the account holder'), 'Rui Costa')
  await keys.type(field('E-mail of the account holder'), 'rui@north.example')
  await keys.type(field('Licenses'), '60')
  expect(await findBarriers(page)).toEqual([])
  await keys.press(button('Create reseller'))
  await page.getByText('An invitation was sent to rui@north.example.').waitFor()
  const row = page.getByRole('row', { name: /North Dealers/ })
  await row.waitFor()
  const menu = row.getByRole('button', { name: 'Actions for North Dealers' })

  await keys.choose(menu, 'Move licenses')
  await keys.type(dialog.getByRole('textbox', { name: 'Number of licenses' }), '40')
  await keys.type(field('Reason'), 'Order 32')
  await keys.press(button('Move'))
  await expect.poll(() => row.textContent()).toMatch(/100/)

  await keys.choose(menu, 'Limits per account')
  await keys.type(field('Users'), '12')
  await keys.press(button('Save'))
  await page.getByText('The limits of North Dealers were changed.').waitFor()

  await keys.choose(menu, 'Budget')
  await keys.type(field('E-mails per day'), '500')
  await keys.type(field('Costs per month'), '250')
  expect(await findBarriers(page)).toEqual([])
  await keys.press(button('Save'))
  await page.getByText('The budget of North Dealers was changed. It counts for the next message.').waitFor()
  const { rows } = await stage.world.superuser.query(
    `select c.email_day::int, c.money_month::int from node_caps c join nodes n on n.number = c.node
     where n.name = 'North Dealers'`,
  )
  expect(rows).toEqual([{ email_day: 500, money_month: 250_000_000 }])

  await keys.choose(menu, 'Suspend')
  await keys.reach(dialog.getByRole('checkbox', { name: 'Suspend the accounts of its customers too' }))
  await page.keyboard.press('Space')
  await keys.type(field('Reason'), 'Unpaid since May')
  await keys.press(button('Suspend'))
  await row.getByText('Suspended').waitFor()
})

test.each([
  ['es', 'Revendedores', 'Presupuesto'],
  ['pt', 'Revendedores', 'Orçamento'],
] as const)('resellers in %s, on a phone and on 320 pixels', async (language, title, budget) => {
  const below = await makeReseller(stage.world, { parentId: reseller.id, licenses: 7 })
  await makeReseller(stage.world, { parentId: below.id })
  const { page, signIn } = await stage.visit({ language, theme: 'dark', ...phone })
  await signIn(reseller.staff, '/console/resellers')
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  const menu = page.getByRole('row', { name: new RegExp(below.name) }).getByRole('button')
  await menu.click()
  await page.getByRole('menuitem', { name: budget }).click()
  await page.getByRole('dialog').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.waitForTimeout(300)
  expect(await findBarriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
