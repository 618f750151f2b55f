import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../../../../scripts/services/ports.ts'
import { runRastro } from '../../../test/processes.ts'
import type { WholeWorld } from '../../../test/whole.ts'
import { openWholeWorld } from '../../../test/whole.ts'

const devices = 24
let world: WholeWorld
beforeAll(async () => {
  world = await openWholeWorld(await findFreePort())
})
afterAll(() => world.close())

const query = async (text: string, ...values: unknown[]) => (await world.superuser.query(text, values)).rows

test('the demo has trips of all devices, one that was corrected, and an odometer reading', async () => {
  const args = ['--json', '--only-fill', '--days', '6', '--devices', String(devices)]
  const { code, stdout, stderr } = await runRastro(world.env, 'demo', ...args).ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const { userName, apiKey } = JSON.parse(stdout)
  const token = await world.make.token(userName, apiKey)
  const get = async (path: string) => (await world.call('GET', path, { token })).body

  // Devices were released when their history was complete, and each was computed once.
  const processed = 'select from trip_states where read_until is not null'
  await expect.poll(async () => (await query(processed)).length, { timeout: 120_000 }).toBe(devices)
  const corrected = await query(
    `select c.kind, c.cause, c.after is null as is_withdrawn, d.id as device_id, c.segment_id
     from segment_corrections c join devices d on d.number = c.device_number order by c.number`,
  )
  expect(corrected.map(({ kind, is_withdrawn }) => [kind, is_withdrawn])).toEqual(
    expect.arrayContaining([
      ['trip', false],
      ['trip', true],
      ['gap', true],
    ]),
  )
  expect(new Set(corrected.map(({ device_id, cause }) => `${device_id} ${cause}`)).size).toBe(1)
  const [{ device_id: deviceId }] = corrected

  const { trips } = await get(`/api/devices/${deviceId}/trips?limit=50`)
  const [trip, ...others] = trips.filter(({ corrections }: { corrections: number }) => corrections > 0)
  expect([trip.corrections, others]).toEqual([1, []])
  const { corrections } = await get(`/api/trips/${trip.id}/corrections`)
  expect(corrections).toMatchObject([{ cause: 'late' }])
  expect(corrections[0].after.distance).toBeGreaterThan(corrections[0].before.distance + 50_000)

  const date = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const { days } = await get(`/api/devices/${deviceId}/days?from=${date(-7)}&to=${date(1)}`)
  expect(days.length).toBeGreaterThanOrEqual(6)
  const { value, counted, reading } = await get(`/api/devices/${deviceId}/odometer`)
  expect(reading.note).toBe('Annual inspection')
  expect(value).toBeCloseTo(reading.value + counted, 3)
  expect(await query('select from meter_readings')).toHaveLength(1)
  const { maintenance } = await get('/api/maintenance?state=due')
  expect(maintenance).toMatchObject([{ deviceId, planName: 'Inspection', remainingDays: 0 }])
})
