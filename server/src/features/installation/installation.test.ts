import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { addOperator } from '../accounts/operator.api.ts'
import { getInstallationHealth, keepBackupRun, keepDoctorRun } from './installation.api.ts'
import { startProcessReports } from './process-reports.api.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
  await addOperator(world.ctx, { userName: account.userName, email: 'ana@example.com' })
})
afterAll(() => world.close())
afterEach(() => world.clock.release())

const healthy = { missing: async () => [] }
const caller = () => ({ userId: account.ownerId, role: 'owner' }) as Caller
const health = () => getInstallationHealth(world.ctx, caller())
const states = async () => (await health()).processes.map(({ role, state }) => `${role} ${state}`)

test('operators see which process reports, which cannot work, and which is missing', async () => {
  const away = async () => {
    throw new Error('the bus is away')
  }
  const bus = { ...world.ctx.bus, locations: { ...world.ctx.bus.locations, pending: away } }
  const api = startProcessReports(world.ctx, healthy, ['api', 'recorder'])
  const recorder = startProcessReports({ ...world.ctx, bus }, { missing: async () => ['bus'] }, ['recorder'])
  await expect.poll(states).toEqual(['api recorder ready', 'recorder notReady'])
  const [first] = (await health()).processes
  expect(first!.measures.logWaiting).toBeGreaterThanOrEqual(0)
  await recorder.stop()
  expect(await states()).toEqual(['api recorder ready'])

  world.clock.set(new Date(Date.now() + 60_000))
  expect(await states()).toEqual(['api recorder missing'])
  await api.stop()
  expect(await states()).toEqual([])
})

test('the last run of the doctor and the newest verified backup are kept', async () => {
  const advice = [{ where: 'shell', lines: ['df -h'] }]
  const finding = {
    id: 'storage.disk',
    severity: 'warning',
    message: 'nearly full',
    impact: 'It stops.',
    advice,
  } as const
  await keepDoctorRun(world.ctx, [finding])
  await keepDoctorRun(world.ctx, [{ ...finding, severity: 'fault' }])
  await keepBackupRun(world.ctx, new Date('2026-11-18T03:00:00Z'))
  await keepBackupRun(world.ctx, new Date('2026-11-17T03:00:00Z'))
  const { doctor, backups } = await health()
  expect(doctor.map(({ findings }) => findings.map(({ severity }) => severity))).toEqual([['fault']])
  expect(backups).toEqual([{ cell: 0, takenAt: new Date('2026-11-18T03:00:00Z') }])
})

test('nobody else sees it, and no API key', async () => {
  const other = await world.make.account()
  for (const { token } of [account, other]) {
    const { status, body } = await world.call('GET', '/api/platform/health', { token })
    expect([status, body.code]).toEqual([403, 'installation.operators_only'])
  }
})
