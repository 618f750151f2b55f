// Critical alerts: visible, audible and handled on every view.

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { findBarriers } from './axe.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { phone } from './visitor.ts'

let stage: Stage
let account: MadeAccount
let deviceId: string

beforeAll(async () => {
  stage = await openStage()
})
/** Of its own for each test: an open alert of another one would sound too. */
beforeEach(async () => {
  account = await stage.make.account()
  deviceId = (await stage.make.device(account, { name: 'Truck 01' })).id
  const locations = [{ dateTime: new Date().toISOString(), latitude: 42.2, longitude: -8.8 }]
  await stage.call('POST', `/api/devices/${deviceId}/locations`, {
    token: account.token,
    body: { locations },
  })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

const barOf = (page: Page) => page.getByRole('region', { name: 'Critical alerts', exact: true })

async function stateOf(alertId: string): Promise<string> {
  return (await stage.call('GET', `/api/alerts/${alertId}`, account)).body.state
}

test('an SOS is shown in the settings, counted in the title, opened, and acknowledged', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/settings/preferences')
  await page.getByRole('heading', { name: 'Preferences' }).waitFor()
  expect(await barOf(page).count()).toBe(0)

  const { id } = await stage.make.alert(account, deviceId)
  const bar = barOf(page)
  await bar.waitFor()
  await expect.poll(() => bar.textContent()).toMatch(/SOS · Truck 01 · since .+\(.+ago\)/)
  await expect.poll(() => page.title()).toBe('(1) Preferences · Rastro')
  await expect
    .poll(() => page.locator('[aria-live=assertive]').allTextContents())
    .toContain('Critical alert: SOS, Truck 01.')
  expect(await findBarriers(page)).toEqual([])

  await bar.getByRole('link', { name: /^Show/ }).click()
  await page.getByRole('complementary', { name: 'SOS' }).waitFor()
  expect(new URL(page.url()).searchParams.get('id')).toBe(id)

  await bar.getByRole('button', { name: /^Acknowledge/ }).click()
  await bar.waitFor({ state: 'detached' })
  await expect.poll(() => page.title()).toBe('Alerts · Rastro')
  await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe('acknowledged')
}, 120_000)

test('an alarm does not wait for a list of devices that is not answered', async () => {
  const { page, context, signIn } = await stage.visit()
  const unanswered = Promise.withResolvers<void>()
  await context.route('**/api/fleet*', async (route) => {
    await unanswered.promise
    await route.abort().catch(() => {})
  })
  await signIn(account)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await stage.make.alert(account, deviceId)
  await barOf(page).waitFor()
  unanswered.resolve()
})

test('an acknowledgement that was undone brings the alarm back', async () => {
  const { id } = await stage.make.alert(account, deviceId)
  const { page, signIn } = await stage.visit()
  await signIn(account)
  const bar = barOf(page)
  await bar.getByRole('button', { name: /^Acknowledge/ }).click()
  await bar.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await bar.waitFor()
  expect(await stateOf(id)).toBe('open')
})

test('several critical alerts fold into one row with a count', async () => {
  for (const name of ['sos', 'crash', 'powerCut']) {
    await stage.make.alert(account, deviceId, { name, severity: 'critical' })
  }
  const { page, signIn } = await stage.visit(phone)
  await signIn(account)
  const bar = barOf(page)
  await expect.poll(() => bar.getByRole('listitem').count()).toBe(1)
  await bar.getByRole('button', { name: '2 more critical alerts' }).click()
  await expect.poll(() => bar.getByRole('listitem').count()).toBe(3)
  const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await widthOf()).toBeLessThanOrEqual(phone.width)
  await bar.getByRole('button', { name: 'Acknowledge all (3)' }).click()
  await bar.waitFor({ state: 'detached' })
})

test('the device is marked in the list and on the map', async () => {
  await stage.make.alert(account, deviceId)
  const { page, signIn } = await stage.visit()
  await signIn(account)
  await page.getByRole('option', { name: /Critical alert ?Truck 01/ }).waitFor()
  await expect.poll(() => page.locator('.maplibregl-marker', { hasText: 'Truck 01' }).count()).toBe(1)
})

test('an old SOS stands above a newer warning', async () => {
  const dateTime = new Date(Date.now() - 3_600_000).toISOString()
  await stage.make.alert(account, deviceId, { dateTime })
  await stage.make.alert(account, deviceId, { name: 'lowBattery' })
  const { page, signIn } = await stage.visit()
  await signIn(account, '/alerts')
  const rows = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(2)
  expect(await rows.first().textContent()).toContain('SOS')
})

test('the alarm sounds after consent, until it is silenced', async () => {
  const { page, signIn, context } = await stage.visit()
  await context.addInitScript(() => {
    const counter = globalThis as unknown as { toneCount: number }
    counter.toneCount = 0
    const { start } = AudioScheduledSourceNode.prototype
    AudioScheduledSourceNode.prototype.start = function (when) {
      counter.toneCount += 1
      start.call(this, when)
    }
  })
  const toneCount = () => page.evaluate(() => (globalThis as unknown as { toneCount: number }).toneCount)
  await signIn(account)
  await page.getByRole('button', { name: 'Turn on sound' }).click()
  await expect.poll(toneCount).toBe(6)
  await page.getByRole('region', { name: 'Sound for critical alerts' }).waitFor({ state: 'detached' })

  await stage.make.alert(account, deviceId)
  await expect.poll(toneCount, { timeout: 15_000 }).toBeGreaterThan(6)
  const before = await toneCount()
  await expect.poll(toneCount, { timeout: 15_000 }).toBeGreaterThan(before)
  await barOf(page).getByRole('button', { name: 'Silence' }).click()
  const after = await toneCount()
  await page.waitForTimeout(6_000)
  expect(await toneCount()).toBe(after)

  await page.reload()
  await barOf(page).waitFor()
  expect(await page.getByRole('button', { name: 'Turn on sound' }).count()).toBe(0)
}, 120_000)
