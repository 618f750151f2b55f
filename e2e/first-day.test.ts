// The first day of a customer: an empty account, a simulated drive, a phone.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findBarriers } from './axe.ts'
import { mapOf } from './map.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

test('an empty account starts in its country, drives a demo vehicle, and deletes it', async () => {
  const account = await stage.make.account({ hasFirstRule: true })
  const { page, signIn } = await stage.visit()
  await signIn(account)
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByText('0 of 5 done').waitFor()

  const map = await mapOf(page)
  await expect.poll(() => map.evaluate((map) => map.getZoom() > 3)).toBe(true)
  const { lng, lat } = await map.evaluate((map) => map.getCenter())
  expect([Math.abs(lng + 3) < 4, Math.abs(lat - 40) < 3]).toEqual([true, true])

  await steps.getByRole('button', { name: 'Simulate a drive' }).click()
  const row = page.getByRole('option', { name: /Demo vehicle/ })
  await row.waitFor()
  await steps.getByText('2 of 5 done').waitFor()
  const first = await lastLocation(account)
  await expect.poll(() => lastLocation(account), { timeout: 20_000 }).not.toEqual(first)

  await steps.getByRole('button', { name: 'Stop' }).click()
  await steps.getByRole('button', { name: 'Delete demo vehicle' }).click()
  await row.waitFor({ state: 'detached' })
  await steps.getByRole('button', { name: 'Hide first steps' }).click()
  await steps.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('No devices yet').waitFor()
  expect(await steps.count()).toBe(0)
})

test('the other maps of an empty account start in its country too', async () => {
  const account = await stage.make.account()
  for (const path of ['/geofences/new', '/rules/new?kind=speed', '/connect']) {
    const { page, signIn } = await stage.visit()
    await signIn(account, path)
    const map = await mapOf(page)
    await expect.poll(() => map.evaluate((map) => map.getZoom() > 3), { message: path }).toBe(true)
  }
})

async function lastLocation(account: { token: string }): Promise<unknown> {
  const { body } = await stage.call('GET', '/api/lastLocations', account)
  const [last] = body.locations
  return last && [last.longitude, last.latitude]
}

test('a tracker is found by its brand or model, with what to send to it', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(await stage.make.account(), '/connect')
  const search = page.getByRole('textbox', { name: 'Brand or model' })
  await search.fill('st901')
  await page
    .getByRole('radio', { name: /SinoTrack ST-901.*not confirmed/ })
    .first()
    .waitFor()
  await search.fill('vl03')
  await page.getByRole('radio', { name: 'Jimi IoT JM-VL03 Concox, Jimi, GT06' }).click()
  await page
    .getByRole('region', { name: /^Set up Concox/ })
    .getByText(/^SERVER,1,/)
    .waitFor()
  expect(await findBarriers(page)).toEqual([])
  await search.fill('Zebra 7')
  await page.getByText(/^Not in the list/).waitFor()
  await search.fill('')
  await page.getByRole('radio', { name: /Teltonika/ }).waitFor()
})

test('a phone is connected by a QR code, without commands to type', async () => {
  const account = await stage.make.account()
  const { page, signIn } = await stage.visit()
  await signIn(account, '/connect')
  await page.getByRole('radio', { name: /Traccar Client/ }).click()
  await page.getByRole('button', { name: 'Next: name the device' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ana')
  const identifier = await page.getByRole('textbox', { name: 'Identifier' }).inputValue()
  expect(identifier.length).toBeGreaterThanOrEqual(16)
  await page.getByRole('button', { name: 'Create device' }).click()
  await page.getByRole('img', { name: 'QR code with the settings for the app' }).waitFor()
  expect(await page.getByText(/npm run/).count()).toBe(0)

  const query = new URLSearchParams({ id: identifier, lat: '40.41', lon: '-3.70', speed: '5' })
  expect((await fetch(`${stage.url}/ingest/osmand?${query}`)).status).toBe(200)
  await page.getByText('Ana is connected').waitFor()
})

test('a phone with OwnTracks gets its secret by a QR code', async () => {
  const account = await stage.make.account()
  const { page, signIn } = await stage.visit()
  await signIn(account, '/connect?kind=owntracks&step=name')
  await page.getByRole('button', { name: 'Create secret' }).click()
  await page.getByText('Enter the identifier below').waitFor()
  await page.getByRole('textbox', { name: 'Identifier' }).fill('ana/phone')
  await page.getByRole('img', { name: 'QR code with the settings for the app' }).waitFor()
  const link = await page.getByRole('link', { name: /open OwnTracks/ }).getAttribute('href')
  expect(link).toMatch(/^owntracks:\/\/\/config\?inline=/)
})
