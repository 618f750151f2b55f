// Street addresses of an operator's geocoder: read when a card is opened, never for a list, and never in the way.

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FakeGeocoder } from '../server/test/fake-geocoder.ts'
import { openFakeGeocoder, photonAnswer, photonFeature, sendJson } from '../server/test/fake-geocoder.ts'
import type { MadeAccount } from '../server/test/make.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

const address = 'Calle Mayor 5, 50300 Calatayud'
const name = '7.8 km E of Calatayud, Zaragoza, Spain'

let geocoder: FakeGeocoder
let stage: Stage
let account: MadeAccount
let truck: { id: string }

beforeAll(async () => {
  geocoder = await openFakeGeocoder()
  stage = await openStage({
    RASTRO_GEOCODER_KIND: 'photon',
    RASTRO_GEOCODER_URL: geocoder.url,
    RASTRO_GEOCODER_ALLOWED_NETWORKS: '127.0.0.0/8',
    RASTRO_GEOCODER_REQUESTS_PER_SECOND: '1000',
    RASTRO_GEOCODER_CACHE_HOURS: '1',
  })
})
beforeEach(async () => {
  account = await stage.make.account()
  truck = await stage.make.device(account, { name: 'Truck' })
  await moveTo(41.3532)
  geocoder.asked.length = 0
  geocoder.behaviour = undefined
})
afterEach((ended) => stage.leave(ended))
afterAll(async () => {
  await stage.close()
  await geocoder.close()
})

async function moveTo(latitude: number): Promise<void> {
  const body = { dateTime: new Date().toISOString(), latitude, longitude: -1.55, speed: 0 }
  await stage.call('POST', `/api/devices/${truck.id}/locations`, { token: account.token, body })
}

async function openCard(): Promise<{ page: Page; card: ReturnType<Page['getByRole']> }> {
  const { page, signIn } = await stage.visit()
  await signIn(account)
  await page.getByRole('option', { name: /Truck.*7\.8 km E of Calatayud/ }).click()
  const card = page.getByRole('complementary', { name: 'Truck' })
  await card.getByText(name).waitFor()
  return { page, card }
}

test('the card of a device has it; a device that has moved on is looked up by a click only', async () => {
  const { card } = await openCard()
  await card.getByText(address).waitFor()
  expect(geocoder.asked.map(({ query }) => query.get('lat'))).toEqual(['41.3532'])

  await moveTo(41.3632)
  await card.getByText('41.36320').waitFor()
  const show = card.getByRole('button', { name: 'Show address' })
  await show.waitFor()
  expect(await card.getByText(address).count()).toBe(0)
  expect(geocoder.asked).toHaveLength(1)
  await show.click()
  await card.getByText(address).waitFor()
  expect(geocoder.asked.map(({ query }) => query.get('lat'))).toEqual(['41.3532', '41.3632'])
})

test('a searched place has it', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/live?place=41.3532,-1.55,12')
  const pin = page.getByRole('group', { name: 'This place' })
  await pin.getByText(name).waitFor()
  await pin.getByText(address).waitFor()
  expect(geocoder.asked).toHaveLength(1)
})

test('a slow geocoder does not delay the name, and its address follows', async () => {
  geocoder.behaviour = (response) => {
    const feature = photonFeature({ latitude: 41.3532, longitude: -1.55 })
    setTimeout(() => sendJson(response, photonAnswer([feature])), 2_000)
  }
  const { card } = await openCard()
  expect(await card.getByText(address).count()).toBe(0)
  await card.getByText(address).waitFor()
  expect(geocoder.asked).toHaveLength(1)
})

test('a failing geocoder leaves the name alone', async () => {
  geocoder.behaviour = (response) => response.writeHead(500).end()
  const { card } = await openCard()
  await expect.poll(() => geocoder.asked.length).toBe(1)
  expect(await card.getByText('Address', { exact: true }).count()).toBe(0)
  await card.getByText(name).waitFor()
})

test('lists and tables read none', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account)
  await page.getByRole('option', { name: /Truck.*7\.8 km E of Calatayud/ }).waitFor()
  await page.goto('/devices')
  await page.getByRole('cell', { name: '7.8 km E of Calatayud' }).waitFor()
  expect(geocoder.asked).toEqual([])
})
