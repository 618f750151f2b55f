// A reseller sets its brand in the console, and its customers see it.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { pngOf } from '../server/test/pictures.ts'
import type { MadeReseller } from '../server/test/resale.ts'
import { adoptAccount, makeReseller } from '../server/test/resale.ts'
import { findBarriers } from './axe.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

let stage: Stage
let reseller: MadeReseller
let customer: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  reseller = await makeReseller(stage.world)
  customer = await stage.make.account()
  await adoptAccount(stage.world, reseller, customer)
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

test('a brand is set in the console and shown to customers', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(reseller.staff, '/console')
  await page.getByRole('link', { name: 'Brand' }).click()
  await page.getByText('You have no brand yet.').waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Alpha Fleet')
  await page.getByRole('textbox', { name: 'Short name' }).fill('Alpha')
  await page.getByLabel('Color', { exact: true }).fill('#ffcc00')
  await page.getByRole('group', { name: 'Preview' }).getByText('Alpha Fleet').first().waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The brand was saved.').waitFor()

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a picture: Icon' }).click(),
  ])
  await chooser.setFiles({ name: 'icon.png', mimeType: 'image/png', buffer: pngOf(300, [200, 30, 30]) })
  await page.getByRole('img', { name: 'Icon' }).waitFor()
  expect(await findBarriers(page)).toEqual([])

  const visitor = await stage.visit()
  await visitor.signIn(customer, '/settings/account')
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => visitor.page.title()).toContain('Alpha Fleet')
  const icon = visitor.page.locator('link[rel="icon"]')
  await expect.poll(() => icon.getAttribute('href')).toMatch(/^\/brand\/[0-9a-f]{64}\.png$/)
  expect(await findBarriers(visitor.page)).toEqual([])
})

test.each([
  ['es', 'Marca'],
  ['pt', 'Marca'],
] as const)('in %s, on a screen of 320 pixels', async (language, title) => {
  const { page, signIn } = await stage.visit({ language, width: 320, height: 640, theme: 'dark' })
  await signIn(reseller.staff, '/console/brand')
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('an address for e-mails shows its records, and a sender of SMS waits for the platform', async () => {
  const beta = await makeReseller(stage.world)
  const body = { name: 'Beta Fleet', shortName: 'Beta', color: '#0b7285' }
  await stage.world.call('PUT', '/api/resale/brand', { token: beta.staff.token, body })
  const { page, signIn } = await stage.visit()
  await signIn(beta.staff, '/console')
  await page.getByRole('link', { name: 'Senders' }).click()
  const email = page.getByRole('region', { name: 'E-mails' })
  await email.getByRole('textbox', { name: 'Address' }).fill('alerts@beta.example')
  await email.getByRole('button', { name: 'Save' }).click()
  await email.getByText('Not found in DNS yet').waitFor()
  await email.getByText(/^[a-z0-9]{10}\._domainkey\.beta\.example$/).waitFor()
  await email.getByText('_dmarc.beta.example').waitFor()
  const sms = page.getByRole('region', { name: 'SMS' })
  await sms.getByRole('textbox', { name: 'Sender' }).fill('BetaGPS')
  await sms.getByRole('button', { name: 'Save' }).click()
  await sms.getByText('Waiting for the platform').waitFor()
  expect(await findBarriers(page)).toEqual([])
})
