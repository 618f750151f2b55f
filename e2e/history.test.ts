// History of a device: list, map and player.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { fillAccount } from './fill-account.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

let stage: Stage
let account: MadeAccount
let things: Record<string, string>

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account({ licenses: 50 })
  things = await fillAccount(stage, account)
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

test('the last day is listed as trips and stops, and the player keeps its time in the URL', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, `/history/${things.deviceId}`)
  const segments = page.getByRole('list', { name: 'Trips and stops' })
  await segments.getByRole('button', { name: /^Trip/ }).first().waitFor()
  await segments
    .getByRole('button', { name: /Stop 1/ })
    .first()
    .waitFor()

  const player = page.getByRole('region', { name: 'Player' })
  const moment = () => player.locator('time').getAttribute('datetime')
  await segments.getByRole('button', { name: /^Trip/ }).first().click()
  const before = await moment()
  await player.getByRole('button', { name: 'Play' }).click()
  await expect.poll(moment).not.toBe(before)
  await player.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('t')).not.toBeNull()
  const paused = await moment()
  await page.reload()
  await player.waitFor()
  await expect.poll(moment).toBe(paused)
})

test('a period without data leads to the last data', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, `/history/${things.deviceId}?from=now-30d&to=now-29d`)
  await page.getByText('No data in this period').waitFor()
  await page.getByRole('button', { name: 'Show last data' }).click()
  await page.getByRole('list', { name: 'Trips and stops' }).waitFor()
})

test('presets of an office are one click away, and a week has daily sums', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, `/history/${things.deviceId}`)
  const periods = page.getByRole('group', { name: 'Period' })
  for (const name of ['Today', 'Yesterday', 'This week', 'Last week'])
    await periods.getByRole('button', { name, exact: true }).waitFor()
  await periods.getByRole('button', { name: 'Last week', exact: true }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe('now-1w/w')
  expect(
    await periods.getByRole('button', { name: 'Last week', exact: true }).getAttribute('aria-pressed'),
  ).toBe('true')
})

test('the device is chosen among all devices', async () => {
  const { page, signIn } = await stage.visit()
  for (let number = 1; number <= 12; number += 1) {
    await stage.make.device(account, { name: `Van ${number}` })
  }
  await signIn(account, '/history')
  const devices = page.getByRole('list', { name: 'Devices' })
  await devices.getByRole('link', { name: /Van 12/ }).waitFor()
  await page.getByRole('textbox', { name: 'Search devices' }).fill('van 3')
  await expect.poll(() => devices.getByRole('link').count()).toBe(1)
})
