// A device from its first message to its last day.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { makeNotifiedDevice } from '../server/test/notified-device.ts'
import { connectTracker, locationAgo, teltonikaLogin, teltonikaPacket } from '../server/test/tracker.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { driveTracker } from './trackers.ts'

const dayMs = 86_400_000

let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account({ licenses: 3 })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

test('the wizard leads from the tracker type to the first location, and reports unreadable messages', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/connect')
  await page.getByRole('radio', { name: /Teltonika/ }).click()
  await page.getByRole('button', { name: 'Next: name the device' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Gaviota')
  await page.getByRole('textbox', { name: 'IMEI' }).fill('356307040000017')
  await page.getByText('The check digit').waitFor()
  await page.getByRole('button', { name: 'Create device' }).click()
  await page.getByText('Waiting for the tracker…').waitFor()

  const broken = teltonikaPacket(locationAgo(0))
  broken[broken.length - 1]! ^= 0xff
  const tracker = await connectTracker(stage.world.gatewayPort)
  tracker.send(teltonikaLogin('356307040000017'))
  await tracker.answer(1)
  tracker.send(broken)
  await page.getByText('Unreadable message received').waitFor()
  tracker.close()

  // Another protocol than that of its login: its bytes, and what they look like.
  const foreign = await connectTracker(stage.world.gatewayPort)
  foreign.send(teltonikaLogin('356307040000017'))
  await foreign.answer(1)
  const sentMs = performance.now()
  foreign.send(Buffer.from(`~${'0200'.repeat(40)}~`))
  await page.getByText(/looks like JT\/T 808/i).waitFor({ timeout: 10_000 })
  await page.getByText(/^7e 30 32 30 30/).waitFor()
  expect(performance.now() - sentMs).toBeLessThan(10_000)
  foreign.close()

  const repaired = await driveTracker(stage.world.gatewayPort, '356307040000017')
  await repaired.report({ latitude: 42.24, longitude: -8.72 })
  await page.getByText('Gaviota is connected').waitFor()
  repaired.close()
  await page.getByRole('link', { name: 'Show on map' }).click()
  await page.getByRole('complementary', { name: 'Gaviota' }).waitFor()
})

test('two e-mails a day are sent, the third is suppressed with its reason', async () => {
  const device = await stage.make.device(account, { name: 'Albatros' })
  const { page, signIn } = await stage.visit()
  await signIn(account, `/devices/${device.id}?tab=limits`)
  await page.getByRole('textbox', { name: 'E-mails per day' }).fill('2')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => {
      const { body } = await stage.call('GET', `/api/devices/${device.id}`, account)
      return body.device.limits.dailyEmailLimit
    })
    .toBe(2)

  const address = 'harbour@example.com'
  const notified = await makeNotifiedDevice(stage.world, account, { deviceId: device.id, address })
  await notified.raise(3)
  await notified.settled()
  expect(stage.mailbox.messages.filter(({ to }) => to === address)).toHaveLength(2)

  await page.goto(`/devices/${device.id}?tab=limits`)
  await page.getByText('2 of 2 · limit reached').waitFor()
  await page.goto(`/devices/${device.id}?tab=notifications`)
  const rows = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(3)
  const texts = await rows.allTextContents()
  expect(texts.filter((text) => text.includes('Sent'))).toHaveLength(2)
  expect(texts.filter((text) => text.includes('Daily e-mail limit of the device reached.'))).toHaveLength(1)
})

test('a device expires, frees its license, and is not reactivated without a free one', async () => {
  const account = await stage.make.account({ licenses: 1 })
  const device = await stage.make.device(account, { name: 'Charrán' })
  const { page, signIn, expects } = await stage.visit()
  await signIn(account, `/devices/${device.id}?tab=limits`)
  // Shown once the user's permissions are known.
  await page.getByRole('button', { name: 'Save' }).waitFor()
  await page.getByRole('switch', { name: 'This device expires' }).press('Space')
  // Late in the evening, tomorrow in UTC is already today in Madrid.
  await page.getByLabel('Expiry date').fill(new Date(Date.now() + 2 * dayMs).toISOString().slice(0, 10))
  await page.getByText(/On .* at 00:00, Madrid time, this device expires/).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('0 of 1 licenses are free.').waitFor()

  // The token is expired by then, and renewed.
  expects(/401/)
  stage.world.clock.offsetMs = 3 * dayMs
  const later = await stage.visit()
  await later.signIn(account, '/settings/account')
  await later.page.getByLabel('0 of 1 licenses used').waitFor({ state: 'attached' })
  const token = await stage.make.token(account.userName, account.apiKey)
  await stage.make.device({ token }, { name: 'Cormorán' })

  later.expects(/409/)
  await later.page.goto(`/devices/${device.id}?tab=limits`)
  await later.page.getByText('This device has expired').waitFor()
  await later.page.getByRole('button', { name: 'Reactivate' }).click()
  await later.page.getByRole('alert').getByText('No free license: the account has 1.').waitFor()
})
