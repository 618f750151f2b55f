import { cpus } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CappedAccount } from '../../../test/capped.ts'
import { makeCapped, platformSpent, startPlatform } from '../../../test/capped.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { Transports } from './channels/transports.ts'
import { lease } from './delivery.ts'

const accounts = 64
const perAccount = 100
const atOnce = 24
/** A connection plans a statement five times before it keeps a plan, and is kept for half an hour. */
const warmUp = 12 * atOnce
const minPerSecond = 500
/** Of the whole machine, also of PostgreSQL. Not by the clock, which also counts what the host gives to others. */
const busyMs = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)

let world: World
let made: CappedAccount[]
beforeAll(async () => {
  world = await openWorld({ RASTRO_DATABASE_POOL_SIZE: String(atOnce), RASTRO_EMAIL_PRICE: '0.001' })
  await startPlatform(world, { emailsPerDay: 1_000_000, moneyPerMonth: 1_000_000_000 })
  made = await Promise.all(Array.from({ length: accounts }, () => makeCapped(world)))
}, 120_000)
afterAll(() => world.close())

test(`${minPerSecond} notifications a second are claimed under caps of account and platform`, {
  timeout: 120_000,
}, async () => {
  await world.superuser.query('truncate notifications, notification_attempts, notification_gaps cascade')
  for (const { notified } of made) await notified.raise(perAccount)
  const { rows: due } = await world.superuser.query<{
    accountId: number
    number: number
    deviceNumber: number
  }>(
    `select account_id as "accountId", number::int, device_number as "deviceNumber" from notifications
     order by (number * 7919) % 6397`,
  )
  const transports = {
    email: { send: () => Promise.reject(new Error('not sent')), stop: async () => {} },
  } as Transports
  async function claimAll(waiting: typeof due): Promise<number> {
    let claimed = 0
    const next = waiting.values()
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const one of next) {
          const taken = await lease(world.ctx, transports, one)
          if (taken?.leased.state === 'sending') claimed += 1
        }
      }),
    )
    return claimed
  }
  const claimedBefore = await claimAll(due.slice(0, warmUp))
  const beganAt = performance.now()
  const busyBefore = busyMs()
  const claimed = await claimAll(due.slice(warmUp))
  const cpuMsEach = (busyMs() - busyBefore) / claimed
  const perSecond = Math.round((claimed * 1_000) / (performance.now() - beganAt))
  process.stdout.write(
    `${perSecond} claims/s by the clock, ${cpuMsEach.toFixed(2)} ms of processor time each\n`,
  )
  expect(claimedBefore + claimed).toBe(accounts * perAccount)
  const { day } = await platformSpent(world)
  expect(day!.emails).toBeGreaterThanOrEqual(accounts * perAccount)
  expect(cpuMsEach).toBeLessThan((cpus().length * 1_000) / minPerSecond)
})
