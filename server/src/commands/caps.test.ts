import { afterAll, beforeAll, expect, test } from 'vitest'
import { runRastro } from '../../test/processes.ts'
import type { World } from '../../test/world.ts'
import { openWorld } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ RASTRO_ACCOUNT_SMS_PER_DAY: '200', RASTRO_CURRENCY: 'USD' })
})
afterAll(() => world.close())

const rastro = (...args: string[]) => runRastro(world.env, 'caps', ...args).ended

test('sets and shows what an account may spend', async () => {
  const account = await world.make.account()
  const { stdout } = await rastro(
    'account',
    account.userName,
    '--sms-per-day',
    '500',
    '--money-per-month',
    '12.50',
  )
  expect(stdout).toMatch(/SMS per day +0 +500/)
  expect(stdout).toMatch(/money per month +0\.00 USD +12\.50 USD/)
  const shown = JSON.parse((await rastro('account', account.account, '--json')).stdout)
  expect(shown.caps.moneyPerMonth.maxCap).toBe(12_500_000)
  const reset = JSON.parse(
    (await rastro('account', account.account, '--sms-per-day', 'default', '--json')).stdout,
  )
  expect(reset.caps.smsPerDay.maxCap).toBe(200)
})

test('sets and shows what the platform may spend', async () => {
  const { stdout } = await rastro('platform', '--sms-per-day', '5000', '--time-zone', 'Europe/Madrid')
  expect(stdout).toMatch(/SMS per day +0 +5000/)
  expect(stdout).toContain('Europe/Madrid')
  const { caps } = JSON.parse((await rastro('platform', '--sms-per-month', 'none', '--json')).stdout)
  expect(caps.smsPerDay).toMatchObject({ cap: 5_000, isSet: true })
  expect(caps.smsPerMonth).toMatchObject({ cap: null, isSet: true })
  expect(caps.emailsPerDay).toMatchObject({ cap: null, isSet: false })
})

test('names a cap that is not a number', async () => {
  const { code, stderr } = await rastro('platform', '--sms-per-day', 'many')
  expect(code).not.toBe(0)
  expect(stderr).toContain('SMS per day must be a whole number, "none" or "default", not "many".')
})
