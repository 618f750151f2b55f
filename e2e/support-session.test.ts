// Support sessions with two browsers: staff asks, the customer approves, sees what was read, and ends the session.

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import type { MadeReseller } from '../server/test/resale.ts'
import { adoptAccount, makeReseller } from '../server/test/resale.ts'
import { findBarriers } from './axe.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

/** The promise is 5 s; the page needs some time to leave. */
const outWithinMs = 10_000

let stage: Stage
let reseller: MadeReseller
let customer: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  reseller = await makeReseller(stage.world)
  customer = await stage.make.account()
  await adoptAccount(stage.world, reseller, customer)
  await stage.make.device(customer, { name: 'Gaviota' })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

test('staff asks, the customer approves, sees what was read, and ends it', async () => {
  const staff = await stage.visit()
  const owner = await stage.visit()
  // The end of the session, and what the views ask for that is closed to visitors.
  staff.expects(/40[139]/)
  await owner.signIn(customer, '/settings/support')
  await owner.page.getByText('No support sessions yet').waitFor()
  expect(await findBarriers(owner.page)).toEqual([])

  await staff.signIn(reseller.staff, `/console?q=${customer.account}`)
  await staff.page.getByRole('button', { name: /^Actions for/ }).click()
  await staff.page.getByRole('menuitem', { name: 'Request a support session' }).click()
  const dialog = staff.page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711: no positions')
  expect(await findBarriers(staff.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send request' }).click()
  const mine = staff.page.getByRole('table', { name: 'Your support sessions' })
  await mine.getByText('Waiting for approval').waitFor()
  expect(await staff.page.getByRole('button', { name: 'Open the account' }).count()).toBe(0)

  // Without a reload: the event brings the request.
  await owner.page.getByText(/asks for access to your account\. Reason: Ticket 4711/).waitFor()
  await owner.page.getByRole('button', { name: /^Actions for the session of/ }).click()
  await owner.page.getByRole('menuitem', { name: 'Approve for reading only' }).click()
  await owner.page.getByText(/can read your account\. Reason: Ticket 4711/).waitFor()
  expect(await findBarriers(owner.page)).toEqual([])

  await staff.page.getByRole('button', { name: 'Open the account' }).click()
  await staff.page.getByText(/^Support session in .*Ticket 4711/).waitFor()
  await staff.page.getByText('You can read, and change nothing.').waitFor()
  await staff.page.goto('/devices')
  await staff.page.getByText('Gaviota').first().waitFor()
  expect(await findBarriers(staff.page)).toEqual([])

  await owner.page.getByRole('button', { name: /^Actions for the session of/ }).click()
  await owner.page.getByRole('menuitem', { name: 'What was read' }).click()
  await owner.page.getByRole('dialog').getByText('GET /api/account', { exact: true }).waitFor()
  expect(await findBarriers(owner.page)).toEqual([])
  await owner.page.keyboard.press('Escape')

  await owner.page.getByRole('button', { name: 'End now' }).click()
  await owner.page.getByText('Ended by the customer').waitFor()
  // The page of the visitor leaves by itself.
  await staff.page.waitForURL(/\/console/, { timeout: outWithinMs })
  await staff.page.getByText('The support session has ended.').waitFor()
})

test('the visitor ends the session, and is back in the own account', async () => {
  const staff = await stage.visit()
  staff.expects(/40[139]/)
  const token = await stage.make.passwordToken(reseller.staff)
  const ownerToken = await stage.make.passwordToken(customer)
  const body = { accountId: customer.account, reason: `Ticket ${randomUUID().slice(0, 6)}` }
  const asked = await stage.call('POST', '/api/resale/supportSessions', { token, body })
  const { id } = asked.body.supportSession
  await stage.call('POST', `/api/account/supportSessions/${id}/approve`, { token: ownerToken, body: {} })
  await staff.signIn(reseller.staff, '/console')
  const row = staff.page.getByRole('row', { name: body.reason })
  await row.getByRole('button', { name: 'Open the account' }).click()
  await staff.page.getByText(/^Support session in/).waitFor()
  await staff.page.getByRole('button', { name: 'End now' }).click()
  await staff.page.getByRole('heading', { name: 'Console' }).waitFor()
  const after = await stage.call('GET', `/api/account/supportSessions/${id}`, { token: ownerToken })
  expect(after.body.supportSession).toMatchObject({ state: 'ended', endReason: 'visitor' })
})

test.each([
  ['es', 'Sesiones de soporte', 'Quién puede entrar'],
  ['pt', 'Sessões de suporte', 'Quem pode entrar'],
] as const)('in %s, on a screen of 320 pixels', async (language, title, mode) => {
  const { page, signIn } = await stage.visit({ language, width: 320, height: 640, theme: 'dark' })
  await signIn(customer, '/settings/support')
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await page.getByRole('heading', { name: mode }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
