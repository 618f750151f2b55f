import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { AlertFields, Telling } from '../../../test/telling.ts'
import { makeTelling } from '../../../test/telling.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { forgetQuietGaps } from './repeat.ts'
import { startNotifications } from './worker.api.ts'

let world: World
let account: MadeAccount
let mailbox: Mailbox
let worker: { stop(): Promise<void> }
let telling: Telling
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_SMTP_URL: mailbox.url, RASTRO_MAIL_FROM: 'alerts@rastro.example' })
  account = await world.make.account({ licenses: 100 })
  worker = await startNotifications(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await mailbox.close()
})
const begins = Date.now()
beforeEach(async () => {
  world.clock.release()
  const device = await world.make.device(account)
  telling = await makeTelling(world, account, { deviceId: device.id })
  mailbox.letters.length = 0
})

/** Raises so many at so many seconds, and says how many letters there are then. */
async function at(seconds: number, count: number, fields: AlertFields = {}): Promise<number> {
  world.clock.hold(new Date(begins + seconds * 1_000))
  if (count > 0) await telling.raise(count, { topic: 'fence', ...fields })
  await telling.settled()
  return mailbox.letters.length
}
const lastLetter = () => mailbox.letters.at(-1)!.raw

test('what comes again within a minute is put off, and one letter tells of all', async () => {
  expect(await at(0, 1)).toBe(1)
  expect(lastLetter()).not.toContain('meanwhile')
  expect(await at(10, 5)).toBe(1)
  expect(await telling.states()).toEqual({ sent: 1, 'waiting repeat': 1, 'suppressed repeat': 4 })
  expect(await at(59, 2)).toBe(1)
  expect(await at(60, 0)).toBe(2)
  expect(lastLetter()).toContain('It came 6 more times meanwhile.')
  expect(await telling.states()).toEqual({ sent: 2, 'suppressed repeat': 6 })
  expect(await telling.units()).toEqual({ email: 2 })
})

test('the gap doubles with each letter, up to an hour, and is forgotten after twice its length of quiet', async () => {
  let seconds = 0
  expect(await at(seconds, 1)).toBe(1)
  let letters = 1
  for (const gap of [60, 120, 240, 480, 960, 1_920, 3_600, 3_600]) {
    expect(await at(seconds + gap - 1, 1)).toBe(letters)
    letters += 1
    seconds += gap
    expect(await at(seconds, 0)).toBe(letters)
  }
  seconds += 2 * 3_600
  expect(await at(seconds, 1)).toBe(letters + 1)
  expect(await at(seconds + 59, 1)).toBe(letters + 1)
  expect(await at(seconds + 60, 0)).toBe(letters + 2)
})

test('what is critical is told three times before it is put off', async () => {
  expect(await at(0, 5, { severity: 'critical' })).toBe(3)
  expect(await telling.states()).toEqual({ sent: 3, 'waiting repeat': 1, 'suppressed repeat': 1 })
})

test('another topic, device or contact is another matter', async () => {
  expect(await at(0, 1)).toBe(1)
  expect(await at(1, 1, { topic: 'speed' })).toBe(2)
  const other = await makeTelling(world, account, { deviceId: telling.deviceId })
  await other.raise(1, { topic: 'fence' })
  const device = await world.make.device(account)
  const elsewhere = await makeTelling(world, account, { deviceId: device.id })
  await elsewhere.raise(1, { topic: 'fence' })
  await Promise.all([other.settled(), elsewhere.settled()])
  expect(mailbox.letters).toHaveLength(4)
})

test('a burst of different things is not put off', async () => {
  world.clock.hold(new Date(begins))
  await telling.raise(200)
  await telling.settled()
  expect(mailbox.letters).toHaveLength(200)
})

test('what is refused for now and tried again is no repeat of itself', async () => {
  mailbox.mood = { letter: 451 }
  expect(await at(0, 1)).toBe(0)
  mailbox.mood = 'accepts'
  expect(await at(31, 0)).toBe(1)
})

test('what has been quiet for a week is forgotten, and nothing younger', async () => {
  const dayMs = 86_400_000
  await at(0, 1, { topic: 'old' })
  await at(2 * 86_400, 1, { topic: 'young' })
  world.clock.hold(new Date(begins + 8 * dayMs))
  await forgetQuietGaps(world.ctx)
  const { rows } = await world.superuser.query(
    'select topic from notification_gaps where device_number = $1',
    [telling.deviceNumber],
  )
  expect(rows).toEqual([{ topic: 'young' }])
})
