// Spending caps: what is used, an own cap, and what was not sent because of one.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { CappedAccount } from '../server/test/capped.ts'
import { makeCapped } from '../server/test/capped.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

let stage: Stage
let made: CappedAccount

beforeAll(async () => {
  stage = await openStage({ RASTRO_EMAIL_PRICE: '0.01', RASTRO_ACCOUNT_EMAILS_PER_DAY: '2000' })
  made = await makeCapped(stage.world)
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

test('an administrator lowers a cap, and sees what is used and what was not sent', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(made.account, '/settings/spending')
  const today = page.getByRole('progressbar', { name: /Your cap per day, e-mails/ })
  // A bar without length counts as hidden.
  await today.waitFor({ state: 'attached' })
  expect(await today.getAttribute('aria-label')).toBe('Your cap per day, e-mails: 0 of 2,000 used')

  const own = page.getByRole('textbox', { name: 'Your cap per day, e-mails' })
  await own.fill('10')
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByRole('progressbar', { name: 'Your cap per day, e-mails: 0 of 10 used' })
    .waitFor({ state: 'attached' })
  await page.getByText('1 are kept for critical alerts.').waitFor()

  await made.notified.raise(12)
  await made.notified.settled()
  await page.reload()
  await page.getByRole('progressbar', { name: 'Your cap per day, e-mails: 9 of 10 used' }).waitFor()
  await page.getByText('Only critical alerts are still sent.').waitFor()
  await page.getByText('€0.09 used').first().waitFor()

  await page.goto(`/devices/${made.notified.deviceId}`)
  await page.getByRole('tab', { name: 'Notifications' }).click()
  await page.getByText('Spending cap of the account reached.').first().waitFor()
})

test('what the provider does not allow is refused with a reason', async () => {
  const { page, signIn, expects } = await stage.visit()
  expects(/409/)
  await signIn(made.account, '/settings/spending')
  await page.getByRole('textbox', { name: 'Your cap per day, e-mails' }).fill('2001')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/Your provider allows at most 2000/).waitFor()
})

test('the page is in Spanish and Portuguese too', async () => {
  for (const [language, title] of [
    ['es', 'Topes de gasto'],
    ['pt', 'Limites de gastos'],
  ] as const) {
    const { page, signIn } = await stage.visit({ language })
    await signIn(made.account, '/settings/spending')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
})
