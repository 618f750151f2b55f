import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../test/make.ts'
import { runRastro, spawnServer } from '../../test/processes.ts'
import { drivenTrack } from '../../test/trips/daily-drives.ts'
import { knownDevice, store } from '../../test/trips/stored-track.ts'
import type { World } from '../../test/world.ts'
import { openWorld } from '../../test/world.ts'
import type { KnownDevice } from '../features/recorder/storable-row.types.ts'

const dayMs = 86_400_000
let world: World
let account: MadeAccount
let device: KnownDevice
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 10 })
  const { id } = await world.make.device(account)
  device = await knownDevice(world, account.accountId, id)
  const fromMs = Math.floor(Date.now() / dayMs) * dayMs - 4 * dayMs
  await store(world, device, drivenTrack({ fromMs, days: 4, hours: [7] }))
})
afterAll(() => world.close())

const rastro = (...args: string[]) => runRastro(world.env, 'trips', ...args).ended
const read = async (...args: string[]) => {
  const { stdout, stderr } = await rastro(...args, '--json')
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}
const countTrips = async () =>
  (await world.superuser.query(`select from segments where kind = 'trip' and ended_at is not null`)).rowCount

test('the role computes trips, commands show and repeat it, and it stops in order', async () => {
  expect(await read('status')).toMatchObject({ devices: 0, dueDevices: 1, redoDevices: 0, lastCheck: null })
  const role = await spawnServer(world.env, ['trips'])
  await expect.poll(countTrips, { timeout: 30_000 }).toBe(4)
  expect(await read('status')).toMatchObject({ devices: 1, dueDevices: 0, oldestDueAt: null })
  const { stdout } = await rastro('status')
  expect(stdout).toMatch(/^devices +1$/m)

  const limits = ['--account', account.userName, '--device', device.deviceId]
  expect(await read('recompute', '--since', 'all', ...limits, '--wait')).toEqual({
    devices: 1,
    movingAccounts: 0,
  })
  expect(await countTrips()).toBe(4)
  const checked = await read('check', '--days', '10')
  expect(checked).toMatchObject({ deviceDays: 1, differing: 0, differences: [] })
  expect(await role.stop()).toEqual({ code: 0, signal: null })
  expect(role.lines.filter(({ level }) => level === 'error')).toEqual([])
})

test('a difference fails the command, and is listed', async () => {
  await world.superuser.query('update device_days set cm = cm + 1')
  const { code, stdout } = await rastro('check', '--days', '5')
  expect(code).toBe(1)
  expect(stdout).toContain('1 days recomputed, 1 differ from what is stored')
  expect(stdout).toMatch(new RegExp(`${account.account} ${device.deviceId} [0-9-]{10}: the sums of the day`))
})

test('refuses what it does not know', async () => {
  for (const [args, message] of [
    [['recompute', '--since', 'soon'], 'Must be a date like 2026-11-15'],
    [['recompute', '--since', 'all', '--device', 'dev_1'], '--device needs --account.'],
    [
      ['recompute', '--since', 'all', '--account', account.userName, '--device', 'dev_1'],
      'has no device "dev_1"',
    ],
    [['check', '--days', '0'], 'Must be a whole number from 1 to 100000.'],
  ] as const) {
    const { code, stderr } = await rastro(...args)
    expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining(message)])
    expect(code).not.toBe(0)
  }
})
